import { expect, it } from 'vitest'
import { exportOwnData } from '#portal/contract/own-data.ts'
import {
  ARRANGED_TEXT,
  EARLIER,
  EARLIER_TEXTS,
  NO_RESULT,
  RESULT_READY,
  WAITING_TEXTS,
  WITHHELD_TEXT,
} from '#results/texts/results.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  buildAttended,
  buildReleased,
  buildResult,
  buildSample,
  buildSpoiled,
  hide,
  TEST_RESULT,
} from '#tests/fixtures/released-result.ts'
import { auditOf, type Reader, readingSite } from './reading-setup.ts'

const site = perFile(readingSite)

type Exported = { sections: { table: string; rows: Record<string, unknown>[] }[] }

async function exported({ visitor }: Reader) {
  const { status, body, text } = await visitor.call(exportOwnData)
  expect(status).toBe(200)
  const { sections } = body as Exported
  const rowsOf = (table: string) => sections.find((each) => each.table === table)?.rows
  return { sections, rowsOf, text }
}

it('PORT-04 RES-03 the own data have the values of released results only, and each is recorded as read', async () => {
  const { database, sealer } = site
  const reader = await site.newReader()
  const { profileId } = reader
  const shown = await buildReleased(database, sealer, profileId, {
    value: '<0.1',
    comments: 'Calm.',
  })
  const held = await buildReleased(database, sealer, profileId, { value: '71.48' })
  await hide(database, 'hold', held.resultId)
  await buildResult(database, sealer, profileId, { value: '93.19' })
  const { rowsOf, text } = await exported(reader)
  const results = rowsOf('results')
  expect(results).toHaveLength(3)
  expect(results).toContainEqual(
    expect.objectContaining({ value: '<0.1', unit: 'ng/mL', light: 'green', comments: 'Calm.' }),
  )
  expect(results?.map(({ status }) => String(status)).sort()).toEqual([
    `${RESULT_READY}. ${EARLIER}. ${EARLIER_TEXTS['earlier-ask']}`,
    `${NO_RESULT}. ${WAITING_TEXTS.late}`,
    WITHHELD_TEXT,
  ])
  expect(text).not.toMatch(/93\.19|71\.48|a question of the laboratory/)
  expect(await auditOf(database, reader)).toContain(`result-exported result:${shown.resultId}`)
})

it('PORT-04 RES-02 only the newest result has the date of a next test; an earlier one says that it is one', async () => {
  const { database, sealer } = site
  const reader = await site.newReader()
  const { profileId } = reader
  await buildReleased(database, sealer, profileId, { takenAt: '2025-11-05T10:20:00Z' })
  const retestOf = async () =>
    (await exported(reader)).rowsOf('results')?.map(({ retest_on, status }) => [retest_on, status])
  expect(await retestOf()).toEqual([['2029-11-05', RESULT_READY]])
  const newest = await buildReleased(database, sealer, profileId)
  expect(await retestOf()).toEqual([
    ['2029-11-05', RESULT_READY],
    [null, `${RESULT_READY}. ${EARLIER}. ${EARLIER_TEXTS.earlier}`],
  ])
  await hide(database, 'hold', newest.resultId)
  expect(await retestOf()).toEqual([
    [undefined, WITHHELD_TEXT],
    [null, `${RESULT_READY}. ${EARLIER}. ${EARLIER_TEXTS['earlier-ask']}`],
  ])
})

it('PORT-04 RES-02 a next test in the past says that it was due; one after which a test was booked says so', async () => {
  const { database, sealer } = site
  const reader = await site.newReader()
  await buildReleased(database, sealer, reader.profileId, {
    takenAt: '2023-11-06T10:20:00Z',
    retestOn: '2024-11-06',
  })
  const noteOf = async () =>
    (await exported(reader)).rowsOf('results')?.flatMap(({ retest_note }) => retest_note ?? [])
  const due = ['Was due on Wednesday, 06 November 2024.']
  expect(await noteOf()).toEqual(due)
  // Nothing of these can be tested.
  await buildAttended(database, reader.profileId)
  await buildSpoiled(database, sealer, reader.profileId)
  expect(await noteOf()).toEqual(due)
  await buildAttended(database, reader.profileId, 'booked')
  expect(await noteOf()).toEqual([ARRANGED_TEXT])
})

