import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releasesEnv } from '#server/config/env.ts'
import { deployHookGateway } from '#server/gateways/deploy-hook.ts'
import { createLogger } from '#server/logger.ts'
import { buildEnvironment, contentVariables } from '#server/publishing/build-environment.ts'
import { markerIn } from '#server/publishing/marker.ts'
import { forgetPictures } from '#server/publishing/picture-cache.ts'
import { readPointer, writePointer } from '#server/publishing/pointer.ts'
import { byDeployHook, cannotBuild } from '#server/publishing/publish.ts'
import { newName } from '#server/publishing/releases.ts'
import { contentFault } from '#server/publishing/status-messages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-small-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const logger = createLogger('silent')
const running = () => new AbortController().signal

describe('words for staff', () => {
  const fault =
    'The content is incomplete: page.title must be a text. Please fill it in the Studio.'

  it.each([
    ['alone', fault],
    ['among others', `14:00 [build] x\n[ContentError] ${fault}\n  at file.ts:1`],
    ['broken over lines', fault.replace('Please', '\n  Please')],
  ])('CMS-04 the sentence of incomplete content is found %s', (_, output) => {
    expect(contentFault(output)).toBe(fault)
  })

  it('of another failure staff see nothing of the output', () => {
    expect(contentFault('Error: connect ECONNREFUSED 10.0.0.1')).toBeUndefined()
  })
})

describe('the environment of a build', () => {
  it('CMS-04 has only what pages are made of', () => {
    const source = { SITE_URL: 'a', DATABASE_URL: 'b', SANITY_WRITE_TOKEN: 'c', PUBLIC_X: 'd' }
    expect(contentVariables(source)).toEqual({ SITE_URL: 'a', PUBLIC_X: 'd' })
    expect(buildEnvironment({ ...source, BUILD_DIR: 'dist' }, '/new')).toMatchObject({
      SITE_URL: 'a',
      BUILD_DIR: '/new',
    })
  })

  it('OPS-01 releases lie below the data unless it is said otherwise', () => {
    expect(releasesEnv({ DATA_DIR: '/d' }).releasesDir).toBe('/d/releases')
    expect(releasesEnv({ RELEASES_DIR: '/r' }).releasesDir).toBe('/r')
  })
})

describe('files', () => {
  it('a note is there until it is cleared, and each has a name of its own', () => {
    const marker = markerIn(join(folder, 'not/yet'))
    expect([marker.read(), marker.setAt()]).toEqual([undefined, undefined])
    const name = marker.set()
    expect(marker.read()).toBe(name)
    expect(marker.set()).not.toBe(name)
    marker.clear()
    marker.clear()
    expect(marker.read()).toBeUndefined()
  })

  it.each([
    '',
    '{',
    '{}',
    '{"base":"b","baseDir":"/b","live":"../../etc","previous":"first"}',
    '{"base":"b","baseDir":"/b","live":"first"}',
  ])('a pointer that says %s points nowhere', (text) => {
    writeFileSync(join(folder, 'current'), text)
    expect(readPointer(folder)).toBeUndefined()
  })

  it('a pointer is read as it was written', () => {
    const live = newName(new Date('2026-12-01T09:00:00Z'))
    expect(live).toMatch(/^20261201T090000000-[0-9a-f]{8}$/)
    const pointer = { base: 'b', baseDir: '/b', live, previous: 'first' }
    writePointer(folder, pointer)
    expect(readPointer(folder)).toEqual(pointer)
  })

  it('CMS-04 pictures of a killed build are forgotten, older ones are kept', () => {
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
    forgetPictures(folder, 2_000_000)
    expect(readdirSync(cache)).toEqual(['old.webp'])
    forgetPictures(join(folder, 'nowhere'), 0)
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
    ['at once', [201], true, 1],
    ['after a refusal', [503, 200], true, 2],
    ['never', [500, 500, 500], false, 3],
    ['by a redirect, which is not followed', [302, 302, 302], false, 3],
  ])('CMS-04 is asked, and takes it %s', async (_, answers, ok, times) => {
    statuses = answers
    const outcome = await hook().ask(running())
    expect([outcome.ok, asked]).toEqual([ok, Array.from({ length: times }, () => 'POST')])
    expect(JSON.stringify(outcome)).not.toContain('secret')
  })

  it('CMS-04 staff hear that it was handed over, and that it was not', async () => {
    const publish = byDeployHook(hook(), logger, () => new Date('2026-12-01T09:05:00Z'))
    statuses = [200, 500, 500, 500]
    expect(await publish(running())).toMatchObject({
      ending: 'done',
      status: { state: 'building' },
    })
    const failed = await publish(running())
    expect(failed).toMatchObject({ ending: 'later', status: { state: 'failed' } })
    expect(failed.status?.message).toContain('at 09:05.')
  })

  it('CMS-04 where nothing can build staff hear that, too', async () => {
    expect(await cannotBuild(logger)(running())).toMatchObject({
      ending: 'failed',
      status: { state: 'failed' },
    })
  })
})
