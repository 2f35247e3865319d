import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { resealAll } from '#app/commands/reseal.ts'
import { SEALED_TABLES, type SealedTable } from '#app/database/sealed-values.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { erasePatient } from '#portal/commands/erase-patient.ts'
import { recordCall } from '#results/server/calls.ts'
import { tidyLabRows } from '#results/server/database/quarantine.ts'
import { deferralContext } from '#results/server/database/results-contexts.ts'
import { defer } from '#results/server/database/results-judgements.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  CLINICIAN,
  SECOND,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import { approve, importValue } from '#tests/integration/results/result-steps.ts'

const VALUE = '7.3519'
const COMMENTS = 'Please call the quayside surgery'

const test = perFile(testDatabase)
let kept: TakenTube
let erased: TakenTube

beforeAll(async () => {
  const people = ['Keptwell', 'Erasmus'].map((surname) => ({
    surname,
    forename: 'Cuthbert',
    birthDate: '1961-02-03',
  }))
  const tubes = await takeTubes(test.database, people)
  ;[kept, erased] = tubes as [TakenTube, TakenTube]
  for (const tube of tubes) {
    const id = await importValue(test.database, tube, VALUE)
    const deferralId = randomUUID()
    const detailsSealed = sealer.seal(COMMENTS, deferralContext(deferralId))
    const shown = { revision: 1, judgements: 0, by: CLINICIAN }
    await defer(test.database, { deferralId, resultId: id, detailsSealed, ...shown })
    const row = { id, tube, value: VALUE, light: 'red', comments: COMMENTS }
    await approve(test.database, [row])
    await approve(test.database, [row], SECOND)
    const call = { kind: 'spoken-to', details: COMMENTS, by: CLINICIAN } as const
    await recordCall({ database: test.database, sealer }, id, call)
    await releaseResults(test.database, [id], CLINICIAN, { reason: undefined })
  }
})

const count = async (table: string, where = 'true') => {
  const { rows } = await test.database.query<{ n: number }>(
    `select count(*) as n from app.${table} where ${where}`,
  )
  return rows[0]?.n
}

describe('samples and results over the years', () => {
  it('LAB-10 value, comments, colour and the laboratory’s row are nowhere readable', async () => {
    const rows = [...(await allRows(test.database)).values()].join('\n')
    expect(foundIn(rows, [VALUE, COMMENTS, 'lab_ref', 'amber'])).toEqual([])
    expect(rows).not.toMatch(/\bred\b/)
  })

  it('OPS-06 LAB-10 are encrypted again under a new key', async () => {
    const k2 = { id: 'k2', key: randomBytes(32) }
    const next = createSealer({ data: [k2], lookup: randomBytes(32) })
    const both = { open: sealer.open, seal: next.seal }
    const done = await resealAll(
      { database: test.database, sealer: both, keyId: 'k2' },
      'Ada Quill',
    )
    const names = (Object.keys(SEALED_TABLES) as SealedTable[]).filter((name) =>
      /^(samples|lab_rows|results|gradings|deferrals|follow_up_notes)/.test(name),
    )
    for (const name of names) {
      const table = done.find((one) => one.table === name)
      expect(table?.resealed, name).toBeGreaterThan(0)
      const { id, column, contextOf } = SEALED_TABLES[name]
      const { rows } = await test.database.query<{ id: string; sealed: Buffer }>(
        `select ${id} as id, ${column} as sealed from app.${name.split('.')[0]} where ${column} is not null`,
      )
      const opened = rows.map((row) => next.open(row.sealed, contextOf(row.id)))
      // A sheet has no reason for another day of the next test.
      expect(opened.includes(''), name).toBe(name === 'gradings.retest_reason_sealed')
    }
    const { rows: samples } = await test.database.query<{ id: string; sealed: Buffer }>(
      'select sample_id as id, patient_name_sealed as sealed from app.samples',
    )
    const patients = samples.map(({ id, sealed }) =>
      next.open(sealed, SEALED_TABLES.samples.contextOf(id)),
    )
    expect(patients.sort()).toEqual(['Cuthbert Erasmus', 'Cuthbert Keptwell'])
    expect(await findViolations(test.database)).toEqual([])
  })

  it('LAB-10 OPS-08 the content of a row is deleted after ninety days, the row of a patient stays', async () => {
    const later = test.open({ clockOffsetSeconds: 89 * 86_400 })
    await tidyLabRows(later)
    expect(await count('lab_rows', 'row_sealed is not null')).toBe(2)
    const afterwards = test.open({ clockOffsetSeconds: 91 * 86_400 })
    await tidyLabRows(afterwards)
    expect(await count('lab_rows', 'row_sealed is not null')).toBe(0)
    expect(await count('lab_rows')).toBe(2)
    expect(await findViolations(test.database)).toEqual([])
  })

  it('OPS-05 LAB-10 an erasure deletes samples, rows, judgements and results of its patient only, and counts them', async () => {
    const erasure = {
      profileId: erased.profileId,
      operator: 'Ada Quill',
      reason: 'asked by letter',
    }
    // What staff wrote about a tube, before rows of the log named their patients, and since.
    await test.database.query(
      `insert into app.audit_log (at, action, subject, operator, reason, subjects)
       select app.clock_now(), 'sample-void', 'sample:' || sample_id, $1, $2, null from app.samples
       union all select app.clock_now(), 'undone', 'event:1', $1, $2, array[profile_id] from app.samples
       union all select app.clock_now(), 'both', 'event:1', $1, $2, array_agg(profile_id) from app.samples`,
      [CLINICIAN, COMMENTS],
    )
    const written = () => count('audit_log', `reason = '${COMMENTS}'`)
    expect(await written()).toBe(5)
    const identity = { deleteAccount: () => Promise.resolve(true) }
    const deps = { database: test.database, sealer, identity }
    const dry = await erasePatient(deps, { ...erasure, apply: false })
    expect(await count('results')).toBe(2)
    const done = await erasePatient(deps, { ...erasure, apply: true })
    expect(done).toEqual(dry)
    expect(done).toMatchObject({
      ok: true,
      rows: {
        samples: 1,
        lab_rows: 1,
        results: 1,
        gradings: 2,
        deferrals: 1,
        follow_ups: 1,
        follow_up_notes: 1,
        appointments: 1,
      },
    })
    for (const table of [
      'samples',
      'lab_rows',
      'results',
      'deferrals',
      'follow_ups',
      'follow_up_notes',
    ])
      expect(await count(table)).toBe(1)
    expect(await count('samples', `label = '${kept.label}'`)).toBe(1)
    const rows = [...(await allRows(test.database)).values()].join('\n')
    expect(foundIn(rows, ['erasmus'])).toEqual([])
    // Those of the other patient stay, as does a text about several.
    expect(await written()).toBe(3)
    // The label is spent for ever, and says nothing about its patient.
    expect(await count('spent_labels')).toBe(2)
    expect(await count('samples', `label = '${erased.label}'`)).toBe(0)
    expect(await findViolations(test.database)).toEqual([])
  })
})
