import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { fire } from '#tests/attack/fire.ts'
import { LAKE_API } from './hostile-requests.ts'
import { type LakeProcess, startLakeProcess } from './lake-process.ts'
import { temporaryFolder } from './test-lake.ts'

const REQUESTS = 500
const MOST_GROWTH_MB = 200
/** A full queue: the caller may try again later. */
const DOCUMENTED = /^50[37] /

const dir = temporaryFolder()
let lake: LakeProcess

beforeAll(async () => {
  lake = await startLakeProcess(dir, { STUDIO_PASSWORD: 'the-editors' })
})
afterAll(async () => {
  await lake.kill()
  rmSync(dir, { recursive: true, force: true })
})

it('CMS-10 hostile bytes end no process, and no caller makes the lake fail', async () => {
  const { origin, pid } = lake
  const { survived, statuses, serverFaults, memoryMb } = await fire({
    port: Number(new URL(origin).port),
    siteUrl: origin,
    seed: inject('seed'),
    requests: REQUESTS,
    pid,
    settledWithinMs: 0,
    attacked: LAKE_API,
  })
  expect(survived).toBe(true)
  expect(lake.errors()).toBe('')
  expect(serverFaults.filter((fault) => !DOCUMENTED.test(fault))).toEqual([])
  for (const status of [200, 400, 401, 404, 405]) expect(statuses[status]).toBeGreaterThan(0)
  expect(memoryMb.late).toBeLessThan(memoryMb.early + MOST_GROWTH_MB)
  expect(await lake.client.fetch('count(*)')).toBeGreaterThanOrEqual(0)
})
