import { describe, expect, it, vi } from 'vitest'
import { getSmsChoice, setSmsChoice } from '#booking/contract/sms.ts'
import { queueDueReminders } from '#booking/server/reminders.ts'
import { addDays, londonInstant } from '#core/rules/time.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { buildConsent, buildEvent } from '#tests/fixtures/builders.ts'
import { bookAt, type LocalPatient } from './reminder-people.ts'
import { DAY, smsSetup } from './sms-setup.ts'

const sms = smsSetup()
const { at, newReader, messagesTo, textsTo, outage, settled, outcomesOf, retry } = sms

describe('text messages', () => {
  it('REM-02 go to nobody who did not ask, or has stopped them, or has no UK mobile number', async () => {
    const [never, stopped, changed] = [await newReader(false), await newReader(), await newReader()]
    await stopped.visitor.call(setSmsChoice, { wants: false })
    await sms.service.db.database.query(
      `update app.profiles set phone = '01206 555 0100' where profile_id = $1`,
      [changed.profileId],
    )
    for (const reader of [never, stopped, changed]) await bookAt(reader, at('09:10'))
    await settled()
    expect(await outcomesOf(never.profileId)).toEqual([])
    expect(await outcomesOf(stopped.profileId)).toEqual([])
    expect(await outcomesOf(changed.profileId)).toEqual(['confirmation: no-mobile'])
    for (const { number } of [never, stopped, changed]) expect(await textsTo(number)).toEqual([])
    const landline = await newReader(false, '01206 555 0100')
    const refused = await landline.visitor.call(setSmsChoice, { wants: true })
    expect([refused.status, refused.body['reason']]).toEqual([409, 'no-mobile'])
  })

  it('REM-02 a patient stops them at any time: one that waits is not sent', async () => {
    const reader = await newReader()
    await outage(503)
    await bookAt(reader, at('09:20'))
    await settled()
    await reader.visitor.call(setSmsChoice, { wants: false })
    await outage(null)
    await retry()
    expect(await outcomesOf(reader.profileId)).toEqual(['confirmation: not-wanted'])
    expect(await textsTo(reader.number)).toEqual([])
    const { body } = await reader.visitor.call(getSmsChoice)
    expect(body).toMatchObject({ available: true, wants: false, chosen_at: expect.any(String) })
  })

  it.each([429, 500, 503, 401])(
    'REM-02 %s of the provider is tried again, and the message sent once',
    async (status) => {
      const reader = await newReader()
      await outage(status)
      await bookAt(reader, at('09:30'))
      await settled()
      expect(await outcomesOf(reader.profileId)).toEqual(['confirmation: null'])
      await outage(null)
      await retry()
      expect(await textsTo(reader.number)).toHaveLength(1)
    },
  )

  it.each([400, 422])(
    'REM-02 %s of the provider is final, and operators see it',
    async (status) => {
      const reader = await newReader()
      await outage(status)
      await bookAt(reader, at('09:40'))
      await settled()
      await outage(null)
      const { rows } = await sms.service.db.database.query(
        `select last_error from app.jobs where kind = 'sms' and failed_at is not null and payload ->> 'profile_id' = $1`,
        [String(reader.profileId)],
      )
      expect(rows).toEqual([{ last_error: `SmsRefusedError ${status}` }])
      expect(await outcomesOf(reader.profileId)).toEqual(['confirmation: refused'])
      expect(await textsTo(reader.number)).toEqual([])
    },
  )

  it('REM-02 a message that was accepted before its process was killed is not sent again', async () => {
    const reader = await newReader()
    await bookAt(reader, at('09:50'))
    await settled()
    await sms.service.db.database.query(
      `update app.sms_messages set outcome = null, ended_at = null where profile_id = $1`,
      [reader.profileId],
    )
    await sms.service.db.database.query(
      `update app.jobs set done_at = null where kind = 'sms' and payload ->> 'profile_id' = $1`,
      [String(reader.profileId)],
    )
    await retry()
    expect(await textsTo(reader.number)).toHaveLength(1)
    expect(await outcomesOf(reader.profileId)).toEqual(['confirmation: sent'])
  })

  it('REM-02 one number gets a few a day, whatever asks for them', async () => {
    const phone = '07700 900 999'
    const readers: LocalPatient[] = []
    for (let n = 0; n <= LIMITS.smsPerNumber.most; n += 1)
      readers.push(await newReader(true, phone))
    for (const reader of readers)
      await bookAt(reader, at(readers.indexOf(reader) < 5 ? '10:00' : '10:10'))
    await settled()
    expect(await textsTo('+447700900999')).toHaveLength(LIMITS.smsPerNumber.most)
  })

  // Last, because the process of a later day also takes the jobs of the others.
  it('REM-02 tell a patient who asked for them of the booking, remind three days before, and say when the event is cancelled', async () => {
    // Days after the event of the other tests: nobody else is reminded.
    const day = addDays(DAY, 10)
    const eventId = await buildEvent(sms.service.db.database, { event_on: day })
    const reader = await newReader()
    await buildConsent(sms.service.db.database, reader.profileId, day)
    await bookAt(reader, { eventId, day, time: '09:00' })
    await settled()
    const morning = londonInstant(addDays(day, -3), '09:30')
    const later = await sms.service.another({
      CLOCK_OFFSET_SECONDS: String(Math.round((morning.getTime() - Date.now()) / 1000)),
    })
    await queueDueReminders(later.wiring.database, morning)
    await vi.waitFor(async () => expect(await textsTo(reader.number)).toHaveLength(2), 15_000)
    await sms.service.db.database.query('select booking.cancel_event($1)', [eventId])
    await vi.waitFor(async () => expect(await textsTo(reader.number)).toHaveLength(3), 15_000)
    const [cancelled, reminder, confirmation] = await messagesTo(reader.number)
    expect(confirmation).toMatchObject({
      from: 'Halyard',
      text: expect.stringMatching(
        /^Your appointment is confirmed: .*, 09:00\. http:\/\/localhost:4321\/upcoming-events$/,
      ),
    })
    expect(reminder?.text).toMatch(
      /^Reminder: your appointment is on .*, 09:00\. Change or cancel until .*, 09:00\./,
    )
    expect(cancelled?.text).toMatch(/^We are sorry: .* will not take place\./)
    for (const { text } of await messagesTo(reader.number)) {
      expect(text).not.toMatch(/arthur|pendle|psa|prostat|cancer|screening|nhs/i)
    }
    expect((await outcomesOf(reader.profileId)).sort()).toEqual([
      'confirmation: sent',
      'event-cancelled: sent',
      'reminder: sent',
    ])
  })
})
