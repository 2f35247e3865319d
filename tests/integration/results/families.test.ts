import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { decideRow } from '#results/rules/lab-match.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { closeRow } from '#results/server/laboratory/row-ends.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { cellsOf, ROW_FAULTS } from '#tests/fixtures/lab-rows.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { RESULTS_RUNS } from '#tests/fixtures/results-runs.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { Run } from '#tests/integration/results/lab-run.ts'
import { CLERK, sealer, takeTubes } from '#tests/integration/results/lab-setup.ts'
import { earlyWithdrawals, type Step, steps } from '#tests/integration/results/lab-steps.ts'
import { byTwo } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

/** Which rules of `decideRow` a test switches off. */
const ignored = vi.hoisted(() => ({ birthDate: false, everything: false, takenBack: false }))

vi.mock('#results/rules/lab-match.ts', async (original) => {
  const actual = await original<{ decideRow: typeof decideRow }>()
  const weakened: typeof decideRow = (row, context) => {
    const { sample } = context
    if (ignored.takenBack) return actual.decideRow(row, { ...context, isTakenBack: false })
    if (sample && ignored.birthDate) {
      return actual.decideRow({ ...row, birthDate: sample.birthDate }, context)
    }
    if (sample && ignored.everything) {
      const { surnameKey, birthDate, labKey } = sample
      const same = { ...row, surnameKey, birthDate, labKey, forenameKey: undefined }
      return actual.decideRow(same, context)
    }
    return actual.decideRow(row, context)
  }
  return { ...actual, decideRow: weakened }
})

const test = perFile(testDatabase)

async function run(sequence: readonly Step[], early: readonly number[] = []): Promise<Run> {
  const begun = await Run.begin(test.database, early)
  for (const step of sequence) await begun.step(step)
  return begun
}

/** A file in which the laboratory swapped the tubes of twins and of two patients with day and month swapped. */
const SWAPPED: Step[] = [
  { do: 'import', rows: [0, 1, 2, 5, 7].map((tube) => ({ tube, kind: 'of another' })) },
  { do: 'release all', spelling: 'ADA QUILL' },
]

/** Removes one line of the conditions of a function of the database, by default of those that a row is checked for again. */
const withoutCondition = (condition: string | RegExp, name = 'lab.take_over') =>
  patchFunction(test.database, name, (text) => text.replace(condition, ''))

describe('laboratory files over generated families', () => {
  it(
    'RES-07 LAB-01 LAB-02 LAB-04 every row does what the generator knows, and no value reaches another patient',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, earlyWithdrawals, async (sequence, early) => {
          expect(await (await run(sequence, early)).misattributed()).toEqual([])
        }),
        { numRuns: RESULTS_RUNS },
      )
      expect(await findViolations(test.database)).toEqual([])
    },
    120_000 + 5_000 * RESULTS_RUNS,
  )

  it('LAB-02 every row of a file of several chunks is taken over or waits', async () => {
    const [tube] = await takeTubes(test.database, [
      { surname: 'Last', forename: 'Row', birthDate: '1961-02-03' },
    ])
    if (tube === undefined) throw new Error('There is no tube.')
    const unknown = (at: number) => ({
      ...cellsOf(tube, `1.${at}`),
      ...ROW_FAULTS['label unknown'].change(),
    })
    const csv = labCsv([
      ...Array.from({ length: 2_100 }, (_, at) => unknown(at)),
      cellsOf(tube, '1.1'),
    ])
    const outcome = await importLabFile({ database: test.database, sealer }, csv, CLERK)
    expect(outcome).toMatchObject({ ok: true, rowCount: 2_101 })
    expect(outcome).toMatchObject({ counts: { quarantined: 2_100, accepted: 1 } })
  })

  it('RES-07 swapped tubes of twins wait in quarantine', async () => {
    expect(await (await run(SWAPPED)).misattributed()).toEqual([])
  })

  it('LAB-04 a value that was taken back before its tube was recorded needs a correction, also when the row was closed', async () => {
    const begun = await Run.begin(test.database, [0])
    const { rows } = await test.database.query<{ id: string }>(
      `select row_id as id from app.lab_rows where resolution is null and 'taken-back-early' = any(reasons)`,
    )
    for (const { id } of rows) expect(await byTwo(test.database, closeRow, id)).toBeUndefined()
    for (const kind of ['new', 'very high', 'corrected', 'again'] as const) {
      await begun.step({ do: 'import', rows: [{ tube: 0, kind }] })
    }
  })

  it('LAB-04 without the early withdrawal in the comparison: the same check fails, and the database still lets no row through', async () => {
    const row: Step = { do: 'import', rows: [{ tube: 0, kind: 'new' }] }
    ignored.takenBack = true
    const begun = await Run.begin(test.database, [0])
    await expect(begun.step(row)).rejects.toMatchObject({
      actual: ['quarantined: changed-since-check'],
    })
    const restore = await withoutCondition(/or exists \(select.*$/m, 'lab.is_taken_back')
    await expect(begun.step(row)).rejects.toMatchObject({ actual: ['accepted'] })
    await restore()
    ignored.takenBack = false
  })

  it('LAB-04 without the waiting rows in the view: a value is shown that the laboratory contradicts, and the check finds it', async () => {
    const tube = 0
    const shown: Step[] = [
      { do: 'import', rows: [{ tube, kind: 'new' }] },
      { do: 'release all', spelling: 'ADA QUILL' },
    ]
    const again: Step = { do: 'import', rows: [{ tube, kind: 'of another' }] }
    await run([...shown, again])
    const restore = await patchFunction(test.database, 'lab.row_waits', (text) =>
      text.replace('select exists', 'select false and exists'),
    )
    await expect(run([...shown, again])).rejects.toThrow(/of another/)
    await restore()
  })

  it('RES-07 LAB-01 without the birth date in the comparison: the same check fails, and the database still lets no row through', async () => {
    ignored.birthDate = true
    const begun = await Run.begin(test.database)
    await expect(begun.step(SWAPPED[0] as Step)).rejects.toMatchObject({
      actual: expect.arrayContaining(['quarantined: changed-since-check']),
    })
    expect(await begun.misattributed()).toEqual([])
    ignored.birthDate = false
  })

  it('RES-07 LAB-01 without any comparison, in the code and in the database: values reach other patients, and the check finds them', async () => {
    ignored.everything = true
    const restore = await withoutCondition(
      /s\.surname_key = g\.surname_key and \(g\.forename_key is null or s\.forename_key = g\.forename_key\)\s+and s\.birth_date = g\.birth_date and /,
    )
    const begun = await Run.begin(test.database)
    await expect(begun.step(SWAPPED[0] as Step)).rejects.toMatchObject({
      actual: expect.arrayContaining(['accepted']),
    })
    expect((await begun.misattributed()).length).toBeGreaterThan(0)
    await restore()
    ignored.everything = false
  })
})
