import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GivenConsent } from '#booking/rules/given-consent.ts'
import { consentContext } from '#booking/server/database/consents.ts'
import { readJudgementSheet } from '#results/commands/results-worklist.ts'
import { buildConsent } from '#tests/fixtures/builders.ts'
import { buildReleased, hide } from '#tests/fixtures/released-result.ts'
import { type LabDatabase, labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLINICIAN, EVENT_DAY, sealer } from '#tests/integration/results/lab-setup.ts'

const HEADER =
  'result_id,version,label,value,unit,age,earlier_values,family_history,ethnicity,medicines,laboratory_comments,light,risk_group,next_test,comments'

let lab: LabDatabase

beforeAll(async () => {
  lab = await labDatabase(3)
})
// Built samples have labels that are not ours: the invariants would name them.
afterAll(() => lab.test.close())

async function consent(profileId: number, answers: GivenConsent, testOn = EVENT_DAY) {
  const consentId = randomUUID()
  await buildConsent(lab.database, profileId, testOn, {
    consentId,
    answersSealed: sealer.seal(JSON.stringify(answers), consentContext(consentId)),
  })
}

/** The line of a result in a sheet of now. */
async function lineOf(id: string): Promise<string> {
  const sheet = await readJudgementSheet({ database: lab.database, sealer }, CLINICIAN, [id])
  const [header, line = ''] = sheet.split('\r\n')
  expect(header).toBe(HEADER)
  return line
}

it('LAB-06 the sheet has age, earlier values, family history, ethnicity and medicines, and no name, contact or birth date', async () => {
  const one = await lab.matched('4.4')
  const { profileId } = one.tube
  await lab.database.query(
    `update app.profiles set ethnicity = 'Black, Black British, Caribbean or African', email = 'edwin@halyard.test', phone = '+447700900123'
      where profile_id = $1`,
    [profileId],
  )
  await buildReleased(lab.database, sealer, profileId, {
    value: '2.10',
    takenAt: '2024-11-05T10:20:00Z',
  })
  await buildReleased(lab.database, sealer, profileId, {
    value: '<0.1',
    takenAt: '2023-11-05T10:20:00Z',
  })
  // Nothing is said of what is held, or beside a row that waits.
  const held = await buildReleased(lab.database, sealer, profileId, {
    value: '88.8',
    takenAt: '2021-11-05T10:20:00Z',
  })
  await hide(lab.database, 'hold', held.resultId)
  const beside = await buildReleased(lab.database, sealer, profileId, {
    value: '99.9',
    takenAt: '2020-11-05T10:20:00Z',
  })
  await lab.database.query(
    `insert into app.lab_rows (row_id, file_id, line, label, decision, reasons)
     select gen_random_uuid(), w.file_id, 99, s.label, 'quarantined', '{cells-missing}'
       from app.results r join app.samples s using (sample_id) join app.lab_rows w on w.row_id = r.row_id where r.result_id = $1`,
    [beside.resultId],
  )
  const wrong = await buildReleased(lab.database, sealer, profileId, {
    value: '77.7',
    takenAt: '2022-11-05T10:20:00Z',
  })
  await hide(lab.database, 'withdraw', wrong.resultId)
  await consent(profileId, {
    familyHistoryProstateCancer: 'Yes',
    familyMemberWithProstateCancer: ['Father', 'Brother'],
    additionalProstateCancerDetails: 'Father at 58',
    familyHistoryBreastOvarianCancer: "Don't know",
    familyMemberWithOvarianCancer: [],
    motherSideDetails: '',
    medicationHistory: ['Avodart'],
  })
  const line = await lineOf(one.id)
  expect(line).toContain(
    `,4.4,ng/mL,${ageAtEvent()},2.10 ng/mL on 05/11/2024; <0.1 ng/mL on 05/11/2023,"prostate: Yes (Father, Brother; Father at 58). breast or ovarian: Don't know","Black, Black British, Caribbean or African",HALVES PSA: Avodart,`,
  )
  // The line begins with a random id, which can contain any four digits: these are longer.
  expect(line).not.toMatch(/77\.7|88\.8|99\.9|harbour|edwin|pendle|1961-02|\/1961|07700|halyard/i)
})

/** Of the birth date of `labDatabase`: 3 February 1961. */
function ageAtEvent(): number {
  const years = Number(EVENT_DAY.slice(0, 4)) - 1961
  return EVENT_DAY.slice(5) < '02-03' ? years - 1 : years
}

it('LAB-06 the answers come from the consent for the day of the sample; an unanswered question is not known', async () => {
  const one = await lab.matched('1.1')
  const of = (medicine: string): GivenConsent => ({
    familyHistoryProstateCancer: 'No',
    familyHistoryBreastOvarianCancer: 'No',
    medicationHistory: [medicine],
  })
  await consent(one.tube.profileId, of('None'))
  await consent(one.tube.profileId, of('Combodart'), '2020-01-01')
  expect(await lineOf(one.id)).toContain(
    ',none with us,prostate: No. breast or ovarian: No,White British,None,',
  )
  const two = await lab.matched('1.2')
  await consent(two.tube.profileId, {})
  await lab.database.query('update app.profiles set ethnicity = null where profile_id = $1', [
    two.tube.profileId,
  ])
  expect(await lineOf(two.id)).toContain(',none with us,not known,not known,not known,')
})

it('LAB-06 API-08 each result whose evidence was read is recorded, with the person', async () => {
  const { rows } = await lab.database.query<{ count: number }>(
    `select count(*) from app.audit_log l join app.results r on l.subject = 'result:' || r.result_id
      where action = 'result-evidence-read' and operator = $1`,
    [CLINICIAN],
  )
  expect(Number(rows[0]?.count)).toBe(3)
})
