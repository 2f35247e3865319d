import { describe, expect, it } from 'vitest'
import { addDays, londonDate } from '#core/rules/time.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { bookWithConsent, servicesAt } from '#tests/integration/booking/booking-setup.ts'

const now = new Date()

const test = perFile(testDatabase)

const refused = (sql: string) =>
  expect(test.database.query(sql), sql).rejects.toThrow(/append-only/)

/** A patient with one consent and entries in the audit log. */
async function createPatient(): Promise<number> {
  const services = servicesAt(test, now.toISOString())
  const day = addDays(londonDate(now), 30)
  const eventId = await buildEvent(services.database, { event_on: day })
  const profileId = await buildProfile(services.database)
  await bookWithConsent(services, profileId, eventId, day, '09:00')
  for (const table of ['consents', 'audit_log', 'appointment_events']) {
    const { rows } = await test.database.query(`select from app.${table}`)
    expect(rows.length, table).toBeGreaterThan(0)
  }
  return profileId
}

describe('append-only tables', () => {
  it('OPS-05 API-08 CONS-05 APPT-04 refuse changes, deletion and TRUNCATE', async () => {
    const profileId = await createPatient()
    await refused(`delete from app.consents where profile_id = ${profileId}`)
    await refused(`update app.consents set agreed_at = now() where profile_id = ${profileId}`)
    await refused(`update app.audit_log set action = 'x'`)
    await refused('update app.audit_log set actor_user_id = null')
    await refused('delete from app.audit_log')
    await refused(`update app.appointment_events set changed_by = 'charity'`)
    await refused('delete from app.appointment_events')
    await refused('delete from app.appointments')
    await refused('truncate app.appointment_events')
    await refused('truncate app.consents')
    await refused('truncate app.audit_log')
    await refused('truncate app.profiles cascade')
    const change = "select set_config('app.append_only', 'erase:1', true)"
    await refused(`begin; ${change}; delete from app.consents; commit`)
    await refused(`begin; ${change}; delete from app.appointment_events; commit`)
    await refused(`begin; ${change}; update app.audit_log set subject = 'x'; commit`)
    const reseal = "select set_config('app.append_only', 'reseal', true)"
    await refused(`begin; ${reseal}; update app.consents set text_hash = 'x'; commit`)
    await refused(`begin; ${reseal}; delete from app.consents; commit`)
    await expect(
      test.database.query(`select app.erase_patient(${profileId}, ' ', 'x', '{}')`),
    ).rejects.toThrow(/names its operator/)
  })
})
