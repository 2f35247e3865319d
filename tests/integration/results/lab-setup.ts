import { randomBytes } from 'node:crypto'
import { NHS_NUMBER_PURPOSE } from '#account/server/database/profiles.ts'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { csvLine } from '#core/rules/csv.ts'
import { addDays, type IsoDate, londonDate } from '#core/rules/time.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import { labelOf } from '#results/rules/sample-label.ts'
import { buildConsent, buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import type { Tube } from '#tests/fixtures/lab-rows.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

export const sealer = createSealer({
  data: [{ id: 'k1', key: randomBytes(32) }],
  lookup: randomBytes(32),
})

export const CLERK = 'Mo Finch, coordinator'
export const NURSE = 'Bea Lund, phlebotomist'
export const CLINICIAN = 'Ada Quill, clinician'
export const SECOND = 'Ben Ashe, clinician'
/** They end rows in quarantine: neither imports or judges. */
export const LEAD = 'Cy Ward, coordinator'
export const SECOND_CLERK = 'Di Moss, coordinator'
export const LABORATORY = 'Northgate Pathology'

/** The day of every event here: it is over. */
export const EVENT_DAY: IsoDate = addDays(londonDate(new Date()), -3)

export type Person = {
  readonly surname: string
  readonly forename: string
  readonly birthDate: IsoDate
  readonly nhsNumber?: string
  /** A profile that is there already; otherwise a new one is made. */
  readonly profileId?: number
}

/** A tube with its appointment, and the reference number in the patient's mail. */
export type TakenTube = Tube & {
  readonly appointmentId: string
  readonly reference: string
  readonly nhsNumber?: string
}

const BODY = '0123456789ABCDEFGHJKMNPQRTUVWX'
let made = 0
/** A label that was not made before in this process. */
export function newLabel(): string {
  made += 1
  let left = made
  let body = ''
  for (let at = 0; at < 6; at += 1) {
    body = `${BODY[left % BODY.length]}${body}`
    left = Math.floor(left / BODY.length)
  }
  return labelOf(body)
}

/** A past event of `places` slots. */
export const pastEvent = (database: SqlDatabase, places: number, laboratory = LABORATORY) =>
  buildEvent(database, {
    event_on: EVENT_DAY,
    start_time: '08:00',
    end_time: '20:00',
    session_minutes: 5,
    places_per_slot: Math.ceil(places / 144),
    total_spaces: places,
    lab_name: laboratory,
  })

/** Patients with a consent and a booked appointment at a past event; no attendance is recorded. */
export async function bookPast(
  database: SqlDatabase,
  eventId: number,
  people: readonly Person[],
  day = EVENT_DAY,
): Promise<{ person: Person; profileId: number; appointmentId: string }[]> {
  const slots = await slotsOf(database, eventId)
  const booked = []
  for (const [at, person] of people.entries()) {
    const profileId =
      person.profileId ??
      (await buildProfile(database, {
        first_name: person.forename,
        last_name: person.surname,
        birth_date: person.birthDate,
        nhs_number_hash: person.nhsNumber
          ? sealer.lookup(person.nhsNumber, NHS_NUMBER_PURPOSE)
          : null,
      }))
    await buildConsent(database, profileId, day)
    const start = slots[at % slots.length]
    const { rows } = await database.query<{ id: string }>(
      `with booked as (
         insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, booked_at, created_at, idempotency_key)
         values ($1, $2, $3, $3::timestamptz + interval '5 minutes', $4, 'booked', $3, $3, gen_random_uuid()) returning *)
       insert into app.appointment_events (appointment_id, profile_id, at, action, to_slot, changed_by)
       select appointment_id, profile_id, booked_at, 'booked', slot_start, 'patient' from booked returning appointment_id as id`,
      [eventId, profileId, start, 1 + Math.floor(at / slots.length)],
    )
    booked.push({ person, profileId, appointmentId: rows[0]?.id ?? '' })
  }
  return booked
}

/** An attendance file of these tubes, all taken at 09:30. */
export const attendanceCsv = (
  tubes: readonly { reference: string; label: string; birthDate: IsoDate }[],
): string =>
  [
    csvLine(['reference', 'date of birth', 'outcome', 'label', 'taken_at']),
    ...tubes.map(({ reference, label, birthDate }) =>
      csvLine([reference, birthDate, 'attended', label, '09:30']),
    ),
  ].join('')

/**
 * Patients who attended a past event; their tubes were recorded through the command's own operation. `before`: what happens with the
 * labels before that.
 */
export async function takeTubes(
  database: SqlDatabase,
  people: readonly Person[],
  {
    laboratory = LABORATORY,
    before = async () => {},
    isLate = () => false,
  }: {
    laboratory?: string
    before?: (tubes: readonly TakenTube[]) => Promise<unknown>
    /** Tubes that are not recorded now (`recordTubes`), by their number. */
    isLate?: (at: number) => boolean
  } = {},
): Promise<TakenTube[]> {
  const eventId = await pastEvent(database, people.length, laboratory)
  const booked = await bookPast(database, eventId, people)
  const tubes = booked.map(({ person, profileId, appointmentId }) => ({
    ...person,
    profileId,
    appointmentId,
    reference: referenceNumber(appointmentId),
    label: newLabel(),
    takenOn: EVENT_DAY,
    laboratory,
  }))
  await before(tubes)
  await recordTubes(
    database,
    tubes.filter((_, at) => !isLate(at)),
  )
  return tubes
}

/** Closes the event of a tube: every patient has an outcome. */
export async function closeEventOf(
  database: SqlDatabase,
  { appointmentId }: Pick<TakenTube, 'appointmentId'>,
): Promise<void> {
  const { rows } = await database.query<{ reason: string | null }>(
    `select c.r_reason as reason from app.appointments a, lab.close_event(a.event_id, 0, 'counted again', $2) c where a.appointment_id = $1`,
    [appointmentId, LEAD],
  )
  if (rows[0]?.reason !== null) throw new Error(JSON.stringify(rows))
}

/** Records these tubes through the command's own operation. */
export async function recordTubes(
  database: SqlDatabase,
  tubes: readonly TakenTube[],
): Promise<void> {
  const outcome = await recordAttendance({ database, sealer }, attendanceCsv(tubes), NURSE)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults))
}
