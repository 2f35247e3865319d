import { randomUUID } from 'node:crypto'
import type { StaffRole } from '#core/rules/permissions.ts'
import { personKey } from '#core/rules/staff-person.ts'
import { addDays, londonDate, londonInstant } from '#core/rules/time.ts'
import type { StaffMember } from '#core/server/caller.ts'
import type { Database } from '#core/server/database/database.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import { deskService } from '#results/server/desk/desk.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { bookPast, LABORATORY, type Person, sealer } from '#tests/integration/results/lab-setup.ts'

/** The day of the evenings here: tomorrow, so that no test runs across midnight. */
export const DAY = addDays(londonDate(new Date()), 1)
/** Moves the clock of the database and of the desk to half past eight on that evening. */
export const OFFSET_SECONDS = Math.round(
  (londonInstant(DAY, '20:30').getTime() - Date.now()) / 1000,
)
export const NO = { infection: 'no', biopsy: 'no', ejaculation: 'no', exercise: 'no' } as const
export const BIRTH = '1961-02-03'

/** The desk on a pool of connections, with a clock that can be moved on. */
export function openDesk(database: Database, own = sealer) {
  let ahead = 0
  const now = () => new Date(Date.now() + (OFFSET_SECONDS + ahead) * 1000)
  const limiter = createLimiter(database, (text) => own.lookup(text, 'limit'))
  return {
    ...deskService({ database, sealer: own, clock: { now }, limiter }),
    moveOn(seconds: number) {
      ahead += seconds
    },
  }
}
export type Desk = ReturnType<typeof openDesk>

/** An active member of staff. */
export async function buildMember(
  { query }: SqlDatabase,
  name: string,
  ...roles: StaffRole[]
): Promise<StaffMember> {
  const userId = randomUUID()
  await query(`insert into app.accounts (user_id, kind) values ($1, 'staff')`, [userId])
  const { rows } = await query<{ id: number }>(
    `${BY_HAND}
     insert into app.staff (user_id, email, staff_name, name_key, roles, registration, state, created_at, changed_at)
     values ($1, $2, $3, $4, $5, 'GMC 1', 'active', now(), now()) returning staff_id as id`,
    [userId, `${userId}@halyard.test`, name, personKey(name), roles],
  )
  const at = new Date()
  const staffId = rows[0]?.id ?? 0
  return { staffId, sessionId: randomUUID(), userId, name, roles, factorAt: at, endsAt: at }
}

/** An event of today in the clock of the desk, with these patients booked and their consents. */
export async function buildEvening(
  database: SqlDatabase,
  people: readonly Person[],
  walkInPlaces = 2,
) {
  const eventId = await buildEvent(database, {
    event_on: DAY,
    start_time: '08:00',
    end_time: '20:00',
    session_minutes: 5,
    places_per_slot: Math.ceil(people.length / 144),
    total_spaces: people.length,
    lab_name: LABORATORY,
    walk_in_places: walkInPlaces,
  })
  const booked = await bookPast(database, eventId, people, DAY)
  return {
    eventId,
    patients: booked.map(({ profileId, appointmentId }) => ({
      profileId,
      appointmentId,
      ref: { eventId, caseId: appointmentId },
    })),
  }
}

/** The steps before the label, of a patient with a consent. */
export async function askAll(
  desk: Desk,
  member: StaffMember,
  ref: { eventId: number; caseId: string },
) {
  return [
    await desk.checkIn(member, ref, { key: randomUUID(), agrees: true }),
    await desk.answer(member, ref, { key: randomUUID(), answers: NO }),
  ]
}
