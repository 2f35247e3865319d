import { describe, expect, it } from 'vitest'
import { addDays } from '#core/rules/time.ts'
import { previewClosing } from '#portal/contract/own-data.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { buildReleased, buildResult, hide, release } from '#tests/fixtures/released-result.ts'
import type { Answer } from '#tests/fixtures/visitor.ts'
import {
  addTest,
  close,
  closingJob,
  closingTestService,
  createPatient,
  deps,
  PASSWORD,
  preview,
  query,
  TODAY,
  tablesWith,
  withClosingService,
} from '#tests/integration/portal/closing-setup.ts'
import type { FullPatient } from '#tests/integration/portal/full-patient.ts'

withClosingService()

const PENDING = /^Your result is still to come\. .* Please call us/
const BEGUN = /^The event of your appointment has begun, .* Please call us/

const told = ({ status, body }: Answer) => [status, body['reason'], body['error']]
async function expectRefused(patient: FullPatient, reason: string, text: RegExp) {
  const refusal = [409, reason, expect.stringMatching(text)]
  expect(told(await patient.visitor.call(previewClosing))).toEqual(refusal)
  expect(told(await close(patient))).toEqual(refusal)
  const { rows } = await query('select is_active, phone from app.profiles where profile_id = $1', [
    patient.profileId,
  ])
  expect(rows).toEqual([{ is_active: true, phone: expect.any(String) }])
}

/** Moves the event of the patient's upcoming appointment to this day; by wall time it has begun or not. */
const moveEvent = ({ profileId }: FullPatient, day: string, start: string) =>
  // The guards keep an appointment at its event.
  query(
    `set local session_replication_role = replica;
     with moved as (
       insert into app.events (event_name, product_id, event_on, start_time, session_minutes, audience, total_spaces)
       select event_name, product_id, '${day}', '${start}', session_minutes, audience, total_spaces from app.events
        where event_id = (select event_id from app.appointments where profile_id = ${profileId} and status = 'booked') returning event_id)
     update app.appointments set event_id = (select event_id from moved) where profile_id = ${profileId} and status = 'booked'`,
  )

describe('a closing waits for what the patient must be told', () => {
  it('PORT-05 RES-05 a sample without a shown or withdrawn result, or with a held one, refuses it; a release lets it pass', async () => {
    const patient = await createPatient('waiting')
    const { database, sealer } = deps()
    const { resultId } = await buildResult(database, sealer, patient.profileId)
    await expectRefused(patient, 'result-pending', PENDING)
    await release(database, resultId)
    expect(await preview(patient)).toMatchObject({ kept_until: expect.any(String) })
    await hide(database, 'hold', resultId)
    await expectRefused(patient, 'result-pending', PENDING)
    await hide(database, 'withdraw', resultId)
    await query("update app.samples set state = 'resulted' where state = 'taken'")
    expect((await close(patient)).status).toBe(200)
  })

  it('PORT-05 a tube that has no result yet refuses it; a void one does not', async () => {
    const patient = await createPatient('tube')
    const { database, sealer } = deps()
    const { sampleId } = await buildReleased(database, sealer, patient.profileId)
    await query(
      `insert into app.samples (sample_id, label, profile_id, event_id, lab_id, surname_key, forename_key, birth_date, patient_name_sealed, taken_at, recorded_by,
         recorded_at, changed_by)
       select gen_random_uuid(), 'T' || left(md5(label), 7), profile_id, (select max(event_id) from app.events where event_id <> s.event_id), lab_id,
         surname_key, forename_key, birth_date, patient_name_sealed, taken_at, recorded_by, recorded_at, changed_by from app.samples s where sample_id = $1`,
      [sampleId],
    )
    await expectRefused(patient, 'result-pending', PENDING)
    await query("update app.samples set state = 'void' where profile_id = $1 and sample_id <> $2", [
      patient.profileId,
      sampleId,
    ])
    expect((await preview(patient))['kept_until']).toEqual(expect.any(String))
  })

  it('PORT-05 on the day of an event that has begun, and until the patient is marked, nothing is cancelled or erased', async () => {
    const patient = await createPatient('early-tube')
    // The slot is later than now: the blood was given before the booked time.
    await moveEvent(patient, TODAY, '00:00')
    await expectRefused(patient, 'appointment-begun', BEGUN)
    const { rows } = await query('select status from app.appointments where profile_id = $1', [
      patient.profileId,
    ])
    expect(rows).toEqual([{ status: 'booked' }])
    await moveEvent(patient, addDays(TODAY, -14), '09:00')
    await expectRefused(patient, 'appointment-begun', BEGUN)
    await moveEvent(patient, addDays(TODAY, 30), '09:00')
    await addTest(patient, 3, 'no_show')
    expect(await preview(patient)).toMatchObject({ kept_until: null })
  })

  it('PORT-05 control: without app.closing_refusal a patient whose appointment has begun can close the account', async () => {
    const patient = await createPatient('unprotected')
    await moveEvent(patient, TODAY, '00:00')
    const restore = await patchFunction(
      closingTestService().db.database,
      'app.closing_refusal',
      () =>
        `create or replace function app.closing_refusal(p_profile bigint, p_now timestamptz) returns text language sql stable set search_path = '' as 'select null::text'`,
    )
    const { status } = await close(patient)
    await restore()
    expect(status).toBe(200)
  })
})

describe('a closing of an account whose address is not confirmed', () => {
  it('PORT-05 AUTH-12 leaves enquiries, newsletter and codes of the address alone: they may be another person’s', async () => {
    const patient = await createPatient('stranger', false)
    expect(await preview(patient)).toMatchObject({ address_confirmed: false })
    const { rows } = await query<{ closing_id: string }>(
      `insert into app.account_closings (user_id, email, closed_at) values (gen_random_uuid(), $1, now()) returning closing_id`,
      [patient.email],
    )
    const enquiries = async () => (await query('select enquiry_id from app.enquiries')).rows
    const before = await enquiries()
    expect((await close(patient, PASSWORD)).body).toMatchObject({ kept_until: null })
    await closingJob(patient.userId)
    await closingTestService().mailsSettled()
    expect(await enquiries()).toEqual(before)
    expect(await tablesWith([patient.email])).toEqual(
      expect.arrayContaining(['app.subscriptions', 'app.password_resets', 'app.account_closings']),
    )
    expect(
      (
        await query('select 1 from app.account_closings where closing_id = $1', [
          rows[0]?.closing_id,
        ])
      ).rows,
    ).toHaveLength(1)
    const profiles = await query('select 1 from app.profiles where profile_id = $1', [
      patient.profileId,
    ])
    expect(profiles.rows).toEqual([])
  })
})
