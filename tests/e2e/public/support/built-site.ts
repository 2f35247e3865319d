import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { dataDir } from '#tests/e2e/support/site.ts'

/** The built files of the site under test. */
const folder = (): string => join(dataDir(), 'build/client')

export type BuiltPage = { readonly path: string; readonly file: string; readonly html: string }

const pathOf = (file: string) => `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`

/** Every pre-rendered page, sorted by its address. */
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

/** A page that no framework belongs on has no island. */
export const hasIsland = (page: BuiltPage): boolean => page.html.includes('<astro-island')

/** Bytes of a built file as it travels: its brotli copy, else itself. */
export function bytesOf(file: string): number {
  const whole = join(folder(), file)
  return readFileSync(existsSync(`${whole}.br`) ? `${whole}.br` : whole).byteLength
}

const textOf = (file: string) => readFileSync(join(folder(), file), 'utf8')

/** The files that a built script imports at once, relative to the build. */
function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)
  return [...found].map(([, path = '']) => posix.join(posix.dirname(file), path))
}

export type Scripts = { readonly files: readonly string[]; readonly inline: readonly string[] }

/** Every script that a page runs: those inside it, and its files with all that they import. */
export function scriptsOf({ html }: BuiltPage): Scripts {
  const inline: string[] = []
  const queue: string[] = []
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

/** Bytes of a page's scripts, brotli; those inside the page as if they stood alone. */
export function scriptBytes({ files, inline }: Scripts): number {
  const inside = inline.map((text) => brotliCompressSync(text).byteLength)
  return [...files.map(bytesOf), ...inside].reduce((sum, bytes) => sum + bytes, 0)
}

/** Whether a script file carries React: its elements' mark survives every minifier. */
export const isFramework = (file: string): boolean =>
  /react\.(transitional\.)?element/.test(textOf(file))

/** Every style sheet of the build. */
export const styleSheets = (): string[] =>
  readdirSync(join(folder(), '_astro'))
    .filter((file) => file.endsWith('.css'))
    .map((file) => `_astro/${file}`)
