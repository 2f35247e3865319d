import { beforeEach } from 'vitest'
import { type JobDeps, runNextJob } from '#app/jobs/loop.ts'
import type { DayParts } from '#booking/rules/waiting-list.ts'
import { buildConsent, buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { bookingFile } from './booking-file.ts'
import {
  type BookingServices,
  bookingInput,
  bookWithConsent,
  CONTEXT,
  callerOf,
  holdInput,
} from './booking-setup.ts'
import { createOutbox, type Outbox } from './outbox.ts'

/** A Tuesday, 10:00 in London. */
export const NOW = '2027-06-01T09:00:00Z'
/** A Thursday: its list ends on Wednesday, the day before, at 09:00. */
export const DAY = '2027-06-17'

export const ALL_DAY: DayParts = { mornings: true, afternoons: true, evenings: true }
export const MORNING: DayParts = { mornings: true, afternoons: false, evenings: false }
export const EVENING: DayParts = { mornings: false, afternoons: false, evenings: true }

type Changes = Parameters<typeof buildEvent>[1]

/** Full events, patients who wait, and a job loop that runs on request. Registers the hooks of the test file. */
export function waitingSetup() {
  const booking = bookingFile(NOW)
  let outbox: Outbox
  beforeEach(async () => {
    outbox = createOutbox()
    await booking.services.database.query(
      `update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'patient' where status = 'held';
       update app.waiting_entries set ended_at = app.clock_now(), ended_because = 'left' where ended_at is null;
       delete from app.jobs`,
    )
  })

  const newPatient = () => buildProfile(booking.services.database, { birth_date: '1970-01-01' })
  const newEvent = (changes: Changes = {}) =>
    buildEvent(booking.services.database, { event_on: DAY, ...changes })

  async function depsAt(at: BookingServices): Promise<JobDeps> {
    const { offerPlaces, sweep } = at.waitingList
    const deps = await outbox.depsFor(at.database)
    return {
      ...deps,
      clock: { ...deps.clock, now: at.clock.now },
      offerPlaces,
      sweepWaitingLists: sweep,
    }
  }

  const setup = {
    booking,
    newPatient,
    newEvent,
    get sent() {
      return outbox.sent
    },
    /** The next mails fail with this error; undefined: they are sent. */
    failMails(error: Error | undefined) {
      outbox.sendError = error
    },
    /** An event of one place, which a patient has booked at 09:00. */
    async fullEvent(changes: Changes = {}) {
      const eventId = await newEvent({ total_spaces: 1, ...changes })
      const booker = await newPatient()
      const appointmentId = await bookWithConsent(booking.services, booker, eventId, DAY, '09:00')
      await setup.runJobs()
      outbox.sent.length = 0
      return { eventId, booker, appointmentId }
    },
    /** Answers 'joined' or the reason of the refusal. */
    async join(eventId: number, who: number, parts = ALL_DAY, at = booking.services) {
      const outcome = await at.waitingList.join({ event_id: eventId, ...parts }, callerOf(who))
      return outcome.ok ? 'joined' : outcome.reason
    },
    /** New patients on the list, in order. */
    async waiting(eventId: number, ...parts: DayParts[]): Promise<number[]> {
      const patients: number[] = []
      for (const part of parts) {
        const patient = await newPatient()
        const joined = await setup.join(eventId, patient, part)
        if (joined !== 'joined') throw new Error(`not joined: ${joined}`)
        patients.push(patient)
      }
      return patients
    },
    async entriesOf(who: number, at = booking.services) {
      const lists = await at.waitingList.list({}, { profileId: who })
      return lists.value.entries
    },
    /** The time that is offered to the patient, or null. */
    async offerTo(who: number, at = booking.services) {
      const [entry] = await setup.entriesOf(who, at)
      return entry?.offer?.appt_time ?? null
    },
    /** Answers 'held' or the reason of the refusal. */
    async tryHold(eventId: number, who: number, time: string, at = booking.services, more = {}) {
      const input = { ...holdInput(eventId, DAY, time), ...more }
      const outcome = await at.holds.create(input, callerOf(who))
      return outcome.ok ? 'held' : outcome.reason
    },
    async book(eventId: number, who: number, time: string, at = booking.services) {
      await buildConsent(at.database, who, DAY)
      const input = bookingInput(who, eventId, DAY, time)
      const outcome = await at.appointments.create(input, callerOf(who), CONTEXT)
      return outcome.ok ? 'booked' : outcome.reason
    },
    cancel: (appointmentId: string, who: number, at = booking.services) =>
      at.appointments.cancel({ appointment_id: appointmentId }, callerOf(who), CONTEXT),
    /** Runs every due job, at this process's time. */
    async runJobs(at = booking.services): Promise<void> {
      const deps = await depsAt(at)
      while (await runNextJob(deps));
    },
    /** Marks expired holds, as the chore of the job loop does. */
    expire: (at = booking.services) => at.database.query('select booking.expire_holds(100)'),
    subjects: () => outbox.sent.map(({ subject }) => subject),
  }
  return setup
}
