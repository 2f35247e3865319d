import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { personKey } from '#core/rules/staff-person.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  CLERK,
  CLINICIAN,
  NURSE,
  newLabel,
  SECOND,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import { approve, importValue } from '#tests/integration/results/result-steps.ts'

const PEOPLE = ['Aldous', 'Bertram', 'Cyril', 'Denis'].map((forename) => ({
  surname: 'Harbour',
  forename,
  birthDate: '1961-02-03',
}))

const test = perFile(testDatabase)
let tubes: TakenTube[]
/** A released result of the first tube, and one of the second that waits for its second judgement. */
let released: string
let amber: string

beforeAll(async () => {
  tubes = await takeTubes(test.database, PEOPLE)
  const [one, two] = [tubeAt(0), tubeAt(1)]
  released = await importValue(test.database, one, '1.1')
  await approve(test.database, [{ id: released, tube: one, value: '1.1', light: 'green' }])
  await releaseResults(test.database, [released], CLINICIAN)
  amber = await importValue(test.database, two, '5.5')
  await approve(test.database, [{ id: amber, tube: two, value: '5.5', light: 'amber' }])
})

function tubeAt(at: number): TakenTube {
  const tube = tubes[at]
  if (tube === undefined) throw new Error(`There is no tube ${at}.`)
  return tube
}

/** Statements in one transaction that is rolled back. */
const attempt = (...statements: string[]) =>
  test.database.query(`begin; ${statements.join('; ')}; rollback`).catch((error: unknown) => {
    return test.database.query('rollback').then(() => {
      throw error
    })
  })
const refused = (message: RegExp, ...statements: string[]) =>
  expect(attempt(...statements), statements.join('; ')).rejects.toThrow(message)

const newRow = (rowId: string, sample: string) => `insert into app.lab_rows
  (row_id, file_id, line, sample_id, decision, reasons)
  select '${rowId}', file_id, 999, ${sample}, 'accepted', '{}' from app.lab_files limit 1`

const newResult = (rowId: string, sample: string, own: { profile?: string; more?: string } = {}) =>
  `insert into app.results (result_id, sample_id, appointment_id, profile_id, row_id, version, finding_sealed, matched_by, matched_by_key, matched_at,
     changed_by, changed_at) select gen_random_uuid(), s.sample_id, s.appointment_id, ${own.profile ?? 's.profile_id'}, '${rowId}', 9, 'x',
     '${CLERK}', '${personKey(CLERK)}', now(), '${CLERK}', now() from app.samples s where sample_id = ${sample}`

const sampleOf = (at: number) =>
  `(select sample_id from app.samples where label = '${tubeAt(at).label}')`

const newSample = (at: number, own: { label?: string; profile?: number } = {}) =>
  `insert into app.samples (sample_id, label, appointment_id, profile_id, event_id, lab_id, surname_key, forename_key, birth_date,
     patient_name_sealed, taken_at, recorded_by, recorded_at, changed_by)
   select gen_random_uuid(), '${own.label ?? newLabel()}', appointment_id, ${own.profile ?? 'profile_id'}, event_id, lab_id, surname_key,
     forename_key, birth_date, patient_name_sealed, taken_at, recorded_by, recorded_at, changed_by from app.samples where label = '${tubeAt(at).label}' limit 1`

const newGrading = (
  reader: number,
  by: string,
) => `insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at,
  light_sealed, risk_group_sealed, comments_sealed, retest_on_sealed, judgement_mac, call_needed, second_needed)
  values (gen_random_uuid(), '${amber}', 1, ${reader}, '${by}', '${personKey(by)}', now(), 'x', 'x', 'x', 'x',
  (select judgement_mac from app.gradings where result_id = '${amber}' limit 1), false, true)`

const releaseAmber = () =>
  `update app.results set state = 'released', released_at = now(), changed_by = '${CLINICIAN}' where result_id = '${amber}'`
const colourAmber =
  () => `update app.results g set state = 'graded', light_sealed = 'x', risk_group_sealed = 'x', comments_sealed = 'x', retest_on_sealed = 'x', round = 1,
  call_needed = false, judgement_mac = (select judgement_mac from app.gradings where result_id = '${amber}' limit 1) where result_id = '${amber}'`

