import { describe, expect, it } from 'vitest'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { listOpenResults, releaseHeld } from '#results/server/database/results.ts'
import { endSample } from '#results/server/database/results-samples.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { confirmRow } from '#results/server/laboratory/row-ends.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  attendanceCsv,
  CLERK,
  CLINICIAN,
  NURSE,
  type Person,
  SECOND,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import { approve, byTwo, newestOf } from '#tests/integration/results/result-steps.ts'
import { listLine } from '../../../scripts/operator/result-calls.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const NHS = ['9434765919', '4010232137'] as const

const test = perFile(testDatabase)
let laboratories = 0

/** David and Daniel Smith, with one birth date and a laboratory that no other test uses; `change` is for the second one. */
async function pair(change: Partial<Person> = {}, first: Partial<Person> = {}) {
  laboratories += 1
  const smith = { surname: 'Smith', birthDate: '1960-05-17' }
  const people = [
    { ...smith, forename: 'David', ...first },
    { ...smith, forename: 'Daniel', ...change },
  ]
  const laboratory = `Laboratory of pair ${laboratories}`
  const [david, daniel] = await takeTubes(test.database, people, { laboratory })
  if (david === undefined || daniel === undefined) throw new Error('There are no tubes.')
  return { david, daniel }
}

const importRows = async (rows: readonly LabCells[]) => {
  const csv = labCsv(rows)
  const outcome = await importLabFile({ database: test.database, sealer }, csv, CLERK)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.waiting.flatMap(({ reasons }) => reasons)
}
const withoutForename = (tube: TakenTube, value: string, more: Partial<LabCells> = {}) => ({
  ...cellsOf(tube, value),
  forename: '',
  ...more,
})

async function rowOf({ label }: TakenTube): Promise<string> {
  const { rows } = await test.database.query<{ id: string }>(
    'select row_id as id from app.lab_rows where label = $1 order by resolved_at nulls first',
    [label],
  )
  return rows[0]?.id ?? ''
}

describe('two patients with one surname and birth date', () => {
  it('LAB-01 RES-07 labels exchanged at the desk, no forename sent: both rows wait', async () => {
    const { david, daniel } = await pair()
    const swapped = [
      withoutForename(daniel, '24.0', { label: david.label }),
      withoutForename(david, '1.10', { label: daniel.label }),
    ]
    expect(await importRows(swapped)).toEqual(['namesake-tube', 'namesake-tube'])
  })

  it('LAB-01 a forename that only one of them has tells them apart; a forename of both does not', async () => {
    const { david } = await pair()
    expect(await importRows([cellsOf(david, '1.1')])).toEqual([])
    const { david: one } = await pair({ forename: 'DAVID' })
    expect(await importRows([cellsOf(one, '1.1')])).toEqual(['namesake-tube'])
  })

  it('LAB-01 another surname, birth date or laboratory, and a tube that is spoiled or was undone: only the last two count', async () => {
    const { david } = await pair({ surname: 'Smyth' })
    const { david: two } = await pair({ birthDate: '1960-05-18' })
    expect(await importRows([withoutForename(david, '1.1'), withoutForename(two, '1.1')])).toEqual(
      [],
    )
    const { david: three, daniel } = await pair()
    await endSample(test.database, daniel.label, { as: 'spoiled', by: NURSE, reason: 'clotted' })
    expect(await importRows([withoutForename(three, '1.1')])).toEqual(['namesake-tube'])
    const { david: four, daniel: undone } = await pair()
    await test.database.query(
      `update app.samples set state = 'mistaken', changed_by = $2, change_reason = 'the wrong patient' where label = $1`,
      [undone.label, NURSE],
    )
    expect(await importRows([withoutForename(four, '1.1')])).toEqual(['namesake-tube'])
  })

  it('LAB-01 an NHS number tells them apart only when both patients have one and the row has the right one', async () => {
    const { david } = await pair({ nhsNumber: NHS[1] }, { nhsNumber: NHS[0] })
    expect(await importRows([withoutForename(david, '1.1', { nhs_number: NHS[0] })])).toEqual([])
    const { david: alone } = await pair({}, { nhsNumber: NHS[0] })
    expect(await importRows([withoutForename(alone, '1.1', { nhs_number: NHS[0] })])).toEqual([
      'namesake-tube',
    ])
    const { david: unknown } = await pair({ nhsNumber: NHS[1] })
    expect(await importRows([withoutForename(unknown, '1.1', { nhs_number: NHS[0] })])).toEqual([
      'namesake-tube',
    ])
  })

  it('LAB-01 two people who asked the laboratory by telephone take the row over', async () => {
    const { david } = await pair()
    await importRows([withoutForename(david, '1.1')])
    expect(await byTwo(test.database, confirmRow, await rowOf(david))).toBeUndefined()
    expect(await newestOf(test.database, david)).toMatchObject({ version: 1, state: 'matched' })
    expect(await findViolations(test.database)).toEqual([])
  })
})

