import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONSENT_CANONICAL, CONSENT_VERSION } from '#domain/consent.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { audited, CONTEXT, consent, patient, type Stage, sealer, servicesAt } from './stage.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

let test: TestDatabase
let stage: Stage
let man: number

beforeAll(async () => {
  test = await testDatabase()
  stage = servicesAt(test, NOW)
  man = await buildProfile(stage.database)
})
afterAll(() => test.close())

const giving = (changes: Parameters<typeof consent>[2]) =>
  stage.consents.create(consent(man, DAY, changes), patient(man), CONTEXT)

it('CONS-05 API-04 keeps version and hash of the text, the time, and the answers sealed', async () => {
  const outcome = await giving({
    medicationHistory: ['Avodart', 'Combodart'],
    motherSideDetails: 'canary-aunt',
  })
  expect(outcome).toMatchObject({ value: { status: 'success', text_version: CONSENT_VERSION } })
  const id = outcome.ok ? outcome.value.consent_id : ''
  const row = await stage.database.kysely
    .selectFrom('consents')
    .selectAll()
    .where('consent_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    profile_id: man,
    test_on: DAY,
    text_hash: createHash('sha256').update(CONSENT_CANONICAL).digest('hex'),
    agreed_at: new Date(NOW),
  })
  expect(row.answers_sealed.toString('latin1')).not.toContain('canary-aunt')
  const place = { table: 'consents', row: id, column: 'answers_sealed' }
  expect(JSON.parse(sealer.open(row.answers_sealed, place))).toMatchObject({
    medicationHistory: ['Avodart', 'Combodart'],
    motherSideDetails: 'canary-aunt',
  })
  expect(() => sealer.open(row.answers_sealed, { ...place, row: 'another' })).toThrow()
  expect(await audited(stage.database)).toContainEqual({
    action: 'consent-given',
    subject: `consent:${id}`,
  })
})

it('CONS-05 a consent can be superseded, never changed', async () => {
  const first = await giving({})
  const second = await giving({ numberOfPsaTest: '2' })
  expect(first.ok && second.ok && first.value.consent_id !== second.value.consent_id).toBe(true)
  await expect(stage.database.query(`update app.consents set text_version = 'x'`)).rejects.toThrow(
    'append-only',
  )
  await expect(stage.database.query('delete from app.consents')).rejects.toThrow('append-only')
})

it('CONS-02 refuses with the messages of the form by field and keeps nothing', async () => {
  const before = await audited(stage.database)
  expect(
    await giving({
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
  expect(await stage.consents.create(consent(man, '0000-01-01'), patient(man), CONTEXT)).toEqual({
    ok: false,
    reason: 'invalid',
    fields: { psaTestDate: 'Enter the day of the test.' },
  })
  expect(await audited(stage.database)).toEqual(before)
})
