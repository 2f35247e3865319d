import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releasesEnv } from '#server/config/env.ts'
import { deployHookGateway } from '#server/gateways/deploy-hook.ts'
import { createLogger } from '#server/logger.ts'
import { buildEnvironment, contentVariables } from '#server/publishing/build/build-environment.ts'
import { readFaultFile, writeFaultFile } from '#server/publishing/build/fault-file.ts'
import { removePicturesSince } from '#server/publishing/build/picture-cache.ts'
import { buildRequestIn } from '#server/publishing/publish/build-request.ts'
import {
  publishByDeployHook,
  publishWithoutBuilder,
} from '#server/publishing/publish/deploy-hook.ts'
import {
  readCurrentRelease,
  writeCurrentRelease,
} from '#server/publishing/releases/current-release.ts'
import { newReleaseName } from '#server/publishing/releases/releases.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-small-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const logger = createLogger('silent')
const running = () => new AbortController().signal

describe('the fault file of a build', () => {
  const fault = { document: 'news-x', field: 'title', problem: 'missing' } as const

  it('CMS-04 keeps the first fault of the content that a build finds', () => {
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
    expect(buildEnvironment({ ...source, BUILD_DIR: 'dist' }, '/new', '/fault.json')).toMatchObject(
      {
        SITE_URL: 'a',
        BUILD_DIR: '/new',
        CONTENT_FAULT_FILE: '/fault.json',
      },
    )
  })

  it('OPS-01 puts releases below DATA_DIR unless RELEASES_DIR is set', () => {
    expect(releasesEnv({ DATA_DIR: '/d' }).releasesDir).toBe('/d/releases')
    expect(releasesEnv({ RELEASES_DIR: '/r' }).releasesDir).toBe('/r')
  })
})

describe('files', () => {
  it('a build request lasts until it is cleared, and each has its own id', () => {
    const request = buildRequestIn(join(folder, 'not/yet'))
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
    removePicturesSince(join(folder, 'nowhere'), 0)
  })
})

describe('the deploy hook', () => {
  let server: Server
  let statuses: number[]
  let asked: (string | undefined)[]
  beforeEach(async () => {
    asked = []
    server = createServer((request, response) => {
      asked.push(request.method)
      response.writeHead(statuses.shift() ?? 200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const hook = () =>
    deployHookGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`, [1, 1])

  it.each<[string, number[], boolean, number]>([
    ['succeeds at once', [201], true, 1],
    ['succeeds after a 503', [503, 200], true, 2],
    ['fails after three errors', [500, 500, 500], false, 3],
    ['does not follow redirects', [302, 302, 302], false, 3],
  ])('CMS-04 %s', async (_, answers, ok, times) => {
    statuses = answers
    const outcome = await hook().ask(running())
    expect([outcome.ok, asked]).toEqual([ok, Array.from({ length: times }, () => 'POST')])
    expect(JSON.stringify(outcome)).not.toContain('secret')
  })

  it('CMS-04 tells staff whether the hosting service accepted the request', async () => {
    const publish = publishByDeployHook(hook(), logger, () => new Date('2026-12-01T09:05:00Z'))
    statuses = [200, 500, 500, 500]
    expect(await publish(running())).toMatchObject({
      result: 'done',
      status: { state: 'building' },
    })
    const failed = await publish(running())
    expect(failed).toMatchObject({ result: 'retry', status: { state: 'failed' } })
    expect(failed.status?.message).toContain('at 09:05.')
  })

  it('CMS-04 tells staff when no build is possible', async () => {
    expect(await publishWithoutBuilder(logger)(running())).toMatchObject({
      result: 'failed',
      status: { state: 'failed' },
    })
  })
})
