import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Bundles,
  bundleKey,
  invalidateBundles,
  readBundles,
  storeBundles,
} from '#content/server/publishing/build/reused-bundles.ts'

const KEY = 'a'.repeat(64)
const OTHER = 'b'.repeat(64)

const BUNDLES: Bundles = {
  entry: 'entry.mjs',
  styles: new Map([['/&src/pages/index.astro', [{ depth: 0, order: 1 }]]]),
  files: new Map([['client/_astro/a.js', Buffer.from('alert')]]),
}
const textIn = (found: Bundles | undefined) =>
  Buffer.from(found?.files.get('client/_astro/a.js') ?? []).toString()

let folder: string
const kept = () => join(folder, 'cache/bundles')
const file = () => join(kept(), KEY)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-bundles-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('kept bundles', () => {
  it('CMS-04 are read by their key', () => {
    expect(readBundles(folder, KEY)).toBeUndefined()
    storeBundles(folder, KEY, BUNDLES)
    const found = readBundles(folder, KEY)
    expect([found?.entry, found?.styles]).toEqual([BUNDLES.entry, BUNDLES.styles])
    expect(textIn(found)).toBe('alert')
    expect(readBundles(folder, OTHER)).toBeUndefined()
  })

  it('CMS-04 are not used when a byte has changed, or when they are incomplete', () => {
    storeBundles(folder, KEY, BUNDLES)
    const bytes = readFileSync(file())
    const at = bytes.indexOf('alert')
    expect(at).toBeGreaterThan(0)
    writeFileSync(
      file(),
      Buffer.concat([bytes.subarray(0, at), Buffer.from('A'), bytes.subarray(at + 1)]),
    )
    expect(readBundles(folder, KEY)).toBeUndefined()
    for (const length of [0, 10, 64, bytes.length - 1]) {
      writeFileSync(file(), bytes.subarray(0, length))
      expect(readBundles(folder, KEY)).toBeUndefined()
    }
    writeFileSync(file(), bytes)
    expect(textIn(readBundles(folder, KEY))).toBe('alert')
  })

  it('CMS-04 replace those of other sources, and what a killed build left', () => {
    storeBundles(folder, OTHER, BUNDLES)
    writeFileSync(join(kept(), `${OTHER}.17.new`), 'half')
    storeBundles(folder, KEY, BUNDLES)
    expect(readdirSync(kept())).toEqual([KEY])
  })

  it('CMS-04 are not kept again after pages made with them were wrong, until the sources change', () => {
    invalidateBundles(folder)
    storeBundles(folder, KEY, BUNDLES)
    invalidateBundles(folder)
    expect(readBundles(folder, KEY)).toBeUndefined()
    storeBundles(folder, KEY, BUNDLES)
    expect(readBundles(folder, KEY)).toBeUndefined()
    storeBundles(folder, OTHER, BUNDLES)
    expect(textIn(readBundles(folder, OTHER))).toBe('alert')
  })
})

describe('the key of kept bundles', () => {
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const env = { SITE_URL: 'https://a.example', NODE_ENV: 'production' }

  it('CMS-04 changes with sources, variables of the pages and installed packages, and with nothing else', () => {
    write('src/pages/index.astro', 'one')
    write('node_modules/.package-lock.json', '{"astro":"1"}')
    const key = bundleKey(folder, env)
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(bundleKey(folder, { ...env, BUILD_DIR: '/x', CONTENT_AT: 'now' })).toBe(key)
    expect(bundleKey(folder, { ...env, SITE_URL: 'https://b.example' })).not.toBe(key)
    expect(bundleKey(folder, { ...env, NODE_ENV: 'development' })).not.toBe(key)
    write('node_modules/.package-lock.json', '{"astro":"2"}')
    const updated = bundleKey(folder, env)
    expect(updated).not.toBe(key)
    write('package.json', '{"imports":{"#a/*":"./src/a/*"}}')
    const mapped = bundleKey(folder, env)
    expect(mapped).not.toBe(updated)
    write('package.json', '{"imports":{"#a/*":"./src/b/*"}}')
    expect(bundleKey(folder, env)).not.toBe(mapped)
    write('src/pages/index.astro', 'two')
    expect([key, updated]).not.toContain(bundleKey(folder, env))
  })
})
