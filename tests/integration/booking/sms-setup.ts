import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { setSmsChoice } from '#booking/contract/sms.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import { type SmsStandIn, startSms } from '#local/sms/start-sms.ts'
import type { Sms } from '#local/sms/store.ts'
import { buildConsent, buildEvent } from '#tests/fixtures/builders.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import { type LocalPatient, newLocalPatient } from './reminder-people.ts'

export const DAY = addDays(londonDate(new Date()), 20)
export const SMS_KEY = 'a-key-of-the-tests'

export type Reader = LocalPatient & { readonly number: string }

/** The API with the stand-in for a provider of text messages, and an event with room for everybody. Registers the hooks of the test file. */
export function smsSetup() {
  let folder: string
  let sms: SmsStandIn
  let service: TestService
  let event: number
  let numbers = 0

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-sms-'))
    sms = await startSms(folder, SMS_KEY)
    service = await testService({
      source: { SMS_URL: sms.smsUrl, SMS_KEY, SMS_SENDER: 'Halyard' },
    })
    const wide = { event_on: DAY, places_per_slot: 10, total_spaces: 90 }
    event = await buildEvent(service.db.database, wide)
  })
  afterAll(async () => {
    await service.close()
    await sms.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const messagesTo = async (number: string): Promise<Sms[]> => {
    const answer = await fetch(`${sms.url}/api/messages?to=${encodeURIComponent(number)}`)
    return (await answer.json()) as Sms[]
  }
  return {
    get service() {
      return service
    },
    /** A time of the event. */
    at: (time: string) => ({ eventId: event, day: DAY, time }),
    /** A patient with a mobile number of their own, from Ofcom's drama range, who wants text messages. */
    async newReader(wants = true, phone?: string): Promise<Reader> {
      numbers += 1
      const digits = String(numbers).padStart(3, '0')
      const patient = await newLocalPatient(service, { phone: phone ?? `07700 900 ${digits}` })
      await buildConsent(service.db.database, patient.profileId, DAY)
      if (wants) await patient.visitor.call(setSmsChoice, { wants })
      return { ...patient, number: `+447700900${digits}` }
    },
    messagesTo,
    textsTo: async (number: string) => (await messagesTo(number)).map(({ text }) => text),
    /** The provider answers with this status from now on; null ends it. */
    outage: (status: number | null) =>
      fetch(`${sms.url}/api/outage`, { method: 'POST', body: JSON.stringify({ status }) }),
    settled: () => service.mailsSettled(),
    /** What became of a patient's messages, oldest first. */
    async outcomesOf(profileId: number): Promise<string[]> {
      const { rows } = await service.db.database.query<{ kind: string; outcome: string | null }>(
        'select kind, outcome from app.sms_messages where profile_id = $1 order by queued_at',
        [profileId],
      )
      return rows.map(({ kind, outcome }) => `${kind}: ${outcome}`)
    },
    /** Runs the waiting messages now. */
    async retry(): Promise<void> {
      const open = `kind = 'sms' and done_at is null and failed_at is null`
      await service.db.database.query(`update app.jobs set run_at = app.clock_now() where ${open}`)
      await vi.waitFor(async () => {
        service.wiring.nudgeJobs()
        const { rows } = await service.db.database.query(
          `select from app.jobs where ${open} and run_at <= app.clock_now()`,
        )
        if (rows.length > 0) throw new Error('messages are waiting')
      }, 15_000)
    },
  }
}
