import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONSENT_CANONICAL, CONSENT_VERSION } from '#domain/consent.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  auditLog,
  type BookingServices,
  CONTEXT,
  callerOf,
  consentInput,
  sealer,
  servicesAt,
} from './booking-setup.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

let test: TestDatabase
let services: BookingServices
let patient: number

beforeAll(async () => {
  test = await testDatabase()
  services = servicesAt(test, NOW)
  patient = await buildProfile(services.database)
})
afterAll(() => test.close())

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
  expect(
    await services.consents.create(consentInput(patient, '0000-01-01'), callerOf(patient), CONTEXT),
  ).toEqual({
    ok: false,
    reason: 'invalid',
    fields: { psaTestDate: 'Enter the day of the test.' },
  })
  expect(await auditLog(services.database)).toEqual(before)
})
