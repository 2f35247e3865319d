import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { CONSENT_CANONICAL, CONSENT_VERSION } from '#booking/rules/consent.ts'
import { consentsService } from '#booking/server/consents.ts'
import { listOwnConsents } from '#booking/server/database/consents.ts'
import { buildConsent, buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  auditLog,
  bookingInput,
  bookWithConsent,
  CONTEXT,
  callerOf,
  consentInput,
  holdInput,
  sealer,
  servicesAt,
} from './booking-setup.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, NOW))
let patient: number

beforeAll(async () => {
  patient = await buildProfile(services.database)
  const eventId = await buildEvent(services.database, { event_on: DAY })
  await services.holds.create(holdInput(eventId, DAY, '09:00'), callerOf(patient))
})

const giveConsent = (changes: Parameters<typeof consentInput>[2]) =>
  services.consents.create(consentInput(patient, DAY, changes), callerOf(patient), CONTEXT)

it('CONS-05 API-04 stores the version and hash of the text, the time, and the encrypted answers', async () => {
  const outcome = await giveConsent({
    medicationHistory: ['Avodart', 'Combodart'],
    motherSideDetails: 'canary-aunt',
  })
  expect(outcome).toMatchObject({ value: { status: 'success', text_version: CONSENT_VERSION } })
  const id = outcome.ok ? outcome.value.consent_id : ''
  const row = await services.database.kysely
    .selectFrom('consents')
    .selectAll()
    .where('consent_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    profile_id: patient,
    test_on: DAY,
    text_hash: createHash('sha256').update(CONSENT_CANONICAL).digest('hex'),
    agreed_at: new Date(NOW),
  })
  expect(row.answers_sealed.toString('latin1')).not.toContain('canary-aunt')
  const cipherContext = { table: 'consents', row: id, column: 'answers_sealed' }
  expect(JSON.parse(sealer.open(row.answers_sealed, cipherContext))).toMatchObject({
    medicationHistory: ['Avodart', 'Combodart'],
    motherSideDetails: 'canary-aunt',
  })
  expect(() => sealer.open(row.answers_sealed, { ...cipherContext, row: 'another' })).toThrow()
  expect(await auditLog(services.database)).toContainEqual({
    action: 'consent-given',
    subject: `consent:${id}`,
  })
})

it('CONS-05 a later consent supersedes an earlier one; no consent is changed or deleted', async () => {
  const first = await giveConsent({})
  const second = await giveConsent({ numberOfPsaTest: '2' })
  expect(first.ok && second.ok && first.value.consent_id !== second.value.consent_id).toBe(true)
  await expect(
    services.database.query(`update app.consents set text_version = 'x'`),
  ).rejects.toThrow('append-only')
  await expect(services.database.query('delete from app.consents')).rejects.toThrow('append-only')
})

it('CONS-02 refuses invalid answers with the message of each field and stores nothing', async () => {
  const before = await auditLog(services.database)
  expect(
    await giveConsent({
      familyHistoryProstateCancer: 'Yes',
      medicationHistory: ['None', 'Avodart'],
      termsAndConditions: false,
      disclaimer: false,
    }),
  ).toEqual({
    ok: false,
    reason: 'invalid',
    fields: {
      familyMemberWithProstateCancer:
        'Please specify which relative(s) or provide additional details.',
      medicationHistory: 'Choose None, or the medicines you take.',
      termsAndConditions: 'You must agree to the terms and conditions.',
      disclaimer:
        'You must confirm you are not aware of any current prostatic condition. We will not screen if you have known or suspected PCa.',
    },
  })
  expect(await auditLog(services.database)).toEqual(before)
})

it.each(['0000-01-01', '2020-06-16', '2027-06-17', '2099-06-16'])(
  'API-04 refuses a consent for %s, on which the patient has no place',
  async (day) => {
    const before = await auditLog(services.database)
    expect(
      await services.consents.create(consentInput(patient, day), callerOf(patient), CONTEXT),
    ).toEqual({
      ok: false,
      reason: 'invalid',
      fields: {
        psaTestDate: 'You have no place at an event on this day. Please choose a time first.',
      },
    })
    expect(await auditLog(services.database)).toEqual(before)
  },
)