describe('a namesake whose tube is recorded after the row was taken over', () => {
  async function late(release: boolean, isOld = false) {
    let taken: TakenTube | undefined
    laboratories += 1
    const laboratory = `Late laboratory ${laboratories}`
    const smith = { surname: 'Smith', birthDate: '1960-05-17' }
    const [david] = await takeTubes(test.database, [{ ...smith, forename: 'David' }], {
      laboratory,
    })
    if (david === undefined) throw new Error('There is no tube.')
    await importRows([withoutForename(david, '1.1')])
    const { id } = await newestOf(test.database, david)
    if (isOld) {
      await test.database.query(
        `alter table app.lab_rows disable trigger user; update app.lab_rows set has_forename = null, nhs_agrees = null
           where label = '${david.label}'; alter table app.lab_rows enable trigger user`,
      )
    }
    if (release) {
      await approve(test.database, [{ id, tube: david, value: '1.1', light: 'green' }])
      await releaseResults(test.database, [id], CLINICIAN)
    }
    await takeTubes(test.database, [{ ...smith, forename: 'Daniel' }], {
      laboratory,
      before: async ([tube]) => {
        taken = tube
      },
    })
    if (taken === undefined) throw new Error('There is no second tube.')
    const { rows } = await test.database.query<{ held: boolean; state: string; reason: string }>(
      'select held, state, change_reason as reason from app.results where result_id = $1',
      [id],
    )
    return { id, david, result: rows[0] }
  }

  it('LAB-01 LAB-08 holds the result, also a shown one; who judged it alone, or imported it, does not end the hold', async () => {
    const reason = 'a tube with the same surname and date of birth was recorded after this value'
    expect((await late(false)).result).toEqual({ held: true, state: 'matched', reason })
    const { id, result } = await late(true)
    expect(result).toEqual({ held: true, state: 'on_hold', reason })
    const end = (by: string) =>
      releaseHeld(test.database, id, { by, reason: 'the laboratory named the forename' })
    const listed = (await listOpenResults(test.database)).find(({ resultId }) => resultId === id)
    expect(listed && listLine(listed)).toContain(`held: ${reason}`)
    expect(await end(CLINICIAN)).toBe('second-person')
    expect(await end('Dr Mo Finch, clinician')).toBe('second-person')
    expect(await end(SECOND)).toBeUndefined()
    expect(await findViolations(test.database)).toEqual([])
  })

  it('LAB-08 with the condition of the step removed, one person ends the hold', async () => {
    const { id } = await late(true)
    const restore = await patchFunction(test.database, 'lab.show', (text) =>
      text.replace('or lab.is_alone(r, p_by_key)', ''),
    )
    const action = { by: CLINICIAN, reason: 'a guess' }
    expect(await releaseHeld(test.database, id, action)).toBeUndefined()
    await restore()
  })

  it('LAB-08 the reason of the hold stays when the result is judged, and comes with a correction', async () => {
    const { id, david } = await late(false)
    const reasons = async () => {
      const { rows } = await test.database.query<{ reason: string }>(
        `select results.change_reason as reason from app.results join app.samples using (sample_id) where label = $1 and held order by version desc`,
        [david.label],
      )
      return rows.map(({ reason }) => reason.slice(0, 6))
    }
    for (const by of [CLINICIAN, SECOND])
      await approve(test.database, [{ id, tube: david, value: '1.1', light: 'green' }], by)
    expect(await reasons()).toEqual(['a tube'])
    const corrected = { ...cellsOf(david, '1.3'), status: 'C' }
    expect(await importRows([corrected])).toEqual([])
    expect((await reasons())[0]).toBe('a tube')
  })

  it('LAB-01 a row from before forenames were stored counts as one without', async () => {
    const { result } = await late(false, true)
    expect(result).toMatchObject({ held: true })
  })

  it('LAB-01 without the trigger, the rule finds the result', async () => {
    await test.database.query('alter table app.samples disable trigger samples_hold_namesakes')
    const { id } = await late(false)
    expect((await findViolations(test.database)).map(({ violated }) => violated)).toEqual([
      'LAB-01 a result that a namesake could own',
    ])
    await test.database.query('alter table app.samples enable trigger samples_hold_namesakes')
    await test.database.query(
      `update app.results set held = true, change_reason = 'a namesake' where result_id = $1`,
      [id],
    )
  })

  it('LAB-01 of an import and an attendance at the same moment, the second knows the first', async () => {
    laboratories += 1
    const laboratory = `Racing laboratory ${laboratories}`
    for (let round = 0; round < 5; round += 1) {
      const smith = { surname: `Smith${'abcde'[round]}`, birthDate: '1960-05-17' }
      const [david] = await takeTubes(test.database, [{ ...smith, forename: 'David' }], {
        laboratory,
      })
      if (david === undefined) throw new Error('There is no tube.')
      await takeTubes(test.database, [{ ...smith, forename: 'Daniel' }], {
        laboratory,
        before: async ([tube]) => {
          if (tube === undefined) throw new Error('There is no tube.')
          const csv = attendanceCsv([tube])
          const [, recorded] = await Promise.all([
            importRows([withoutForename(david, '1.1')]),
            recordAttendance({ database: test.database, sealer }, csv, NURSE),
          ])
          expect(recorded.ok).toBe(true)
        },
      })
    }
    expect(await findViolations(test.database)).toEqual([])
  })
})
