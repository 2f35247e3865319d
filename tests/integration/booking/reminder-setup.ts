import { beforeEach } from 'vitest'
import { queueDueReminders } from '#booking/server/reminders.ts'
import type { MailMessage } from '#core/server/gateways/mail.ts'
import { bookWithConsent } from './booking-setup.ts'
import { mailSetup } from './mail-setup.ts'
import { runAll } from './outbox.ts'

/** The appointment of these tests: nine o'clock in London on a Wednesday in summer, booked two weeks before (`NOW` of mail-setup.ts). */
export const STARTS = '2027-06-16T08:00:00Z'
export const FIRST = '2027-06-09T08:00:00Z'
export const LAST = '2027-06-13T08:00:00Z'

export const isReminder = ({ subject }: MailMessage): boolean => subject.startsWith('Reminder')

/** Appointments that time passes for. Registers the hooks of the test file. */
export function reminderSetup() {
  const mails = mailSetup()
  // Each test sees its own appointments only: reminders are looked for in all.
  beforeEach(async () => {
    const { query } = mails.booking.services.database
    await query(
      `update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'patient'
        where status in ('held', 'booked')`,
    )
    await query('delete from app.jobs')
  })
  /** What a process does at that time: queues what is due, then sends what it can. Answers the mails that it sent. */
  async function tick(time: string): Promise<MailMessage[]> {
    const { database } = mails.booking.at(time)
    const before = mails.outbox.sent.length
    await queueDueReminders(database, new Date(time))
    await runAll({ ...(await mails.jobDeps(database)), clock: fixedClock(time) })
    return mails.outbox.sent.slice(before)
  }
  /** Books nine o'clock for a new patient, whose confirmation is sent. */
  async function book(time = '09:00', eventId?: number, day = '2027-06-16') {
    const { booking } = mails
    const patient = await mails.newPatient()
    const event = eventId ?? (await mails.newEvent())
    const appointment = await bookWithConsent(booking.services, patient, event, day, time)
    await runAll(await mails.jobDeps())
    mails.outbox.sent.length = 0
    return { patient, event, appointment }
  }
  return { mails, tick, book }
}

export const fixedClock = (time: string) => ({
  now: () => new Date(time),
  resync: () => Promise.resolve(),
})

/** The token of a reminder's link. */
export const tokenIn = ({ text }: Pick<MailMessage, 'text'>): string =>
  /\/appointment-reminder\?token=([\w-]{43})\n/.exec(text)?.[1] ?? ''
