import { describe, expect, it } from 'vitest'
import { signIn, signUp } from '#account/contract/accounts.ts'
import { createProfile, getProfile } from '#account/contract/profiles.ts'
import { runRetention } from '#app/commands/retention.ts'
import { addDays, addYears } from '#core/rules/time.ts'
import { erasePatient } from '#portal/commands/erase-patient.ts'
import { profileInput } from '#tests/fixtures/people.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  addTest,
  close,
  closingTestService,
  createPatient,
  deps,
  LAST_MAIL,
  lastSlot,
  PASSWORD,
  preview,
  query,
  subjects,
  TODAY,
  tablesWith,
  withClosingService,
} from '#tests/integration/portal/closing-setup.ts'

withClosingService()

/** As if the patient had paid £25 for the appointment. */
async function paidFor(patient: { profileId: number }): Promise<string> {
  const { rows } = await query<{ id: string }>(
    `insert into app.payments (payment_id, appointment_id, profile_id, event_id, amount_pence, state, order_id, capture_id, captured_pence,
       captured_at, created_at, updated_at, concluded_at)
     select gen_random_uuid(), appointment_id, profile_id, event_id, 2500, 'booked', 'O' || appointment_id, 'C' || appointment_id, 2500,
       now(), now(), now(), now() from app.appointments where profile_id = $1 and status = 'booked' returning payment_id as id`,
    [patient.profileId],
  )
  return rows[0]?.id ?? ''
}
const refundsOf = async (paymentId: string) =>
  (
    await query<{ amount_pence: number; reason: string }>(
      'select amount_pence, reason from app.refunds where payment_id = $1',
      [paymentId],
    )
  ).rows

/** What 'Delete my account' says about the refunds of the appointments that end with it. */
const cancelledOf = async (patient: Parameters<typeof preview>[0]) =>
  ((await preview(patient))['cancelled'] as { refund: object | null }[]).map(({ refund }) => refund)

describe('a patient who has paid', () => {
  it('PORT-05 PAY-08 gets back what cancelling now would return, and they were shown, and nothing when it is too late for that', async () => {
    const early = await createPatient('paid-early')
    const earlyPayment = await paidFor(early)
    expect(await cancelledOf(early)).toEqual([
      { amount_pence: 2_500, due_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ])
    for (const refund_pence of [0, 2_499]) {
      const refused = await close(early, undefined, { refund_pence })
      expect([refused.status, refused.body['reason']]).toEqual([409, 'refund-changed'])
    }
    expect(await refundsOf(earlyPayment)).toEqual([])
    expect((await close(early, undefined, { refund_pence: 2_500 })).status).toBe(200)
    expect(await refundsOf(earlyPayment)).toEqual([
      { amount_pence: 2_500, reason: 'cancelled-by-patient' },
    ])
    const late = await createPatient('paid-late')
    const latePayment = await paidFor(late)
    await query(
      `update app.appointments set slot_start = now() + interval '20 hours', slot_end = now() + interval '21 hours'
        where profile_id = $1 and status = 'booked'`,
      [late.profileId],
    )
    expect(await cancelledOf(late)).toMatchObject([{ amount_pence: 0 }])
    expect((await close(late, undefined, { refund_pence: 0 })).status).toBe(200)
    expect(await refundsOf(latePayment)).toEqual([])
  })

  it('PORT-05 PAY-07 is told that the payment is checked first', async () => {
    const patient = await createPatient('paying')
    const paymentId = await paidFor(patient)
    await query(
      `insert into app.payments (payment_id, profile_id, event_id, amount_pence, state, order_id, created_at, updated_at)
       select gen_random_uuid(), profile_id, event_id, 2500, 'pending', 'P' || payment_id, now(), now() from app.payments where payment_id = $1`,
      [paymentId],
    )
    const refused = await close(patient)
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.body)).toContain('We are checking your payment.')
  })
})

describe('a patient without a test', () => {
  it('PORT-05 is erased whole: the place is free, no table has a trace, every session has ended, one last mail', async () => {
    const patient = await createPatient('untested')
    expect(await preview(patient)).toEqual({
      kept_until: null,
      address_confirmed: true,
      payments_made: false,
      payments_tried: false,
      cancelled: [
        {
          event_name: 'Screening at the Corn Exchange',
          appt_date: patient.day,
          appt_time: patient.time,
          refund: null,
        },
      ],
    })
    const second = closingTestService().visitor()
    await second.call(signIn, { email: patient.email, password: PASSWORD })
    const mails = (await closingTestService().mailsTo(patient.email)).length

    const answer = await close(patient)
    expect([answer.status, answer.body]).toEqual([200, { status: 'success', kept_until: null }])
    expect(patient.visitor.cookies.get('halyard_signed_in')).toBeUndefined()
    expect((await second.call(getProfile, { email: patient.email })).status).toBe(401)
    expect(await subjects(patient.email, mails + 1)).toContain(LAST_MAIL)
    await closingTestService().mailsSettled()
    const left = [patient.email, ...patient.marks.filter((mark) => mark !== patient.userId)]
    expect(await tablesWith(left)).toEqual([])
    // The number of the account blocks it for thirty days, without the patient’s name.
    expect(await tablesWith([patient.userId])).toEqual(['app.account_closings'])
    expect(await findViolations(closingTestService().db.database)).toEqual([])
    const { rows } = await query(
      'select 1 from app.appointments where slot_start = $1 and status = $2',
      [lastSlot(), 'booked'],
    )
    expect(rows).toEqual([])

    const again = await closingTestService()
      .visitor()
      .call(signIn, { email: patient.email, password: PASSWORD })
    expect(again.body['error']).toBe('Invalid login credentials')
    const anew = closingTestService().visitor()
    await anew.call(signUp, { email: patient.email, password: PASSWORD })
    expect((await anew.call(createProfile, profileInput({ email: patient.email }))).status).toBe(
      201,
    )
  })

  it('PORT-05 a missed appointment is no test', async () => {
    const patient = await createPatient('missed')
    await addTest(patient, 40, 'no_show')
    expect(await preview(patient)).toMatchObject({ kept_until: null })
    expect((await close(patient)).body).toMatchObject({ kept_until: null })
  })
})