it('API-04 accepts a consent for the day of a live hold or a booked appointment, not of one that is over', async () => {
  const { holds, consents, database } = services
  const who = await buildProfile(database, { birth_date: '1970-01-01' })
  const give = async () => {
    const given = await consents.create(consentInput(who, '2027-06-20'), callerOf(who), CONTEXT)
    return given.ok ? 'stored' : given.reason
  }
  const eventId = await buildEvent(database, { event_on: '2027-06-20' })
  expect(await give()).toBe('invalid')
  const held = await holds.create(holdInput(eventId, '2027-06-20', '09:00'), callerOf(who))
  const holdId = held.ok ? held.value.hold_id : ''
  expect(await give()).toBe('stored')
  await holds.release({ hold_id: holdId }, callerOf(who), CONTEXT)
  expect(await give()).toBe('invalid')
  await bookWithConsent(services, who, eventId, '2027-06-20', '09:10')
  expect(await give()).toBe('stored')

  const later = servicesAt(test, '2027-06-01T09:16:00Z')
  const other = await buildProfile(database, { birth_date: '1970-01-01' })
  await holds.create(holdInput(eventId, '2027-06-20', '09:20'), callerOf(other))
  const late = await later.consents.create(
    consentInput(other, '2027-06-20'),
    callerOf(other),
    CONTEXT,
  )
  expect(late).toMatchObject({ ok: false, fields: { psaTestDate: expect.any(String) } })
})

it('CONS-05 a consent to another version of the text does not allow a booking', async () => {
  const { holds, appointments, database } = services
  const who = await buildProfile(database, { birth_date: '1970-01-01' })
  const eventId = await buildEvent(database, { event_on: '2027-06-21' })
  await holds.create(holdInput(eventId, '2027-06-21', '09:00'), callerOf(who))
  const book = () =>
    appointments.create(bookingInput(who, eventId, '2027-06-21', '09:00'), callerOf(who), CONTEXT)
  await buildConsent(database, who, '2027-06-21', { textVersion: '0.9' })
  expect(await book()).toEqual({ ok: false, reason: 'consent-required' })
  await buildConsent(database, who, '2027-06-21')
  expect(await book()).toMatchObject({ ok: true })
})

it('CONS-06 keeps the version of the page about benefits and harms, and its content once; refuses a consent without one that was published', async () => {
  const content = { title: 'Is a PSA test right for me?', outcomes: [] }
  let current = { version: 'aaaaaaaaaaaaaaaa', content }
  const { database, clock, limiter } = services
  const deps = { database, clock, sealer, limiter }
  const consents = consentsService({ ...deps, currentChoice: () => current })
  const give = async (choiceVersion: string) =>
    await consents.create(consentInput(patient, DAY, { choiceVersion }), callerOf(patient), CONTEXT)
  const versions = async () =>
    (await listOwnConsents(database, sealer, patient)).map((each) => each.choiceVersion)
  const before = await versions()

  expect(await give('')).toMatchObject({
    reason: 'invalid',
    fields: { choiceVersion: expect.stringContaining('confirm that you have read it') },
  })
  expect(await give('bbbbbbbbbbbbbbbb')).toMatchObject({
    reason: 'invalid',
    fields: { choiceVersion: expect.stringContaining('has changed since you opened this form') },
  })
  expect(await versions()).toEqual(before)

  expect(await give('aaaaaaaaaaaaaaaa')).toMatchObject({ ok: true })
  current = { version: 'bbbbbbbbbbbbbbbb', content: { ...content, title: 'Changed' } }
  // Published after the form was opened: the version that was read is known.
  expect(await give('aaaaaaaaaaaaaaaa')).toMatchObject({ ok: true })
  expect(await give('bbbbbbbbbbbbbbbb')).toMatchObject({ ok: true })
  expect((await versions()).filter((version) => version !== before[0]).sort()).toEqual([
    'aaaaaaaaaaaaaaaa',
    'aaaaaaaaaaaaaaaa',
    'bbbbbbbbbbbbbbbb',
  ])
  const kept = database.kysely.selectFrom('choice_texts').select(['version', 'content'])
  expect(await kept.orderBy('version').execute()).toEqual([
    { version: 'aaaaaaaaaaaaaaaa', content },
    { version: 'bbbbbbbbbbbbbbbb', content: { ...content, title: 'Changed' } },
  ])
  const clockLater = { now: () => new Date('2027-06-03T09:00:00Z') }
  const later = consentsService({ ...deps, clock: clockLater, currentChoice: () => current })
  const input = consentInput(patient, DAY, { choiceVersion: 'aaaaaaaaaaaaaaaa' })
  expect(await later.create(input, callerOf(patient), CONTEXT)).toMatchObject({
    fields: { choiceVersion: expect.stringContaining('has changed') },
  })
  const listed = await consents.list({}, callerOf(patient))
  expect(listed).toMatchObject({ value: { choice_version: 'bbbbbbbbbbbbbbbb' } })
})
