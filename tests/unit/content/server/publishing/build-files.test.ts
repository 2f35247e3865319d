import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  buildEnvironment,
  contentVariables,
} from '#content/server/publishing/build/build-environment.ts'
import { readFaultFile, writeFaultFile } from '#content/server/publishing/build/fault-file.ts'
import { removePicturesSince } from '#content/server/publishing/build/picture-cache.ts'
import { buildRequestIn } from '#content/server/publishing/publish/build-request.ts'
import {
  readCurrentRelease,
  writeCurrentRelease,
} from '#content/server/publishing/releases/current-release.ts'
import { newReleaseName } from '#content/server/publishing/releases/releases.ts'
import { releasesEnv } from '#core/server/config/command-env.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-build-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the fault file of a build', () => {
  const fault = { document: 'news-x', field: 'title', problem: 'missing' } as const

  it('CMS-04 keeps the first content fault of a build', () => {
    const file = join(folder, 'build-fault.json')
    expect(readFaultFile(file)).toBeUndefined()
    writeFaultFile(file, fault)
    writeFaultFile(file, { ...fault, document: 'news-y' })
    expect(readFaultFile(file)).toEqual(fault)
  })

  it.each(['', '{', '{}', '{"document":"<b>","problem":"missing"}'])(
    'ignores a malformed file: %s',
    (text) => {
      const file = join(folder, 'build-fault.json')
      writeFileSync(file, text)
      expect(readFaultFile(file)).toBeUndefined()
    },
  )
})

describe('the environment of a build', () => {
  it('CMS-04 has only the variables that pages need', () => {
    const source = { SITE_URL: 'a', DATABASE_URL: 'b', SANITY_WRITE_TOKEN: 'c', PUBLIC_X: 'd' }
    expect(contentVariables(source)).toEqual({ SITE_URL: 'a', PUBLIC_X: 'd' })
    const of = (mayReuse: boolean) =>
      buildEnvironment({ ...source, BUILD_DIR: 'dist' }, '/new', '/fault.json', mayReuse)
    expect(of(false)).toEqual({
      SITE_URL: 'a',
      PUBLIC_X: 'd',
      BUILD_DIR: '/new',
      CONTENT_FAULT_FILE: '/fault.json',
      ASTRO_TELEMETRY_DISABLED: '1',
      NO_COLOR: '1',
    })
    expect(of(true)).toEqual({ ...of(false), MAY_REUSE_BUNDLES: '1' })
  })

  it('OPS-01 puts releases below DATA_DIR unless RELEASES_DIR is set', () => {
    expect(releasesEnv({ DATA_DIR: '/d' }).releasesDir).toBe('/d/releases')
    expect(releasesEnv({ RELEASES_DIR: '/r' }).releasesDir).toBe('/r')
  })
})

describe('files of the publisher', () => {
  it('a build request lasts until it is cleared, and each has its own id', () => {
    const request = buildRequestIn(join(folder, 'missing/folder'))
    expect([request.readId(), request.writtenAt()]).toEqual([undefined, undefined])
    const id = request.write()
    expect(request.readId()).toBe(id)
    expect(request.write()).not.toBe(id)
    request.clear()
    request.clear()
    expect(request.readId()).toBeUndefined()
  })

  it.each([
    '',
    '{',
    '{}',
    '{"base":"b","baseDir":"/b","live":"../../etc","previous":"first"}',
    '{"base":"b","baseDir":"/b","live":"first"}',
  ])('ignores a malformed current release: %s', (text) => {
    writeFileSync(join(folder, 'current'), text)
    expect(readCurrentRelease(folder)).toBeUndefined()
  })

  it('reads the current release as it was written', () => {
    const live = newReleaseName(new Date('2026-12-01T09:00:00Z'))
    expect(live).toMatch(/^20261201T090000000-[0-9a-f]{8}$/)
    const current = { base: 'b', baseDir: '/b', live, previous: 'first' }
    writeCurrentRelease(folder, current)
    expect(readCurrentRelease(folder)).toEqual(current)
  })

  it('CMS-04 removes pictures of a killed build and keeps older ones', () => {
    const cache = join(folder, 'cache/astro/assets')
    mkdirSync(cache, { recursive: true })
    for (const [name, seconds] of [
      ['old.webp', 1_000],
      ['half.webp', 3_000],
      ['half.webp.json', 2_000],
    ] as const) {
      writeFileSync(join(cache, name), '')
      utimesSync(join(cache, name), seconds, seconds)
    }
    removePicturesSince(folder, 2_000_000)
    expect(readdirSync(cache)).toEqual(['old.webp'])
    removePicturesSince(join(folder, 'missing'), 0)
  })
})