describe('a patient with a test', () => {
  it('PORT-05 keeps the attended appointment, its consent, name, birth date and NHS number until the retention date, and nothing else', async () => {
    const patient = await createPatient('screened')
    const day = await addTest(patient, 400)
    const keptUntil = addYears(day, 8)
    expect(await preview(patient)).toMatchObject({ kept_until: keptUntil })
    const { profileId, userId, email } = patient
    expect((await close(patient)).body).toEqual({ status: 'success', kept_until: keptUntil })
    await closingTestService().mailsSettled()

    const profile = await query<Record<string, unknown>>(
      'select * from app.profiles where profile_id = $1',
      [profileId],
    )
    expect(profile.rows[0]).toMatchObject({
      first_name: patient.marks[1],
      last_name: 'Pendle',
      birth_date: '1961-02-03',
      nhs_number_sealed: expect.any(Buffer),
      email: `closed-${profileId}@account.invalid`,
      is_active: false,
      phone: null,
      home_address: null,
      ethnicity: null,
      gender: null,
    })
    const kept = await query('select status from app.appointments where profile_id = $1', [
      profileId,
    ])
    expect(kept.rows).toEqual([{ status: 'attended' }])
    const consents = await query('select test_on from app.consents where profile_id = $1', [
      profileId,
    ])
    expect(consents.rows).toEqual([{ test_on: day }])
    expect(await tablesWith([email])).toEqual([])
    expect((await tablesWith([userId])).sort()).toEqual([
      'app.account_closings',
      'app.accounts',
      'app.audit_log',
      'app.profiles',
    ])
    const audited = await query(
      `select action, operator from app.audit_log where actor_profile_id = $1 and action in ('account-closed', 'appointment-cancelled') order by audit_id`,
      [profileId],
    )
    expect(audited.rows).toEqual([
      { action: 'appointment-cancelled', operator: null },
      { action: 'account-closed', operator: null },
    ])
    expect(await findViolations(closingTestService().db.database)).toEqual([])
    const [mail] = (await closingTestService().mailsTo(email)).filter(
      ({ subject }) => subject === LAST_MAIL,
    )
    expect(mail?.text).toContain('The tests that you had with us')
    expect(mail?.text).not.toContain(patient.marks[1])
  })

  it('PORT-05 the retention deletes what was kept, when its time has come and not before', async () => {
    const early = await createPatient('early')
    const due = await createPatient('due')
    await addTest(early, 8 * 365)
    await addTest(due, 8 * 366 + 1)
    await close(early)
    await close(due)
    const clock = { now: () => new Date() }
    const run = await runRetention({ ...deps(), clock }, 'retention job')
    expect(run).toMatchObject({ erased: [due.profileId], failed: [] })
    expect(await tablesWith([due.marks[1] ?? ''])).toEqual([])
    expect(await tablesWith([early.marks[1] ?? ''])).toEqual(['app.profiles'])
    // An operator can erase a closed account earlier.
    const erased = await erasePatient(deps(), {
      profileId: early.profileId,
      operator: 'Ada Quill',
      reason: 'asked by letter',
      apply: true,
    })
    expect(erased.ok).toBe(true)
    expect(await tablesWith([early.marks[1] ?? ''])).toEqual([])
  })

  it('PORT-05 an appointment that was not marked within two weeks counts as a test; the 48-hour rule does not block', async () => {
    const patient = await createPatient('today')
    await addTest(patient, 20, 'booked')
    await query(
      `update app.appointments set slot_start = now() + interval '20 hours', slot_end = now() + interval '20 hours 10 minutes'
        where profile_id = $1 and status = 'booked' and closed_at is null`,
      [patient.profileId],
    )
    expect((await close(patient)).body).toMatchObject({
      kept_until: addYears(addDays(TODAY, -20), 8),
    })
    const { rows } = await query('select status from app.appointments where profile_id = $1', [
      patient.profileId,
    ])
    expect(rows).toEqual([{ status: 'booked' }])
  })
})
