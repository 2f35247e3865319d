import { beforeAll, describe, expect, it } from 'vitest'
import { updateProfile } from '#account/contract/profiles.ts'
import { listConsents } from '#booking/contract/consents.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import { exportOwnData } from '#portal/contract/own-data.ts'
import { type OwnData, ownDataHtml } from '#portal/rules/own-data.ts'
import { SECTIONS } from '#portal/server/own-data/sections.ts'
import { listResults } from '#results/contract/results.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { createFullPatient, type FullPatient } from '#tests/integration/portal/full-patient.ts'

/** Tables that the file leaves out, and why. */
const LEFT_OUT: Record<string, string> = {
  events: 'the charity’s events',
  products: 'the charity’s tests',
  bank_holidays: 'days of the calendar',
  choice_texts: 'the content of a public page',
  payment_events: 'numbers of the provider’s messages; what they led to is in payments',
  payment_transmissions:
    'numbers and checksums of the provider’s deliveries, deleted after five days',
  labs: 'laboratories',
  accounts: 'the number of the account, which is in profiles, and that it is a patient’s',
  staff: 'the charity’s staff',
  staff_factors: 'secrets of the charity’s staff',
  staff_invitations: 'invitations of the charity’s staff',
  subscription_links: 'hashes of links in mails; the subscription is in subscriptions',
  access_codes: 'the charity’s codes of its events',
  spent_labels: 'labels of tubes without their patients',
  thresholds: 'values by age that two clinicians set, of no patient',
  lab_files: 'checksums of the laboratories’ files',
  key_checks: 'a constant per key',
  deferrals: 'why a clinician put a case off, before its release',
  gradings: 'colours before their release; what was released is in results',
  lab_mappings: 'how laboratories write their files',
  lab_uploads: 'counts, lines and reasons of files, for two days',
  lab_upload_pieces: 'sealed files of laboratories, deleted when they are taken over',
  lab_checks: 'keyed hashes, deleted after a year',
  lab_rows: 'findings before their release; what was released is in results',
  rate_limits: 'keyed hashes, deleted after a day',
}

const service = perFile(testService)
let patient: FullPatient
let other: FullPatient

beforeAll(async () => {
  const eventId = await buildEvent(service.db.database)
  const slots = await slotsOf(service.db.database, eventId)
  const create = (email: string, slot: number) =>
    createFullPatient(service, email, { eventId, startsAt: slots[slot] ?? new Date() })
  patient = await create('reader@example.org', 0)
  other = await create('other@example.org', 1)
  await service.db.database.query('update app.profiles set is_verified = true')
})

type Section = OwnData['sections'][number]

async function collect({ visitor }: FullPatient): Promise<OwnData> {
  const answer = await visitor.call(exportOwnData)
  expect(answer.status).toBe(200)
  const { generated_at: generatedAt, sections } = answer.body as {
    generated_at: string
    sections: Section[]
  }
  return { generatedAt, sections }
}

const rowsOf = ({ sections }: OwnData, table: string) =>
  sections.find((section) => section.table === table)?.rows ?? []

