import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import {
  type LeftAddress,
  leftAddresses,
  type Redirect,
  redirectsTo,
  resolveRedirects,
} from '#content/rules/redirects.ts'
import { writeDurably } from '#content/server/publishing/releases/durable-file.ts'
import { type Manifest, readManifest } from '#content/server/publishing/releases/manifest.ts'

/** One redirect per line, `/old /new 301`: static hosts read this file from the root of the site too. */
const REDIRECTS_FILE = 'client/_redirects'
/** File in the folder of releases: former addresses that are not in the content lake yet. */
const LEFT_FILE = 'left-addresses.json'

const left = z.array(z.object({ from: z.string(), id: z.string() }))

/** The redirects of the build in `dir`; none when it has no such file. */
export function readRedirects(dir: string): Redirect[] {
  const file = join(dir, REDIRECTS_FILE)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [from, to] = line.split(' ')
      return from && to ? [{ from, to }] : []
    })
}

export function writeRedirects(dir: string, redirects: readonly Redirect[]): void {
  const lines = redirects.map(({ from, to }) => `${from} ${to} 301\n`)
  writeFileSync(join(dir, REDIRECTS_FILE), lines.join(''))
}

/** The former addresses that are not in the content lake yet. */
export function readLeftAddresses(releasesDir: string): LeftAddress[] {
  try {
    return left.parse(JSON.parse(readFileSync(join(releasesDir, LEFT_FILE), 'utf8')))
  } catch {
    return []
  }
}

export const writeLeftAddresses = (releasesDir: string, addresses: readonly LeftAddress[]): void =>
  writeDurably(join(releasesDir, LEFT_FILE), `${JSON.stringify(addresses)}\n`)

/**
 * Adds a redirect to the finished build in `folder` for each address that a document had in the release `before` and no
 * longer has, so that old addresses work from the switch on. They are also stored on the disk until the content lake has
 * them.
 */
export function redirectLeftAddresses(releasesDir: string, before: Manifest, folder: string): void {
  const { documents, pages } = readManifest(folder)
  const found = leftAddresses(before.documents, documents)
  const known = readLeftAddresses(releasesDir)
  const fresh = new Map([...known, ...found].map((address) => [address.from, address]))
  if (fresh.size === 0) return
  if (found.length > 0) writeLeftAddresses(releasesDir, [...fresh.values()])
  const paths = new Set(pages.map(({ path }) => path))
  const all = [...readRedirects(folder), ...redirectsTo([...fresh.values()], documents)]
  writeRedirects(
    folder,
    resolveRedirects(all, (path) => paths.has(path)),
  )
}
