import { readReference, referenceNumber } from '#booking/rules/appointment.ts'
import { isForToday, type Permission, roleFor } from '#core/rules/permissions.ts'
import { addDays, type IsoDate, londonDate } from '#core/rules/time.ts'
import { wholeIdOf } from '#core/rules/whole-id.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Disclose, Disclosure } from '#core/server/database/audit.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { countStates, type DeskState, namesakesOf } from '#results/rules/attendees.ts'
import {
  type CountedEvent,
  type EventDay,
  findCountedEvent,
  findEventDay,
  listNextEvents,
  listUnfinishedEvents,
} from '#results/server/database/event-days.ts'
import { listRunSheet, type RunSheetRow } from '#results/server/database/run-sheets.ts'
import { countWorklists, type Worklists } from '#results/server/database/worklists.ts'
import { openRunSheet, type RunSheet, referenceOf } from '#results/server/run-sheet.ts'

type Deps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly disclose: Disclose
}

/** A patient of an event, as its page lists them. */
export type Attendee = Pick<
  RunSheetRow,
  'caseId' | 'startsAt' | 'firstName' | 'lastName' | 'birthDate' | 'state' | 'isUnconfirmed'
> & {
  readonly reference: string
  /** The references of patients of the event with the same surname and birth date. */
  readonly namesakes: readonly string[]
}

export type Attendees = {
  readonly event: EventDay
  readonly counts: Readonly<Record<DeskState, number>>
  /** Patients who came without an appointment, of any state. */
  readonly walkIns: number
  readonly shown: readonly Attendee[]
}

const attendeeOf = (row: RunSheetRow, rows: readonly RunSheetRow[]): Attendee => ({
  caseId: row.caseId,
  startsAt: row.startsAt,
  firstName: row.firstName,
  lastName: row.lastName,
  birthDate: row.birthDate,
  state: row.state,
  isUnconfirmed: row.isUnconfirmed,
  reference: referenceOf(row),
  namesakes: namesakesOf(row, rows).map(referenceOf),
})

/** The appointment of an event that a typed or scanned reference names; otherwise what to do, without a name. */
async function findByTyped(
  database: Database,
  eventId: number,
  typed: string,
): Promise<{ appointmentId: string } | { fault: string }> {
  if (typed.trim() === '') return { fault: 'Type or scan the reference of the patient.' }
  const digits = readReference(typed)
  if (digits === undefined) {
    return {
      fault:
        'This is not a reference. A reference has eight digits or letters from A to F, such as 0D8F-2F36. Read it again.',
    }
  }
  const rows = await listRunSheet(database, eventId)
  const [appointmentId, another] = rows.flatMap((row) =>
    row.appointmentId?.replaceAll('-', '').startsWith(digits) ? [row.appointmentId] : [],
  )
  if (appointmentId === undefined) {
    return {
      fault: `No appointment at this event has the reference ${referenceNumber(digits)}. Compare it, and the date, with the patient’s confirmation. A patient without an appointment at this event is a walk-in.`,
    }
  }
  return another === undefined
    ? { appointmentId }
    : { fault: 'Two appointments at this event have this reference. Choose from the list.' }
}

/** What a person finds on the start page: numbers of patients, never names. */
export type Today = {
  readonly today: readonly CountedEvent[]
  readonly next: readonly CountedEvent[]
  /** Past events with patients without an outcome, or tubes without a result. */
  readonly unfinished: readonly CountedEvent[]
  /** What waits for this person, whichever of their pages it is on. */
  readonly worklists: Worklists
}

const MOST_NEXT = 20

/** The events of this day, and, except for a phlebotomist, what comes and what is not finished. */
async function findToday(
  database: Database,
  day: IsoDate,
  { name, roles }: StaffMember,
): Promise<Today> {
  const withDrafts = roleFor(roles, 'edit-events') !== undefined
  const onlyToday = isForToday(roles, 'run-desk')
  const seesResults = roleFor(roles, 'import-results') !== undefined
  const tomorrow = addDays(day, 1)
  return {
    today: await listNextEvents(database, { from: day, until: day, withDrafts }),
    next: onlyToday
      ? []
      : await listNextEvents(database, { from: tomorrow, withDrafts, most: MOST_NEXT }),
    unfinished: seesResults ? await listUnfinishedEvents(database, day) : [],
    worklists: await countWorklists(database, { name, day }),
  }
}

/** The patients of events, for the people who run them (CLI-01, EVM-02). */
export function attendeesService({ database, clock, sealer, disclose }: Deps) {
  const recordFor = (member: StaffMember, permission: Permission) => (disclosure: Disclosure) =>
    disclose(member, byOf(member, permission), disclosure)

  return {
    /** Whether the event of this id is on this day; false for any other text. */
    async isToday(id: string | undefined): Promise<boolean> {
      const eventId = wholeIdOf(id)
      const event = eventId === undefined ? undefined : await findEventDay(database, eventId)
      return event?.date === londonDate(clock.now())
    },

    /** The patients of an event by time, all or those in one state; undefined when there is no such event. Those shown are recorded first. */
    async list(
      member: StaffMember,
      eventId: number,
      state?: DeskState,
    ): Promise<Attendees | undefined> {
      const event = await findEventDay(database, eventId)
      if (event === undefined) return undefined
      const rows = await listRunSheet(database, eventId)
      const shown = state === undefined ? rows : rows.filter((row) => row.state === state)
      await recordFor(
        member,
        'run-desk',
      )({
        action: 'attendees-read',
        subject: `event:${eventId}`,
        patients: shown.map(({ profileId }) => profileId),
      })
      return {
        event,
        counts: countStates(rows),
        walkIns: rows.filter(({ appointmentId }) => appointmentId === null).length,
        shown: shown.map((row) => attendeeOf(row, rows)),
      }
    },

    /** The event with the number of patients in each state: names nobody, so nothing is recorded. */
    async count(eventId: number): Promise<Attendees | undefined> {
      const event = await findCountedEvent(database, eventId)
      return event && { event, counts: event, walkIns: event.walkIns, shown: [] }
    },

    today: (member: StaffMember) => findToday(database, londonDate(clock.now()), member),

    find: (eventId: number, typed: string) => findByTyped(database, eventId, typed),

    /** The run sheet of an event; undefined when there is no such event. */
    runSheet: (member: StaffMember, eventId: number): Promise<RunSheet | undefined> =>
      openRunSheet(
        {
          database,
          now: clock.now(),
          sealer: () => sealer,
          record: recordFor(member, 'print-lists'),
        },
        eventId,
      ),
  }
}
