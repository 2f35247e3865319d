import { sql } from 'kysely'
import type { DayParts } from '#booking/rules/waiting-list.ts'
import type { Answer } from '#booking/server/database/booking.ts'
import { KEPT } from '#core/rules/kept-data.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { callFunction } from '#core/server/database/call-function.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { isLiveHold } from '#events/server/database/live-holds.ts'

/** Why `booking.join_waiting_list` adds no entry, besides the reasons of `entry_refusal`. */
export type JoinReason =
  | 'event-not-found'
  | 'event-changed'
  | 'event-cancelled'
  | 'existing-booking'
  | 'place-held'
  | 'places-free'
  | 'waiting-limit'

/** Why `booking.offer_place` offers nothing; `repeat`: what it chose changed before it had the locks. */
export type OfferReason = 'event-not-found' | 'event-changed' | 'nobody-fits' | 'repeat'

/** Adds the patient to the list of a full event, or changes their times of day; `eventVersion` is what the caller decided from. */
export async function joinWaitingList<EntryReason extends string>(
  db: Queries,
  entry: DayParts & {
    readonly eventId: number
    readonly profileId: number
    readonly eventVersion: string
    readonly mostLists: number
  },
): Promise<Answer<{ waitingId: string }, JoinReason | EntryReason>> {
  const { eventId: event, profileId: profile, mostLists: most, ...chosen } = entry
  const row = await callFunction<{ r_reason: JoinReason | EntryReason | null; r_waiting: string }>(
    db,
    'booking.join_waiting_list',
    { event, profile, most, ...chosen },
  )
  return row.r_reason === null
    ? { ok: true, waitingId: row.r_waiting }
    : { ok: false, reason: row.r_reason }
}

/** Takes the patient off a list; an unknown entry or another patient's is left as it is. */
export async function leaveWaitingList(
  db: Queries,
  waitingId: string,
  profileId: number,
): Promise<void> {
  const left = { waiting: waitingId, profile: profileId }
  await callFunction(db, 'booking.leave_waiting_list', left)
}

/** The profile of an entry, or undefined. */
export async function findWaitingOwner(
  { kysely }: Queries,
  waitingId: string,
): Promise<number | undefined> {
  const row = await kysely
    .selectFrom('waiting_entries')
    .select('profile_id')
    .where('waiting_id', '=', waitingId)
    .executeTakeFirst()
  return row?.profile_id
}

/** Offers one free place to the first patient who fits, and queues the mail. */
export async function offerPlace(
  db: Queries,
  offer: {
    readonly eventId: number
    readonly eventVersion: string
    readonly expiresAt: Date
    readonly birthDates: { readonly from: IsoDate; readonly to: IsoDate }
  },
): Promise<Answer<object, OfferReason>> {
  const { eventId: event, eventVersion, expiresAt, birthDates } = offer
  const { r_reason } = await callFunction<{ r_reason: OfferReason | null }>(
    db,
    'booking.offer_place',
    { event, eventVersion, expiresAt, bornFrom: birthDates.from, bornTo: birthDates.to },
  )
  return r_reason === null ? { ok: true } : { ok: false, reason: r_reason }
}

/** The live offers whose patient the event refuses now. */
export async function listRefusedOffers({ kysely }: Queries): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.appointment_id as id from app.appointments a join app.events e using (event_id)
     where a.is_offer and ${isLiveHold('a', databaseNow)}
       and booking.entry_refusal(e, a.profile_id, ${databaseNow}, false) is not null`.execute(
    kysely,
  )
  return rows.map(({ id }) => id)
}

/** Gives back an offer whose patient the event refuses; their entry stays. Returns whether it did. */
export async function withdrawOffer(db: Queries, appointmentId: string): Promise<boolean> {
  const { withdraw_offer: isWithdrawn } = await callFunction<{ withdraw_offer: boolean }>(
    db,
    'booking.withdraw_offer',
    { appointment: appointmentId },
  )
  return isWithdrawn
}

/** Ends the list of an event that has closed for booking; returns how many waited. */
export async function closeWaitingList(
  db: Queries,
  eventId: number,
  eventVersion: string,
): Promise<number> {
  const { close_waiting_list: ended } = await callFunction<{ close_waiting_list: number }>(
    db,
    'booking.close_waiting_list',
    { event: eventId, eventVersion },
  )
  return ended
}

/** The events with a list, with whether a place is free. */
export async function listWaitingEvents({
  kysely,
}: Queries): Promise<{ eventId: number; hasFreePlace: boolean }[]> {
  return await kysely
    .selectFrom('events as e')
    .select([
      'e.event_id as eventId',
      sql<boolean>`booking.free_spaces(e, app.clock_now()) > 0`.as('hasFreePlace'),
    ])
    .where('e.event_id', 'in', (eb) =>
      eb.selectFrom('waiting_entries').select('event_id').where('ended_at', 'is', null),
    )
    .orderBy('e.starts_at')
    .execute()
}

/** A patient who could be offered a place now. */
export type WaitingPatient = DayParts & { readonly profileId: number }

/** The patients who could be offered a place of the event at `now`: for them places are kept. */
export async function listWaitingPatients(
  { kysely }: Queries,
  eventId: number,
  now: Date,
): Promise<WaitingPatient[]> {
  const { rows } = await sql<WaitingPatient>`
    select w.profile_id as "profileId", w.parts & 1 > 0 as mornings, w.parts & 2 > 0 as afternoons, w.parts & 4 > 0 as evenings
      from app.events e cross join booking.waiting_patients(e, ${now}) w
     where e.event_id = ${eventId} order by w.turn`.execute(kysely)
  return rows
}

/** Deletes entries, counted from their end (`KEPT`). */
export async function tidyWaiting({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('waiting_entries')
    .where('ended_at', '<', ago(KEPT.waitingEntries))
    .execute()
}
