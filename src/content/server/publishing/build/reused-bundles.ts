import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import * as z from 'zod/mini'
import { writeAtomically } from '#shared/node/atomic-file.ts'
import { pageCodeHash } from '#shared/node/build-hash.ts'

const bundles = z.object({
  /** The file name of the entry that renders the pages. */
  entry: z.string().check(z.minLength(1)),
  /** What Astro stores about each page besides its bundle: the styles. */
  styles: z.map(z.string(), z.array(z.unknown())),
  /** By their paths inside the build. */
  files: z.map(z.string(), z.instanceof(Uint8Array)),
})

/** Everything that a build makes from the sources alone, before it reads the content (decision 011). */
export type Bundles = z.output<typeof bundles>

const DIGEST_LENGTH = 64
const KEY = /^[0-9a-f]{64}$/
const folderIn = (dataDir: string) => join(dataDir, 'cache/bundles')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What npm has installed: all packages with their versions. */
const INSTALLED = 'node_modules/.package-lock.json'

/** Names everything that bundles depend on: sources, variables, packages, Node, and where the sources are. */
export function bundleKey(root: string, env: NodeJS.ProcessEnv): string {
  const installed = join(root, INSTALLED)
  const parts = [
    pageCodeHash(root, env),
    env['NODE_ENV'] ?? '',
    existsSync(installed) ? sha256(readFileSync(installed)) : '',
    process.version,
    root,
  ]
  return sha256(Buffer.from(parts.join('\0')))
}

/** The bundles of this key; undefined when there are none, or when a byte of them has changed. */
export function readBundles(dataDir: string, key: string): Bundles | undefined {
  try {
    const file = readFileSync(join(folderIn(dataDir), key))
    const body = file.subarray(DIGEST_LENGTH)
    if (file.toString('latin1', 0, DIGEST_LENGTH) !== sha256(body)) return
    return bundles.parse(deserialize(body))
  } catch {
    return
  }
}

/** Keeps the bundles for later builds, instead of all others. Throws when the disk refuses. */
export function storeBundles(dataDir: string, key: string, found: Bundles): void {
  const folder = folderIn(dataDir)
  const file = join(folder, key)
  if (areInvalid(file)) return
  mkdirSync(folder, { recursive: true })
  const body = serialize(found)
  writeAtomically(file, Buffer.concat([Buffer.from(sha256(body), 'latin1'), body]))
  for (const other of readdirSync(folder)) {
    if (other !== key) rmSync(join(folder, other), { force: true })
  }
}

const areInvalid = (file: string) => statSync(file, { throwIfNoEntry: false })?.size === 0

/** No build uses these bundles again, and none of the same key are kept: pages made with them were wrong. */
export function invalidateBundles(dataDir: string): void {
  const folder = folderIn(dataDir)
  if (!existsSync(folder)) return
  for (const key of readdirSync(folder).filter((name) => KEY.test(name))) {
    writeAtomically(join(folder, key), '')
  }
}