describe('Download my data', () => {
  it('PORT-04 has a section for every table that can hold something about a patient', async () => {
    const { rows } = await service.db.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = 'app' and table_type = 'BASE TABLE' order by 1`,
    )
    const covered = [...SECTIONS.map(({ table }) => table), ...Object.keys(LEFT_OUT)]
    expect(covered.sort()).toEqual(rows.map(({ name }) => name))
  })

  it('PORT-04 shows every value that a section reads', async () => {
    for (const { table, fields, rows } of (await collect(patient)).sections) {
      const named = fields.map(({ name }) => name)
      for (const name of rows.flatMap(Object.keys)) {
        // For the form of the portal, and what its pages ask of the patient, which is not stored.
        if (table === 'profiles' && ['version', 'nhs_number_to_check'].includes(name)) continue
        expect(named, `${table}.${name}`).toContain(name)
      }
    }
  })

  it('PORT-04 has everything of the patient, readable, and nothing of another', async () => {
    const data = await collect(patient)
    const counts = Object.fromEntries(data.sections.map(({ table, rows }) => [table, rows.length]))
    expect(counts).toMatchObject({
      profiles: 1,
      consents: 3,
      appointments: 1,
      enquiries: 1,
      subscriptions: 1,
      sessions: 1,
      error_log: 1,
      booking_networks: 1,
      account_closings: 0,
    })
    expect(rowsOf(data, 'profiles')[0]).toMatchObject({
      email: patient.email,
      nhs_number: expect.stringMatching(/^\d{10}$/),
    })
    expect(rowsOf(data, 'enquiries')[0]).toMatchObject({ message: `From ${patient.email}` })
    expect(rowsOf(data, 'jobs').map(({ template }) => template)).toEqual(
      expect.arrayContaining(['booked', 'newsletter', 'enquiry', 'verify-email']),
    )
    const all = JSON.stringify(data)
    for (const mark of patient.marks) expect(all).toContain(mark)
    for (const mark of [...other.marks, `profile:${other.profileId}`]) {
      expect(all).not.toContain(mark)
    }
    const html = ownDataHtml(data, 'The charity')
    expect(html).toContain("Has anyone on your father's")
    expect(html).toContain('Combodart')
    expect(html).not.toMatch(/undefined|\[object|Invalid/)
  })

  it('PORT-04 is audited before anything is read, and the entry is in the file', async () => {
    const data = await collect(other)
    const [entry] = rowsOf(data, 'audit_log')
    expect(entry).toMatchObject({
      action: 'own-data-read',
      subject: `profile:${other.profileId}`,
      by: 'you',
    })
    const { database } = service.db
    await database.query(
      "alter table app.audit_log add constraint no_reads check (action <> 'own-data-read') not valid",
    )
    expect((await other.visitor.call(exportOwnData)).status).toBe(500)
    await database.query('alter table app.audit_log drop constraint no_reads')
  })

  it('PORT-04 API-08 who acted is the patient, the charity, another person or the system, never the patient because no operator is named', async () => {
    const { database } = service.db
    const { profileId } = patient
    const refused = await other.visitor.call(listResults, { profileId })
    expect(refused.status).toBe(403)
    const subject = `profile:${profileId}`
    const entry = { subject, requestId: null, actor: null }
    await insertAudit(database, { ...entry, action: 'test-of-the-system' })
    await insertAudit(database, { ...entry, action: 'test-of-staff', operator: 'Ada Clerk, clerk' })
    const rows = rowsOf(await collect(patient), 'audit_log')
    const by = (action: string) =>
      rows.flatMap((row) =>
        row['action'] === action && row['subject'] === subject ? [row['by']] : [],
      )
    expect(by('foreign-access-refused')).toEqual(['another person'])
    expect(by('test-of-the-system')).toEqual(['our system'])
    expect(by('test-of-staff')).toEqual(['the charity'])
    expect(by('own-data-read')).toContain('you')
    expect(JSON.stringify(rows)).not.toContain('Ada Clerk')
  })

  it('PORT-04 what cannot be decrypted says so, and the rest is there', async () => {
    await service.db.database.query(
      `update app.profiles set nhs_number_sealed = 'x' where profile_id = $1`,
      [other.profileId],
    )
    await service.db.database.query(
      `${BY_HAND} insert into app.consents select gen_random_uuid(), profile_id, test_on, text_version, text_hash, 'x', agreed_at + interval '1 hour'
         from app.consents where profile_id = $1 limit 1`,
      [other.profileId],
    )
    const data = await collect(other)
    expect(rowsOf(data, 'profiles')[0]).toMatchObject({
      nhs_number: null,
      nhs_number_unavailable: true,
    })
    expect(rowsOf(data, 'consents')[0]).toMatchObject({ answers_unavailable: true })
    expect(rowsOf(data, 'consents')[1]).toMatchObject({ medicationHistory: ['Combodart'] })
  })

  it('PORT-04 AUTH-12 while the address is not confirmed there is nothing that is found by it alone: it may be another person’s', async () => {
    const { database } = service.db
    const confirm = (isVerified: boolean) =>
      database.query('update app.profiles set is_verified = $2 where profile_id = $1', [
        patient.profileId,
        isVerified,
      ])
    await database.query(
      `insert into app.account_closings (user_id, email, closed_at) values (gen_random_uuid(), $1, now())`,
      [patient.email],
    )
    await confirm(false)
    const data = await collect(patient)
    for (const table of ['enquiries', 'subscriptions', 'password_resets', 'results', 'samples']) {
      expect(rowsOf(data, table), table).toEqual([])
      const section = data.sections.find((each) => each.table === table)
      expect(section?.note).toContain('please confirm it first')
    }
    const templates = rowsOf(data, 'jobs').map(({ template }) => template)
    expect(templates).toContain('verify-email')
    expect(templates).not.toContain('newsletter')
    expect(templates).not.toContain('enquiry')
    expect(rowsOf(data, 'appointments')).toHaveLength(1)
    await confirm(true)
    const confirmed = await collect(patient)
    expect(rowsOf(confirmed, 'enquiries')).toHaveLength(1)
    // A closing of an earlier account of the address is never shown.
    expect(rowsOf(confirmed, 'account_closings')).toEqual([])
    await database.query('delete from app.account_closings')
  })

  it('PORT-04 is limited per patient', async () => {
    let status = 200
    for (let tries = 0; status === 200 && tries < 20; tries += 1) {
      status = (await other.visitor.call(exportOwnData)).status
    }
    expect(status).toBe(429)
    expect((await patient.visitor.call(exportOwnData)).status).toBe(200)
  })
})

describe('the list of consents', () => {
  it('PORT-06 has version, date and answers in words, the newest first; earlier ones of the day are replaced', async () => {
    const answer = await patient.visitor.call(listConsents)
    const consents = answer.body['consents'] as Record<string, unknown>[]
    expect(consents.map(({ superseded }) => superseded)).toEqual([false, true, true])
    expect(consents[0]).toMatchObject({ test_date: patient.day, text_version: '1.0' })
    const answers = consents.flatMap(({ answers: given }) => given as { question: string }[])
    expect(answers).toEqual(
      expect.arrayContaining([
        {
          question: 'Counting this one, how many PSA tests have you had?',
          answer: '3rd',
        },
        {
          question: 'Which relatives had prostate cancer? Choose all that apply.',
          answer: 'Grandfather',
        },
        expect.objectContaining({ answer: 'Agreed' }),
      ]),
    )
  })

  it('PORT-06 is of the caller, also after their details changed', async () => {
    await patient.visitor.call(updateProfile, { email: patient.email, last_name: 'Marlow' })
    const ids = async ({ visitor }: FullPatient) =>
      ((await visitor.call(listConsents)).body['consents'] as { consent_id: string }[]).map(
        ({ consent_id }) => consent_id,
      )
    const [own, others] = [await ids(patient), await ids(other)]
    expect(own).toHaveLength(3)
    expect(own.filter((id) => others.includes(id))).toEqual([])
  })
})
