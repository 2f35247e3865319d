import { describe, expect, it } from 'vitest'
import { waitingSheet } from '#booking/commands/list-waiting.ts'
import { ALL_DAY, waitingSetup } from './waiting-setup.ts'

const list = waitingSetup()
const { booking, fullEvent, waiting, entriesOf, offerTo } = list
const { query } = {
  query: (sql: string, values: unknown[]) => booking.services.database.query(sql, values),
}

/** At once after the ends of offers: 12 hours, and none in the night. */
const AFTER_OFFERS = ['2027-06-02T07:00:01Z', '2027-06-02T19:00:02Z', '2027-06-03T07:00:03Z']

describe('an address whose mails only ever fail for now', () => {
  it('WAIT-02 is passed over after three offers, until another mail to the patient was sent', async () => {
    const { eventId, appointmentId, booker } = await fullEvent()
    const [first = 0, second = 0] = await waiting(eventId, ALL_DAY, ALL_DAY)
    await list.cancel(appointmentId, booker)
    list.failMails(new Error('mailbox full'))
    let at = booking.services
    for (const next of AFTER_OFFERS) {
      await list.runJobs(at)
      expect(await offerTo(first, at)).toBe('09:00')
      at = booking.at(next)
      await list.expire(at)
    }
    await list.runJobs(at)
    expect(await offerTo(first, at)).toBeNull()
    expect(await offerTo(second, at)).toBe('09:00')
    expect((await entriesOf(first, at))[0]?.ended_at).toBeNull()
    const sheet = () => waitingSheet(at.database, eventId, at.clock.now())
    expect(await sheet()).toContain('passed over: no mail of an offer could be delivered')
    list.failMails(undefined)
    await query(`select app.queue_mail('verify-email:test', $1, $2, app.clock_now())`, [
      JSON.stringify({ template: 'verify-email', profile_id: first }),
      `profile:${first}`,
    ])
    await list.runJobs(at)
    expect(await sheet()).not.toContain('passed over')
  })
})

describe('the end of an entry', () => {
  it('WAIT-02 BOOK-11 is mailed to a patient who may no longer be tested, once', async () => {
    const { eventId, appointmentId, booker } = await fullEvent()
    const [first = 0] = await waiting(eventId, ALL_DAY, ALL_DAY)
    await query(`update app.profiles set birth_date = '2000-01-01' where profile_id = $1`, [first])
    await list.cancel(appointmentId, booker)
    await list.runJobs()
    await list.runJobs()
    expect((await entriesOf(first))[0]?.ended_because).toBe('not-eligible')
    expect(list.subjects().filter((subject) => subject.includes('waiting list'))).toEqual([
      'Your place on a waiting list of Halyard Men’s Health',
    ])
  })
})
