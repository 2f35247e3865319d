import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium, launchOptions, type Machine } from '../../../scripts/test/chromium.ts'
import { packagedChromium, unpackedIn } from '../../../scripts/test/packaged-chromium.ts'

const machine = (files: Record<string, string>, changes: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  arch: 'x64',
  exists: (path) => path in files,
  beginning: (path) => files[path] ?? '',
  packaged: () => 'packaged',
  ...changes,
})
const PROGRAM = '\u007fELF'

describe('OPS-14 the browser of the tests', () => {
  const all = {
    '/opt/mine': PROGRAM,
    '/usr/bin/chromium-headless-shell': PROGRAM,
    '/usr/bin/chromium': PROGRAM,
    '/usr/bin/google-chrome': PROGRAM,
  }

  it.each([
    ['CHROME_PATH', { CHROME_PATH: '/opt/mine' }, all, '/opt/mine'],
    ['the headless shell', { CHROME_PATH: '' }, all, '/usr/bin/chromium-headless-shell'],
    ['Chrome', {}, { '/usr/bin/google-chrome': PROGRAM }, '/usr/bin/google-chrome'],
    ['the packages', {}, {}, 'packaged'],
    [
      "the packages instead of Ubuntu's snap",
      {},
      { '/usr/bin/chromium-browser': '#!/bin/sh\nexec /snap/bin/chromium "$@"' },
      'packaged',
    ],
    [
      'a start script',
      {},
      { '/usr/bin/chromium': '#!/bin/sh\nexec /usr/lib/chromium/chromium "$@"' },
      '/usr/bin/chromium',
    ],
  ])('is that of %s', (_, env, files, expected) => {
    expect(findChromium(env, machine(files))).toBe(expected)
  })

  it('is that of the applications on macOS', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    const mac = machine({ [chrome]: PROGRAM, ...all }, { platform: 'darwin', arch: 'arm64' })
    expect(findChromium({}, mac)).toBe(chrome)
  })

  it('is never another one than CHROME_PATH names', () => {
    expect(() => findChromium({ CHROME_PATH: '/none' }, machine(all))).toThrow(
      'CHROME_PATH names /none, which does not exist',
    )
  })

  it.each([
    ['linux', 'arm64'],
    ['darwin', 'x64'],
  ])('is asked for in a sentence on %s %s', (platform, arch) => {
    expect(() => findChromium({}, machine({}, { platform, arch }))).toThrow(
      `set CHROME_PATH to its program. The packages bring one for Linux on x64 only, and this is ${platform} on ${arch}`,
    )
  })
})

describe('OPS-14 the Chromium of the packages', () => {
  let folder: string
  let from: string
  let cache: string
  const unpack = () => packagedChromium(from, cache)
  /** What the package's library does with an archive. */
  const library = (body: string) =>
    writeFileSync(
      join(from, 'build/index.js'),
      `import { mkdirSync, writeFileSync } from 'node:fs'
       export const inflate = async (archive) => { const to = process.env.TMPDIR; ${body} }`,
    )
  const UNPACKS = `mkdirSync(to + '/fonts'); writeFileSync(to + '/chromium', archive, { mode: 0o700 })`

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard chromium #'))
    from = join(folder, 'package')
    cache = join(folder, 'cache')
    for (const name of ['bin', 'build']) mkdirSync(join(from, name), { recursive: true })
    writeFileSync(join(from, 'package.json'), '{"version":"7.0.0","type":"module"}')
    writeFileSync(join(from, 'bin/all.tar.br'), '')
    library(UNPACKS)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is unpacked once, can be started by every user, and runs without the sandbox', () => {
    const program = unpack()
    accessSync(program, constants.X_OK)
    expect(readFileSync(join(cache, 'chromium-7.0.0/chromium'), 'utf8')).toContain('all.tar.br')
    expect(readdirSync(cache)).toEqual(['chromium-7.0.0'])
    expect(launchOptions({ CHROME_PATH: program }).chromiumSandbox).toBe(false)
    library('throw new Error("again")')
    expect(unpack()).toBe(program)
  })

  it('is that of the run that was faster', () => {
    library(
      `${UNPACKS}; const done = to + '/../chromium-7.0.0'; mkdirSync(done); writeFileSync(done + '/chromium-of-the-packages', '')`,
    )
    expect(unpackedIn(unpack())).toBe(true)
    expect(readdirSync(cache)).toEqual(['chromium-7.0.0'])
  })

  it('is unpacked after a run that was killed meanwhile, whose folder is removed an hour later', () => {
    const killed = join(cache, 'chromium-7.0.0.killed')
    mkdirSync(killed, { recursive: true })
    utimesSync(killed, 0, 0)
    mkdirSync(join(cache, 'chromium-7.0.0.running'))
    unpack()
    expect(readdirSync(cache).sort()).toEqual(['chromium-7.0.0', 'chromium-7.0.0.running'])
  })

  it('names its folder when it cannot be unpacked, and leaves nothing there', () => {
    library('throw new Error("ENOSPC: no space left on device, write")')
    expect(unpack).toThrow(
      `could not be unpacked to ${join(cache, 'chromium-7.0.0')} (210 MB): Error: ENOSPC`,
    )
    expect(readdirSync(cache)).toEqual([])
  })

  it('is missed in a sentence', () => {
    rmSync(from, { recursive: true })
    expect(unpack).toThrow('There is no Chromium or Chrome')
  })
})
