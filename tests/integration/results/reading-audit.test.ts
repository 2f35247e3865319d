import { describe, expect, it } from 'vitest'
import { acknowledgeResult, getResultLetter, listResults } from '#results/contract/results.ts'
import { readResults } from '#results/server/database/released-results.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { buildReleased, buildResult, hide } from '#tests/fixtures/released-result.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'
import { auditOf, type Reader, readingSite } from './reading-setup.ts'

const site = perFile(readingSite)

const READS = IS_LONG ? 10_000 : 400
const AT_ONCE = 8

/** Reads one patient's results many times at once; how many readings have no audit entry. */
async function unrecordedReadings(): Promise<number> {
  const reader = await site.newReader()
  await buildReleased(site.database, site.sealer, reader.profileId)
  let seen = 0
  const work = async () => {
    for (let n = 0; n < READS / AT_ONCE; n += 1) {
      const requestId = `read-${n}`
      const reading = { why: 'result-read', requestId } as const
      const shown = await readResults(site.database, site.sealer, reader, reading)
      seen += shown.length
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(seen).toBe(READS)
  return seen - (await auditOf(site.database, reader)).length
}

/** Which parts of results that are not shown reach their patient. */
async function leaks(): Promise<string[]> {
  const reader = await site.newReader()
  const { database, sealer } = site
  const held = await buildReleased(database, sealer, reader.profileId, { value: '91.17' })
  await hide(database, 'hold', held.resultId)
  await buildResult(database, sealer, reader.profileId, { value: '92.18' })
  const { visitor, profileId } = reader
  const { text } = await visitor.call(listResults, { profileId })
  return ['91.17', '92.18'].filter((value) => text.includes(value))
}

/** Replaces the reading function by a copy with `from` replaced by `to`, runs `work`, and restores it. */
async function withReading<Value>(from: string | RegExp, to: string, work: () => Promise<Value>) {
  const restore = await patchFunction(site.database, 'lab.read_results', (text) =>
    text.replace(from, to),
  )
  try {
    return await work()
  } finally {
    await restore()
  }
}

describe('every reading is recorded before it is answered', () => {
  it('API-08 RES-03 as many readings as audit entries, also at once', async () => {
    expect(await unrecordedReadings()).toBe(0)
  })

  it('RES-03 the check finds readings without an entry when the audit is skipped', async () => {
    const skipped = await withReading(
      /insert into app\.audit_log[\s\S]*?returning subject/,
      `select 'result:' || s.result_id as subject from shown s`,
      unrecordedReadings,
    )
    expect(skipped).toBe(READS)
  })

  it('API-08 a reading whose entry cannot be written answers nothing', async () => {
    const reader = await site.newReader()
    await buildReleased(site.database, site.sealer, reader.profileId)
    const { visitor, profileId } = reader
    await site.database.query(
      'alter table app.audit_log add constraint full_disk check (audit_id < 0) not valid',
    )
    const answer = await visitor.call(listResults, { profileId })
    await site.database.query('alter table app.audit_log drop constraint full_disk')
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('test_result')
  })
})

describe('only the view reaches the patient', () => {
  it('RES-05 nothing of a held or unreleased result is in an answer', async () => {
    expect(await leaks()).toEqual([])
  })

  it('RES-05 the check finds both when the view is bypassed', async () => {
    const everything = `from (select x.result_id, x.profile_id, x.appointment_id, x.version, x.round, x.corrected, 'released' as state,
        x.finding_sealed, x.light_sealed, x.risk_group_sealed, x.comments_sealed, x.retest_on_sealed, now() as released_at, l.lab_name, s.taken_at,
        x.sample_id, s.patient_name_sealed, s.birth_date
        from app.results x join app.samples s using (sample_id) join app.labs l using (lab_id)) r`
    expect(await withReading('from app.released_results r', everything, leaks)).toEqual([
      '91.17',
      '92.18',
    ])
  })
})

describe('value, colour and comment', () => {
  const VALUE = '8731.42'
  const COMMENT = 'canary-comment-lantern'
  const COLOUR = 'amber'

  it('API-08 RES-02 are in no log line, address, job or table', async () => {
    const reader: Reader = await site.newReader()
    const { profileId, visitor } = reader
    const { resultId } = await buildReleased(site.database, site.sealer, profileId, {
      value: VALUE,
      comments: COMMENT,
      light: COLOUR,
    })
    const input = { profileId, result_id: resultId }
    const list = await visitor.call(listResults, { profileId })
    expect(list.text).toContain(VALUE)
    expect(list.headers.get('cache-control')).toBe('no-store')
    await visitor.call(acknowledgeResult, { ...input, round: 1 })
    await visitor.call(getResultLetter, input)
    site.lake.isAway = true
    await visitor.call(getResultLetter, input)
    site.lake.isAway = false
    const secrets = [VALUE, COMMENT, COLOUR]
    expect(site.logged.length).toBeGreaterThan(3)
    expect(foundIn(site.logged.join('\n'), secrets)).toEqual([])
    const tables = await allRows(site.database)
    expect(tables.get('app.audit_log')).toContain(resultId)
    const found = [...tables].map(([name, rows]) => [name, foundIn(rows, secrets)])
    expect(found.filter(([, secret]) => secret?.length)).toEqual([])
  })
})
