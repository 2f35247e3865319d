import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { dataDir } from '#tests/e2e/support/site.ts'

/** The built files of the site under test. */
const folder = (): string => join(dataDir(), 'build/client')

export type BuiltPage = { readonly path: string; readonly file: string; readonly html: string }

const pathOf = (file: string) => `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`

/** Every pre-rendered page, sorted by path. */
export function builtPages(): BuiltPage[] {
  return readdirSync(folder(), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({
      path: pathOf(file),
      file,
      html: readFileSync(join(folder(), file), 'utf8'),
    }))
    .sort((a, b) => a.path.localeCompare(b.path))
}

/** Only pages with an island may load a framework. */
export const hasIsland = (page: BuiltPage): boolean => page.html.includes('<astro-island')

/** Transferred bytes of a built file: those of its brotli copy, if there is one. */
export function bytesOf(file: string): number {
  const path = join(folder(), file)
  return readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).byteLength
}

const textOf = (file: string) => readFileSync(join(folder(), file), 'utf8')

/** The static imports of a built script, relative to the build. */
function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)
  return [...found].map(([, path = '']) => posix.join(posix.dirname(file), path))
}

export type Scripts = { readonly files: readonly string[]; readonly inline: readonly string[] }

/** The inline scripts of a page, and its script files with all their static imports. */
export const scriptsOf = (page: BuiltPage): Scripts => collect(page, [])

/** The same with the island of the page and the framework that renders it. */
export const islandScriptsOf = (page: BuiltPage): Scripts =>
  collect(
    page,
    [...page.html.matchAll(/(?:component|renderer)-url="\/([^"]+)"/g)].map(([, file = '']) => file),
  )

function collect({ html }: BuiltPage, queue: string[]): Scripts {
  const inline: string[] = []
  for (const [, attributes = '', text = ''] of html.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (/application\/ld\+json/.test(attributes)) continue
    const source = /\bsrc="\/([^"]+)"/.exec(attributes)?.[1]
    if (source === undefined) inline.push(text)
    else queue.push(source)
  }
  const files = new Set<string>()
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue
    files.add(file)
    queue.push(...importsOf(file))
  }
  return { files: [...files], inline }
}

/** Brotli bytes of a page's scripts; each inline script is compressed on its own. */
export function scriptBytes({ files, inline }: Scripts): number {
  const inlineBytes = inline.map((text) => brotliCompressSync(text).byteLength)
  return [...files.map(bytesOf), ...inlineBytes].reduce((sum, bytes) => sum + bytes, 0)
}

/** Whether a script file contains React: the name of its element symbol survives minification. */
export const isFramework = (file: string): boolean =>
  /react\.(transitional\.)?element/.test(textOf(file))

/** The files of a page's island: its component, and React that renders it. */
export function islandFiles(path: string): { component: string; renderer: string } {
  const html = builtPages().find((page) => page.path === path)?.html ?? ''
  const [, component = ''] = /component-url="([^"]+)"/.exec(html) ?? []
  const [, renderer = ''] = /renderer-url="([^"]+)"/.exec(html) ?? []
  return { component: `**${component}*`, renderer: `**${renderer}*` }
}

/** The names of all script and style files. */
export const assetNames = (): string[] =>
  readdirSync(join(folder(), '_astro')).filter((name) => /\.(js|css)$/.test(name))

/** The style sheets that a page links. */
const sheetsOf = ({ html }: BuiltPage): string[] =>
  [...html.matchAll(/<link[^>]+href="\/(_astro\/[^"]+\.css)"/g)].map(([, file = '']) => file)

/** Every style sheet that pages link: the map's own is linked by script when the map is shown. */
export const styleSheets = (): string[] => [...new Set(builtPages().flatMap(sheetsOf))]

const isOfStaff = (file: string) =>
  readFileSync(join(folder(), file), 'utf8').includes('.staff-header')

/** Every style sheet of the build that no page links, without the one of staff pages, which are made on demand. */
export const laterStyleSheets = (): string[] => {
  const linked = new Set(styleSheets())
  return readdirSync(join(folder(), '_astro'))
    .map((file) => `_astro/${file}`)
    .filter((file) => file.endsWith('.css') && !linked.has(file) && !isOfStaff(file))
}

/** Pages that are shown in place of others, and are not found at their own address. */
export const isErrorPage = (path: string): boolean => path === '/500' || path === '/503'
