import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PublishedDocument } from '#content/rules/release-record.ts'
import { timedChanges } from '#content/server/publishing/publish/catch-up.ts'
import { type RollbackHold, rollbackHold } from '#content/server/publishing/publish/rollback.ts'
import { writeCurrentRelease } from '#content/server/publishing/releases/current-release.ts'
import { createLogger } from '#core/server/logger.ts'

const logger = createLogger('silent')
const document = (_id: string): PublishedDocument => ({ _id, _rev: '1', _type: 'story' })

let dir: string
let published: PublishedDocument[] | undefined
const hold = (): RollbackHold =>
  rollbackHold(
    dir,
    () => (published ? Promise.resolve(published) : Promise.reject(new Error('unreachable'))),
    logger,
  )
const show = (rolledBack: boolean) =>
  writeCurrentRelease(dir, {
    base: 'b',
    baseDir: dir,
    live: 'first',
    previous: 'first',
    rolledBack,
  })

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'halyard-hold-'))
  published = [document('a')]
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('an operator’s rollback', () => {
  it('CMS-09 holds for the content that was published when it was noticed, also after a restart', async () => {
    show(true)
    await hold().noticed()
    expect(hold().isRolledBackContent([document('a')])).toBe(true)
    expect(hold().isRolledBackContent([document('a'), document('b')])).toBe(false)
  })

  it('CMS-09 holds for the content of the first comparison when the content could not be read before', async () => {
    show(true)
    published = undefined
    const rollback = hold()
    await rollback.noticed()
    expect(rollback.isRolledBackContent([document('a')])).toBe(true)
    expect(rollback.isRolledBackContent([document('b')])).toBe(false)
  })

  it('CMS-09 does not hold after its end', async () => {
    show(true)
    const rollback = hold()
    await rollback.noticed()
    show(false)
    expect([rollback.isHeld(), rollback.isRolledBackContent([document('a')])]).toEqual([
      false,
      false,
    ])
  })

  it('CMS-08 delays documents with times until the next publication', () => {
    let requests = 0
    const follow = timedChanges({
      newest: () => ({ documents: [], nextChangeAt: '2026-12-01T09:00:00Z' }),
      request: () => {
        requests += 1
      },
      isHeld: hold().isHeld,
      clock: () => new Date('2026-12-01T09:00:01Z'),
      logger,
    })
    show(true)
    follow()
    expect(requests).toBe(0)
    show(false)
    follow()
    expect(requests).toBe(1)
  })
})