it('PORT-04 a void sample does not say that a result is on the way', async () => {
  const { database, sealer } = site
  const reader = await site.newReader()
  const { sampleId } = await buildSample(database, sealer, reader.profileId, TEST_RESULT)
  const statuses = async () =>
    (await exported(reader)).rowsOf('results')?.map(({ status }) => status)
  expect(await statuses()).toEqual([`${NO_RESULT}. ${WAITING_TEXTS.late}`])
  await database.query(
    `update app.samples set state = 'void', changed_by = 'Bea Lund, phlebotomist', change_reason = 'mislabelled' where sample_id = $1`,
    [sampleId],
  )
  expect(await statuses()).toEqual([NO_RESULT])
})

/** A second judgement, a row of the laboratory that waits, and a reason of the staff. */
async function addFindings(resultId: string, sampleId: string): Promise<void> {
  const { database } = site
  await database.query(
    `insert into app.gradings
     select gen_random_uuid(), result_id, round, 2, 'Cy Second, clinician', 'cy second', given_at, light_sealed, risk_group_sealed, comments_sealed,
       judgement_mac, true, retest_on_sealed from app.gradings where result_id = $1`,
    [resultId],
  )
  await database.query(
    `insert into app.lab_rows (row_id, file_id, line, sample_id, decision, reasons)
     select gen_random_uuid(), file_id, 3, sample_id, 'quarantined', '{value-implausible}' from app.lab_rows where sample_id = $1`,
    [sampleId],
  )
  await database.query("update app.samples set state = 'resulted' where sample_id = $1", [sampleId])
  await hide(database, 'hold', resultId)
}

it('PORT-04 RES-03 before the release the own data do not tell a red result from a green one', async () => {
  const { database, sealer } = site
  const [calm, worrying] = [await site.newReader(), await site.newReader()]
  await buildResult(database, sealer, calm.profileId, { light: 'green' })
  const red = await buildResult(database, sealer, worrying.profileId, {
    light: 'red',
    value: '48.2',
    comments: 'Call.',
  })
  const by = 'Ada Quill, clinician'
  await database.query('select lab.read_contact($1, $2)', [red.resultId, by])
  await database.query(`select lab.note_call(gen_random_uuid(), $1, 'attempt', 'x', $2)`, [
    red.resultId,
    by,
  ])
  await addFindings(red.resultId, red.sampleId)
  const neutral = async (reader: Reader) =>
    JSON.stringify((await exported(reader)).sections)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
      .replaceAll(/"T[0-9a-f]{7}"/g, '"label"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(String(reader.profileId), 'number')
      .replaceAll(/(?<="phone":|"email":|"reference":|"product_name":)"[^"]*"/g, '""')
  expect(await neutral(worrying)).toEqual(await neutral(calm))
  const { rowsOf } = await exported(worrying)
  expect(rowsOf('results')).toEqual([
    {
      ...{ label: expect.any(String), taken_at: expect.any(String) },
      status: `${NO_RESULT}. ${WAITING_TEXTS.late}`,
    },
  ])
  expect(rowsOf('audit_log')?.map(({ action }) => action)).toContain('sample-taken')
})

it('PORT-04 LAB-12 the own data have the calls about a result that is shown', async () => {
  const { database, sealer } = site
  const reader = await site.newReader()
  await buildReleased(database, sealer, reader.profileId, { light: 'red' })
  const { rowsOf } = await exported(reader)
  expect(rowsOf('follow_ups')).toMatchObject([{ outcome: 'spoken-to' }])
  expect(rowsOf('follow_up_notes')).toMatchObject([{ kind: 'spoken-to', unavailable: true }])
})

it('PORT-04 AUTH-12 without a confirmed address there is no result and no sample in the own data', async () => {
  const { database, sealer } = site
  const reader = await site.newReader({ is_verified: false })
  await buildReleased(database, sealer, reader.profileId, { value: '5.55' })
  const { rowsOf, text } = await exported(reader)
  expect([rowsOf('results'), rowsOf('samples')]).toEqual([[], []])
  expect(text).not.toMatch(/5\.55|sample-taken/)
})
