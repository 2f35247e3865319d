import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The file of notices in a build's folder. */
export const NOTICES_FILE = 'third-party-notices.txt'

type Package = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly texts: readonly string[]
}

type PackageJson = {
  readonly name?: string
  readonly version?: string
  readonly license?: unknown
  readonly author?: string | { readonly name?: string }
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

const LEGAL = /^(licen[cs]es?|copying|notice)([.-].*)?$/i

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson

/** The folder of a dependency as Node finds it from `folder`; undefined for an optional one that is not installed. */
function resolvePackage(name: string, folder: string): string | undefined {
  const candidate = join(folder, 'node_modules', name)
  if (existsSync(join(candidate, 'package.json'))) return candidate
  const parent = dirname(folder)
  return parent === folder ? undefined : resolvePackage(name, parent)
}

/** The folders of all direct and indirect dependencies of the package in `root`, without those for development. */
function dependencyFolders(root: string): Set<string> {
  const found = new Set<string>()
  const visit = (folder: string) => {
    const { dependencies, optionalDependencies } = readPackage(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = resolvePackage(name, folder)
      if (at === undefined || found.has(at)) continue
      found.add(at)
      visit(at)
    }
  }
  visit(root)
  return found
}

/** The terms of licences for packages that ship none, by SPDX id. */
const KEPT_TERMS = join(import.meta.dirname, 'licences')

/** The holder: the author in package.json. */
const holderOf = ({ name, author }: PackageJson) =>
  (typeof author === 'string' ? author.replace(/\s*[<(].*/, '') : author?.name) ||
  `the authors of ${name}`

function keptTerms(json: PackageJson, licence: string): string[] {
  const file = join(KEPT_TERMS, `${licence}.txt`)
  if (!existsSync(file)) return []
  return [`Copyright (c) ${holderOf(json)}`, readFileSync(file, 'utf8').trim()]
}

function describe(folder: string): Package {
  const json = readPackage(folder)
  const { name = '', version = '', license } = json
  const files = readdirSync(folder).filter(
    (file) => LEGAL.test(file) && statSync(join(folder, file)).isFile(),
  )
  const texts = files
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  const licence = typeof license === 'string' ? license : 'see below'
  return { name, version, licence, texts: texts.length > 0 ? texts : keptTerms(json, licence) }
}

/** Packages with the same licence and the same texts share a section. */
function sections(packages: readonly Package[]): string[] {
  const groups = Map.groupBy(packages, ({ licence, texts }) => [licence, ...texts].join('\n\n'))
  return [...groups].map(([content, group]) => {
    const names = group.map(({ name, version }) => `${name} ${version}`)
    return `${names.join('\n')}\n\nLicence: ${content}\n`
  })
}

/**
 * The names, versions and licence texts of everything that the package in `root` needs at run time, and so of everything that
 * a bundle of it can contain. The same installation gives the same text.
 */
export function thirdPartyNotices(root: string): string {
  const packages = [...dependencyFolders(root)].map(describe)
  const sorted = packages.toSorted((a, b) =>
    `${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1,
  )
  return [
    'This software contains the following packages, each under its own licence.\n',
    ...sections(sorted),
  ].join(`\n${'-'.repeat(80)}\n\n`)
}