describe('what the database refuses, whatever the application does', () => {
  it('RES-07 LAB-01 L1 a result of another patient or appointment than its sample', async () => {
    const row = randomUUID()
    const other = String(tubeAt(1).profileId)
    await refused(/L1/, newRow(row, sampleOf(0)), newResult(row, sampleOf(0), { profile: other }))
    await refused(/L1/, `update app.results set profile_id = ${other}`)
    await refused(/L1/, `update app.results set sample_id = ${sampleOf(2)}`)
    await refused(/L1/, `update app.results set finding_sealed = 'x'`)
    await refused(/L1/, newSample(2, { profile: tubeAt(1).profileId }))
    await refused(
      /foreign key/,
      'alter table app.results disable trigger results_guard',
      newRow(row, sampleOf(0)),
      newResult(row, sampleOf(0), { profile: other }),
    )
  })

  it('LAB-04 L2 two shown results of one appointment', async () => {
    const row = randomUUID()
    await refused(
      /results_one_shown/,
      newRow(row, sampleOf(0)),
      newResult(row, sampleOf(0)),
      'set constraints all immediate',
      'alter table app.results disable trigger user',
      `update app.results set state = 'released', released_at = now(), light_sealed = 'x', risk_group_sealed = 'x',
        comments_sealed = 'x', retest_on_sealed = 'x', judgement_mac = 'x', round = 1
        where version = 9`,
    )
  })

  it('CLI-03 L3 two live samples of one appointment, and a label twice', async () => {
    await refused(/samples_one_(live|per_event)/, newSample(2))
    await refused(/L4/, newSample(2, { label: tubeAt(3).label }))
  })

  it('CLI-03 CLI-08 L4 a label of a void or spoiled tube is never bound again; one of a mistaken binding once, until a laboratory names it', async () => {
    const ends = (state: string) =>
      `update app.samples set state = '${state}' where sample_id = ${sampleOf(3)}`
    const again = newSample(3, { label: tubeAt(3).label })
    const named = `insert into app.lab_rows (row_id, file_id, line, label, decision, reasons)
      select '${randomUUID()}', file_id, 998, '${tubeAt(3).label}', 'quarantined', '{x}' from app.lab_files limit 1`
    for (const state of ['void', 'spoiled']) await refused(/L4/, ends(state), again)
    await attempt(ends('mistaken'), again)
    await refused(/L4/, ends('mistaken'), again, again)
    const endsAll = `update app.samples set state = 'mistaken' where label = '${tubeAt(3).label}' and state = 'taken'`
    await refused(/L4/, endsAll, again, endsAll, again)
    await refused(/not mistaken/, named, ends('mistaken'))
    await refused(/L4/, ends('mistaken'), named, again)
    await refused(/cannot change from mistaken/, ends('mistaken'), ends('taken'))
    const spend = `update app.spent_labels set bound_again_at = null where label = '${tubeAt(3).label}'`
    await refused(/append-only/, ends('mistaken'), again, spend)
    // Control: without the trigger the label of a void tube is bound again.
    await refused(
      /not to be reached/,
      'alter table app.samples disable trigger samples_spend_label',
      ends('void'),
      again,
      `do $$ begin raise exception 'not to be reached'; end $$`,
    )
  })

  it('CLI-03 a sample with a result that counts is not spoiled, and one is spoiled once', async () => {
    const says = (label: string, reason: string | null) =>
      `do $$ begin if lab.spoil_sample('${label}', '${NURSE}', 'x') is distinct from ${reason === null ? 'null' : `'${reason}'`} then raise exception 'other reason'; end if; end $$`
    await attempt(
      says(tubeAt(0).label, 'has-result'),
      says(newLabel(), 'label-unknown'),
      says(tubeAt(3).label, null),
      says(tubeAt(3).label, 'not-live'),
    )
  })

  it('CLI-03 a sample that has ended gets no result', async () => {
    for (const state of ['void', 'spoiled', 'mistaken']) {
      const ends = `update app.samples set state = '${state}' where sample_id = ${sampleOf(3)}`
      const row = randomUUID()
      const made = [newRow(row, sampleOf(3)), newResult(row, sampleOf(3))]
      await refused(new RegExp(`that is ${state} has no result`), ends, ...made)
    }
  })

  it('CLI-03 L6 other identifiers on a sample', async () => {
    for (const change of [
      `surname_key = 'other'`,
      `forename_key = 'other'`,
      `birth_date = birth_date + 1`,
      `profile_id = ${tubeAt(1).profileId}`,
      `label = '${newLabel()}'`,
    ]) {
      await refused(/L6/, `update app.samples set ${change} where label = '${tubeAt(0).label}'`)
    }
  })

  it('LAB-06 LAB-07 L7 L8 L9 a colour or a release without its persons', async () => {
    await refused(/L8/, `update app.results set light_sealed = 'x' where result_id = '${released}'`)
    await refused(/L8/, colourAmber())
    await refused(/cannot change from matched to released/, releaseAmber())
    await refused(/L9/, newGrading(2, CLINICIAN))
    await refused(/L7/, newGrading(2, 'Bo Reed, coordinator'))
    await refused(/L7/, newGrading(2, 'Mo-Finch, clinician'))
    await attempt(newGrading(2, SECOND), colourAmber(), releaseAmber())
    await refused(
      /L8/,
      newGrading(2, SECOND),
      colourAmber(),
      releaseAmber().replace(CLINICIAN, CLERK),
    )
  })

  it('LAB-06 L9 with the second person skipped in the database, the rules find what was shown', async () => {
    await attempt(
      'alter table app.results disable trigger results_guard',
      colourAmber(),
      releaseAmber(),
      `do $$ begin if exists (select from app.results r where state = 'released' and not lab.is_judged(r)) then raise exception 'found'; end if; end $$`,
    ).then(
      () => expect.unreachable('the rule found nothing'),
      (error: Error) => expect(error.message).toBe('found'),
    )
  })

  it('LAB-10 L11 changes, deletion and TRUNCATE of what is kept', async () => {
    for (const table of [
      'samples',
      'spent_labels',
      'lab_files',
      'lab_rows',
      'results',
      'gradings',
    ]) {
      await refused(/append-only/, `truncate app.${table} cascade`)
      await refused(/append-only|not deleted/, `delete from app.${table}`)
    }
    await refused(
      /append-only/,
      `update app.lab_rows set decision = 'quarantined', reasons = '{x}'`,
    )
    await refused(/append-only/, `update app.gradings set given_by = '${SECOND}'`)
    await refused(/append-only/, `update app.lab_files set imported_by = '${SECOND}'`)
    await refused(
      /not deleted|foreign key/,
      `delete from app.profiles where profile_id = ${tubeAt(0).profileId}`,
    )
    const erase = `select set_config('app.append_only', 'erase:1', true)`
    await refused(/not deleted/, erase, 'delete from app.results')
  })

  it('LAB-08 a hold, its end and a withdrawal need a reason, whatever the page does; without the guard none is needed', async () => {
    const off = 'alter table app.results disable trigger results_guard'
    for (const step of ['hold', 'withdraw']) {
      const change = (reason: string) =>
        `select lab.${step}('${released}'::uuid, '${CLINICIAN}', '${reason}')`
      await refused(/need a reason/, change(' '))
      await attempt(change('asked'))
      await attempt(off, change(' '))
    }
  })

  it('LAB-08 only a clinician withdraws a result, whatever the page does; without the guard a coordinator does', async () => {
    const withdraw = (by: string) => `select lab.withdraw('${released}'::uuid, '${by}', 'asked')`
    await refused(/LAB-08/, withdraw(CLERK))
    await attempt(withdraw(CLINICIAN))
    await attempt('alter table app.results disable trigger results_guard', withdraw(CLERK))
  })

  it('API-08 L13 every change of a result has its audit entry by the same person; with the trigger dropped, the rule finds the change', async () => {
    const { rows } = await test.database.query<{ action: string; operator: string }>(
      'select action, operator from app.audit_log where subject = $1 order by audit_id',
      [`result:${released}`],
    )
    expect(rows).toEqual([
      { action: 'result-matched', operator: CLERK },
      { action: 'result-judged', operator: CLINICIAN },
      { action: 'result-graded', operator: CLINICIAN },
      { action: 'result-released', operator: CLINICIAN },
    ])
    expect(await findViolations(test.database)).toEqual([])
    const switched = (how: 'disable' | 'enable') =>
      test.database.query(
        `alter table app.results ${how} trigger results_audit_update, ${how} trigger results_audited_update`,
      )
    await switched('disable')
    await hideResult(test.database, 'hold', released, { by: CLERK, reason: 'x' })
    expect((await findViolations(test.database)).map(({ violated }) => violated)).toEqual([
      'L13 a result without its audit entry',
    ])
    await switched('enable')
  })

  it('RES-07 the rows of a stranger cannot be bound to a patient: a sample needs an attended appointment', async () => {
    const stranger = await buildProfile(test.database)
    await refused(
      /L1/,
      `insert into app.samples (sample_id, label, appointment_id, profile_id, event_id, lab_id, surname_key, forename_key, birth_date,
         patient_name_sealed, taken_at, recorded_by, recorded_at, changed_by)
       select gen_random_uuid(), '${newLabel()}', appointment_id, ${stranger}, event_id, lab_id, 'a', 'b', birth_date, patient_name_sealed, taken_at, recorded_by,
         recorded_at, changed_by from app.samples limit 1`,
    )
  })
})
