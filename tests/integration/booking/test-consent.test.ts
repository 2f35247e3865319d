import { beforeEach, describe, expect, it } from 'vitest'
import { buildConsent, buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  auditLog,
  bookWithConsent,
  CONTEXT,
  callerOf,
  consentInput,
  servicesAt,
} from './booking-setup.ts'

/** A Tuesday, 10:00 in London. */
const NOW = '2027-06-01T09:00:00Z'
const INVALID = 'Invalid or missing parameters. Please check your link or contact support.'

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, NOW))
let patient: number

beforeEach(async () => {
  patient = await buildProfile(services.database)
})

const find = (profile_id: number, test_date: string, from = services) =>
  from.consents.findForTest({ profile_id, test_date }, callerOf(patient), CONTEXT)
const give = (profileId: number, day: string, from = services) =>
  from.consents.createForTest(consentInput(profileId, day), callerOf(patient), CONTEXT)

describe('the consent of /test-consent', () => {
  it('CONS-04 CONS-05 is stored for the day of an event without a place; a later one supersedes it', async () => {
    await buildEvent(services.database, { event_on: '2027-07-01' })
    expect(await find(patient, '2027-07-01')).toMatchObject({ value: { agreed_at: null } })
    const first = await give(patient, '2027-07-01')
    expect(first).toMatchObject({ value: { status: 'success', text_version: '1.0' } })
    const later = servicesAt(test, '2027-06-02T09:00:00Z')
    const second = await give(patient, '2027-07-01', later)
    expect(first.ok && second.ok && first.value.consent_id !== second.value.consent_id).toBe(true)
    expect(await find(patient, '2027-07-01')).toMatchObject({
      value: { agreed_at: '2027-06-02T09:00:00.000Z' },
    })
    const rows = await services.database.query('select from app.consents where profile_id = $1', [
      patient,
    ])
    expect(rows.rows).toHaveLength(2)
  })

  it.each([
    ['no event', {}, '2027-07-02', false],
    ['an event of today', { event_on: '2027-06-01' }, '2027-06-01', true],
    ['an event in exactly a year', { event_on: '2028-06-01' }, '2028-06-01', true],
    ['an event in more than a year', { event_on: '2028-06-02' }, '2028-06-02', false],
    ['a past event', { event_on: '2027-05-31' }, '2027-05-31', false],
    [
      'a cancelled event',
      { event_on: '2027-07-03', cancelled_at: new Date(NOW) },
      '2027-07-03',
      false,
    ],
    ['the first day there is', {}, '0001-01-01', false],
  ])('CONS-04 %s: %s', async (_title, event, day, accepted) => {
    if ('event_on' in event) await buildEvent(services.database, event)
    const expected = accepted ? { ok: true } : { ok: false, reason: 'link-invalid' }
    expect(await find(patient, day)).toMatchObject(expected)
    expect(await give(patient, day)).toMatchObject(expected)
  })

  it('CONS-04 the day of an own past appointment is accepted, of a cancelled or another patient’s one it is not', async () => {
    const then = servicesAt(test, '2027-03-01T09:00:00Z')
    const book = async (who: number, day: string) => {
      const eventId = await buildEvent(then.database, { event_on: day })
      return bookWithConsent(then, who, eventId, day, '09:00')
    }
    const cancelled = { appointment_id: await book(patient, '2027-03-24') }
    await then.appointments.cancel(cancelled, callerOf(patient), CONTEXT)
    await book(patient, '2027-03-17')
    await book(await buildProfile(services.database), '2027-03-31')
    expect(await give(patient, '2027-03-17')).toMatchObject({ ok: true })
    expect(await give(patient, '2027-03-24')).toMatchObject({ reason: 'link-invalid' })
    expect(await give(patient, '2027-03-31')).toMatchObject({ reason: 'link-invalid' })
  })

  it('CONS-04 API-08 another patient’s link answers 403 with the text, stores nothing and is recorded', async () => {
    const other = await buildProfile(services.database)
    await buildEvent(services.database, { event_on: '2027-07-05' })
    await buildConsent(services.database, other, '2027-07-05')
    for (const answer of [await find(other, '2027-07-05'), await give(other, '2027-07-05')]) {
      expect(answer).toEqual({ ok: false, reason: 'forbidden', text: INVALID })
    }
    const recorded = (await auditLog(services.database)).filter(
      ({ action, subject }) =>
        action === 'foreign-access-refused' && subject === `profile:${other}`,
    )
    expect(recorded).toHaveLength(2)
    const stored = await services.database.query(
      'select from app.consents where profile_id in ($1, $2)',
      [patient, other],
    )
    expect(stored.rows).toHaveLength(1)
  })

  it('CONS-02 CONS-04 refuses invalid answers with the message of each field', async () => {
    await buildEvent(services.database, { event_on: '2027-07-06' })
    const answers = consentInput(patient, '2027-07-06', { disclaimer: false })
    expect(
      await services.consents.createForTest(answers, callerOf(patient), CONTEXT),
    ).toMatchObject({ ok: false, reason: 'invalid', fields: { disclaimer: expect.any(String) } })
  })
})
