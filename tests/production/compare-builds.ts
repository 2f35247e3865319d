import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  type Bundles,
  readBundles,
  storeBundles,
} from '#content/server/publishing/build/reused-bundles.ts'

/** What a build says of itself: pages are made side by side, so the order of their entries differs. */
const RECORDS = [
  '_headers.json',
  'build.json',
  'content-faults.json',
  'good-content.json',
  'site-settings.json',
]
const text = (value: unknown) => JSON.stringify(value)

/** The value with its lists in one order, and without the id of the build. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(ordered).toSorted((a, b) => (text(a) < text(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, ordered(each)]))
}

function record(build: string, name: string): string {
  const value = JSON.parse(readFileSync(join(build, name), 'utf8'))
  return text(ordered(name === 'build.json' ? { ...value, id: '' } : value))
}

const publicFiles = (build: string) =>
  readdirSync(join(build, 'client'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(build, join(entry.parentPath, entry.name)))

/** The files that visitors get, byte for byte, and the records that differ between two builds. */
export function differences(a: string, b: string): string[] {
  const [inA, inB] = [new Set(publicFiles(a)), new Set(publicFiles(b))]
  const files = [...inA.union(inB)].filter(
    (name) =>
      !(inA.has(name) && inB.has(name)) ||
      !readFileSync(join(a, name)).equals(readFileSync(join(b, name))),
  )
  return [...files, ...RECORDS.filter((name) => record(a, name) !== record(b, name))].toSorted()
}

/** Changes a text in the bundles that are kept in this data folder, as if they had been made from other sources. */
export function replaceInBundles(dataDir: string, text: string, by: string): void {
  const [key = ''] = readdirSync(join(dataDir, 'cache/bundles'))
  const kept = readBundles(dataDir, key)
  if (kept === undefined) throw new Error('There are no kept bundles.')
  const files: Bundles['files'] = new Map(
    [...kept.files].map(([name, bytes]) => {
      const code = Buffer.from(bytes)
      return [name, code.includes(text) ? Buffer.from(code.toString().replaceAll(text, by)) : code]
    }),
  )
  storeBundles(dataDir, key, { ...kept, files })
}
