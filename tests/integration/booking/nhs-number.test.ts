import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { getProfile, updateProfile } from '#account/contract/profiles.ts'
import { nhsNumberContext } from '#account/server/database/profiles.ts'
import { createAppointment, rescheduleAppointment } from '#booking/contract/appointments.ts'
import { createConsent } from '#booking/contract/consents.ts'
import { createHold } from '#booking/contract/holds.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { createSealer, type Sealer } from '#core/server/security/seal.ts'
import { findEvent } from '#events/server/database/events.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { type SignedUp, signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { testNhsNumber } from '../../../local/samples/people.ts'
import { bookingInput, consentInput, sealer as otherSealer } from './booking-setup.ts'

const [NUMBER = '', ANOTHER = '', THIRD = '', FOURTH = ''] = [1, 2, 3, 4].map(testNhsNumber)
const REQUIRED = 'nhs-number-required'
const CALL = 'nhs-number-check'

const service = perFile(testService)
let event: number
let day: string

beforeAll(async () => {
  event = await esneftEvent()
  day = (await findEvent(service.db.database, event, new Date()))?.date ?? ''
})

const esneftEvent = () => buildEvent(service.db.database, { lab_name: 'ESNEFT Pathology' })

const patient = (nhs_number = '') => signUpPatient(service, { nhs_number })

const hold = ({ visitor }: SignedUp, time: string, at = event) =>
  visitor.call(createHold, {
    event_id: at,
    appt_date: day,
    appt_time: time,
    idempotency_key: randomUUID(),
  })

const consent = ({ visitor, profileId }: SignedUp) =>
  visitor.call(createConsent, consentInput(profileId, day))

const book = ({ visitor, profileId }: SignedUp, time: string, at = event) =>
  visitor.call(createAppointment, bookingInput(profileId, at, day, time))

/** The id of the appointment. */
async function bookAll(who: SignedUp, time: string): Promise<string> {
  expect((await hold(who, time)).status).toBe(201)
  expect((await consent(who)).status).toBe(201)
  const booked = await book(who, time)
  expect(booked.status).toBe(201)
  return String(booked.body['appointment_id'])
}

const setNumber = ({ visitor, email }: SignedUp, nhs_number: string) =>
  visitor.call(updateProfile, { email, nhs_number })

const own = async ({ visitor, email }: SignedUp) =>
  (await visitor.call(getProfile, { email })).body['userProfile'] as Record<string, unknown>

const query = (text: string, values: unknown[] = []) => service.db.database.query(text, values)

