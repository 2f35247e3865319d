import { sql } from 'kysely'
import { FIRST_REMINDER_DAY, type ReminderKind } from '#booking/rules/reminder.ts'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { knownVenue, VENUE_FACTS, type Venue } from '#events/rules/venue.ts'

/** A booked appointment of the next days with what decides when its reminders are due. */
export type RemindedAppointment = {
  readonly appointmentId: string
  readonly startsAt: Date
  readonly toldAt: Date
  /** The kinds that were queued for this time. */
  readonly queued: readonly ReminderKind[]
}

/** When the patient was last sent the time of appointment `a`: at the booking or the last move. */
const TOLD_AT = sql<Date>`coalesce((select max(h.at) from app.appointment_events h
  where h.appointment_id = a.appointment_id and h.action in ('booked', 'moved')), a.booked_at)`

/** Of every booked appointment that a reminder can be due for. */
export async function listReminded({ kysely }: Queries): Promise<RemindedAppointment[]> {
  const { rows } = await sql<RemindedAppointment>`
    select a.appointment_id as "appointmentId", a.slot_start as "startsAt", ${TOLD_AT} as "toldAt",
        array(select r.kind from app.reminders r
               where r.appointment_id = a.appointment_id and r.slot_start = a.slot_start) as queued
      from app.appointments a
     where a.status = 'booked' and a.closed_at is null and a.slot_start > ${databaseNow}
       and a.slot_start < ${databaseNow} + make_interval(days => ${1 - FIRST_REMINDER_DAY})`.execute(
    kysely,
  )
  return rows
}

/** A reminder that is due. */
export type DueReminder = {
  readonly appointmentId: string
  readonly kind: ReminderKind
  readonly startsAt: Date
}

/** Queues each reminder once, with its mail, and returns how many are new (`app.queue_reminders`). */
export async function queueReminders(
  { kysely }: Queries,
  due: readonly DueReminder[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select app.queue_reminders(
      ${due.map(({ appointmentId }) => appointmentId)}::uuid[],
      ${due.map(({ kind }) => kind)}::text[],
      ${due.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[]) as count`.execute(kysely)
  return rows[0]?.count ?? 0
}

/** A reminder with its appointment as it is now. */
export type Reminder = {
  readonly reminderId: string
  readonly appointmentId: string
  readonly kind: ReminderKind
  /** The time that the reminder is about. */
  readonly remindedStart: Date
  readonly startsAt: Date
  readonly toldAt: Date
  readonly status: string
  readonly calendarSequence: number
  /** When the patient answered 'I will come' for the present time, to this reminder or another; null before. */
  readonly confirmedAt: Date | null
}

const selectReminder = sql`
  select r.reminder_id as "reminderId", r.appointment_id as "appointmentId", r.kind, r.slot_start as "remindedStart",
      a.slot_start as "startsAt", ${TOLD_AT} as "toldAt", a.status, a.calendar_sequence as "calendarSequence",
      (select min(c.confirmed_at) from app.reminders c
        where c.appointment_id = a.appointment_id and c.slot_start = a.slot_start) as "confirmedAt"
    from app.reminders r join app.appointments a using (appointment_id)`

/** The reminder, or undefined when it is gone. */
export async function findReminder(
  { kysely }: Queries,
  reminderId: string,
): Promise<Reminder | undefined> {
  const { rows } =
    await sql<Reminder>`${selectReminder} where r.reminder_id = ${reminderId}`.execute(kysely)
  return rows[0]
}

/** What is known about the venue of an appointment's event (EVD-07). */
export async function findVenue({ kysely }: Queries, appointmentId: string): Promise<Venue> {
  const row = await kysely
    .selectFrom('events as e')
    .innerJoin('appointments as a', 'a.event_id', 'e.event_id')
    .select(VENUE_FACTS.map((fact) => `e.${fact}` as const))
    .where('a.appointment_id', '=', appointmentId)
    .executeTakeFirst()
  return knownVenue(row ?? {})
}

/** Stores the hash of the token of the mailed link. */
export async function setReminderToken(
  { kysely }: Queries,
  reminderId: string,
  tokenHash: Buffer,
): Promise<void> {
  await kysely
    .updateTable('reminders')
    .set({ token_hash: tokenHash })
    .where('reminder_id', '=', reminderId)
    .execute()
}

/** The reminder whose mailed link has this token, or undefined. */
export async function findReminderByToken(
  { kysely }: Queries,
  tokenHash: Buffer,
): Promise<Reminder | undefined> {
  const { rows } = await sql<Reminder>`${selectReminder} where r.token_hash = ${tokenHash}`.execute(
    kysely,
  )
  return rows[0]
}

/** Stores that the patient will come; the first answer counts. */
export async function confirmReminder({ kysely }: Queries, reminderId: string): Promise<void> {
  await kysely
    .updateTable('reminders')
    .set({ confirmed_at: databaseNow })
    .where('reminder_id', '=', reminderId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** When the patient answered 'I will come', by appointment; only for the times that the appointments have now. */
export async function listConfirmations(
  { kysely }: Queries,
  profileId: number,
): Promise<Map<string, Date>> {
  const rows = await kysely
    .selectFrom('reminders as r')
    .innerJoin('appointments as a', (join) =>
      join
        .onRef('a.appointment_id', '=', 'r.appointment_id')
        .onRef('a.slot_start', '=', 'r.slot_start'),
    )
    .select((eb) => ['r.appointment_id', eb.fn.min('r.confirmed_at').as('at')])
    .where('a.profile_id', '=', profileId)
    .where('a.status', '=', 'booked')
    .where('r.confirmed_at', 'is not', null)
    .groupBy('r.appointment_id')
    .$narrowType<{ at: Date }>()
    .execute()
  return new Map(rows.map((row) => [row.appointment_id, row.at]))
}

/** Deletes reminders, counted from the time of the appointment (`KEPT`). */
export async function tidyReminders({ kysely }: Queries): Promise<void> {
  await kysely.deleteFrom('reminders').where('slot_start', '<', ago(KEPT.reminders)).execute()
}