describe('an event whose laboratory needs the NHS number', () => {
  it('NHS-02 without a number the hold and the booking are refused; with one both are made', async () => {
    const who = await patient()
    expect(await hold(who, '09:00')).toMatchObject({ status: 409, body: { reason: REQUIRED } })
    expect(await book(who, '09:00')).toMatchObject({ status: 409, body: { reason: REQUIRED } })
    expect((await setNumber(who, '943 476 5910')).status).toBe(400)
    expect(await hold(who, '09:00')).toMatchObject({ body: { reason: REQUIRED } })
    expect((await setNumber(who, NUMBER)).status).toBe(200)
    await bookAll(who, '09:00')
  })

  it('NHS-02 a number that is removed while the place is held: the booking is refused and the hold stays', async () => {
    const who = await patient(ANOTHER)
    expect((await hold(who, '09:10')).status).toBe(201)
    await consent(who)
    expect((await setNumber(who, '')).status).toBe(200)
    expect(await book(who, '09:10')).toMatchObject({ status: 409, body: { reason: REQUIRED } })
    await setNumber(who, ANOTHER)
    expect((await book(who, '09:10')).status).toBe(201)
  })

  it.each([
    ['has a wrong check digit', '10:30', (own: Sealer) => own],
    ['is under a key that is gone', '10:40', () => otherSealer],
  ])('NHS-02 a stored number that %s is no number', async (_what, time, sealerOf) => {
    const who = await patient(THIRD)
    const { user_id } = await own(who)
    const sealer = sealerOf(createSealer(service.env.keys))
    const sealed = sealer.seal('9434765910', nhsNumberContext(String(user_id)))
    await query('update app.profiles set nhs_number_sealed = $2 where profile_id = $1', [
      who.profileId,
      sealed,
    ])
    expect(await hold(who, time)).toMatchObject({ status: 409, body: { reason: REQUIRED } })
    expect(await book(who, time)).toMatchObject({ status: 409, body: { reason: REQUIRED } })
    expect((await setNumber(who, FOURTH)).status).toBe(200)
    expect((await hold(who, time)).status).toBe(201)
    await setNumber(who, '')
  })

  it('NHS-02 other events are booked without a number', async () => {
    const other = await buildEvent(service.db.database, { lab_name: 'Northgate Pathology' })
    expect((await hold(await patient(), '09:00', other)).status).toBe(201)
  })

  it('NHS-02 PORT-03 while the appointment is upcoming the number can be corrected, but not removed', async () => {
    const who = await patient(testNhsNumber(11))
    const appointment_id = await bookAll(who, '09:30')
    const refused = await setNumber(who, '')
    expect([refused.status, refused.body['fields']]).toEqual([
      400,
      {
        nhs_number:
          'You have an upcoming appointment that needs your NHS number. You can correct the number, but not remove it.',
      },
    ])
    expect((await setNumber(who, testNhsNumber(12))).status).toBe(200)
    expect(await own(who)).toMatchObject({ nhs_number: testNhsNumber(12) })
    const change = { appointment_id, appt_time: '09:40' }
    expect((await who.visitor.call(rescheduleAppointment, change)).status).toBe(200)
    await query(
      `update app.profiles set nhs_number_sealed = '\\x026b39'::bytea where profile_id = $1`,
      [who.profileId],
    )
    const back = { appointment_id, appt_time: '09:30' }
    expect(await who.visitor.call(rescheduleAppointment, back)).toMatchObject({
      status: 409,
      body: { reason: REQUIRED },
    })
  })

  it('NHS-02 the number can be removed again once the appointment is cancelled', async () => {
    const who = await patient(testNhsNumber(13))
    const id = await bookAll(who, '09:50')
    expect((await setNumber(who, '')).status).toBe(400)
    await query('select booking.cancel_appointment(p_appointment => $1, p_profile => $2)', [
      id,
      who.profileId,
    ])
    expect((await setNumber(who, '')).status).toBe(200)
  })
})

describe('two patients with one number', () => {
  it('NHS-02 both are asked to call, in the same words, and neither answer names the other', async () => {
    const shared = testNhsNumber(21)
    const first = await patient(shared)
    expect(await own(first)).toMatchObject({ nhs_number_to_check: false })
    expect((await hold(first, '10:00')).status).toBe(201)
    expect((await consent(first)).status).toBe(201)
    const second = await patient()
    const saved = await setNumber(second, shared)
    expect(saved.body['userProfile']).toMatchObject({ nhs_number_to_check: true })
    expect(await own(first)).toMatchObject({ nhs_number_to_check: true })
    const answers = [
      await hold(first, '10:50'),
      await hold(second, '10:50'),
      await book(first, '10:00'),
    ]
    expect(answers.map(({ status, body }) => [status, body['reason']])).toEqual(
      answers.map(() => [409, CALL]),
    )
    const [one, two, three] = answers.map(({ body }) => ({ ...body, request_id: '' }))
    expect([one, one]).toEqual([two, three])
    expect(JSON.stringify(one)).not.toMatch(/another|other|account|profile|already/i)
    // Corrected by the one who was wrong, both can book.
    await setNumber(second, testNhsNumber(22))
    expect([(await book(first, '10:00')).status, (await hold(second, '10:10')).status]).toEqual([
      201, 201,
    ])
  })

  it('NHS-02 the number of a closed account blocks nobody', async () => {
    const shared = testNhsNumber(23)
    const closed = await patient(shared)
    const who = await patient(shared)
    expect(await hold(who, '10:20')).toMatchObject({ body: { reason: CALL } })
    await query('update app.profiles set is_active = false where profile_id = $1', [
      closed.profileId,
    ])
    expect((await hold(who, '10:20')).status).toBe(201)
  })

  it('NHS-02 a patient tries few numbers a day', async () => {
    const who = await patient()
    const { most } = LIMITS.numberPerPatient
    for (let index = 0; index < most; index += 1) {
      expect((await setNumber(who, testNhsNumber(100 + index))).status).toBe(200)
    }
    const refused = await setNumber(who, testNhsNumber(100 + most))
    expect(refused.status).toBe(429)
    expect((await setNumber(who, '')).status).toBe(200)
  })
})
