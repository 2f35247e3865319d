import { sql } from 'kysely'
import type { DayParts, WaitingEnd } from '#booking/rules/waiting-list.ts'
import { ADDRESS_PARTS } from '#booking/server/database/appointments.ts'
import type { WaitingPatient } from '#booking/server/database/waiting-list.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import { isLiveHold, offerEnd } from '#events/server/database/live-holds.ts'

const timesGone = sql<boolean>`booking.parts_of_event(e) <> 0
  and booking.parts_of_event(e) & (w.mornings::int + 2 * w.afternoons::int + 4 * w.evenings::int) = 0`

/** An entry of a waiting list with its event and offer, as its patient sees it. */
export type WaitingEntry = DayParts & {
  readonly waitingId: string
  readonly eventId: number
  readonly eventName: string | null
  readonly eventDate: IsoDate
  /** Of a private event the town only: the patient's access code may have ended. */
  readonly addressParts: readonly (string | null)[]
  /** The event has no times in these parts of the day any more. */
  readonly timesGone: boolean
  readonly joinedAt: Date
  readonly endedAt: Date | null
  readonly endedBecause: WaitingEnd | null
  /** Patients before this one who have no offer. */
  readonly ahead: number
  readonly offerStartsAt: Date | null
  readonly offerExpiresAt: Date | null
}

/** The patient's live entries, by event, and those that ended after `since`, newest first. */
export async function listOwnWaiting(
  { kysely }: Queries,
  profileId: number,
  now: Date,
  since: Date,
): Promise<WaitingEntry[]> {
  return await kysely
    .selectFrom('waiting_entries as w')
    .innerJoin('events as e', 'e.event_id', 'w.event_id')
    .leftJoin('appointments as a', (join) =>
      join.onRef('a.waiting_id', '=', 'w.waiting_id').on(isLiveHold('a', now)),
    )
    .select([
      'w.waiting_id as waitingId',
      'w.event_id as eventId',
      'e.event_name as eventName',
      'e.event_on as eventDate',
      sql<
        (string | null)[]
      >`case when e.is_private then array[e.city] else ${ADDRESS_PARTS} end`.as('addressParts'),
      'w.mornings',
      'w.afternoons',
      'w.evenings',
      timesGone.as('timesGone'),
      'w.joined_at as joinedAt',
      'w.ended_at as endedAt',
      'w.ended_because as endedBecause',
      'a.slot_start as offerStartsAt',
      offerEnd('a').$castTo<Date | null>().as('offerExpiresAt'),
      sql<number>`(select count(*)::int from app.waiting_entries b
        where b.event_id = w.event_id and b.ended_at is null and b.turn < w.turn
          and not exists (select from app.appointments o where o.waiting_id = b.waiting_id and o.status = 'held'))`.as(
        'ahead',
      ),
    ])
    .where('w.profile_id', '=', profileId)
    .where((eb) => eb.or([eb('w.ended_at', 'is', null), eb('w.ended_at', '>', since)]))
    .orderBy(sql`w.ended_at is not null`)
    .orderBy(sql`case when w.ended_at is null then e.starts_at end`)
    .orderBy('w.ended_at', 'desc')
    .execute()
}

/** A live entry for operators: its offer, or why there is none. */
export type WaitingState = WaitingPatient & {
  readonly timesGone: boolean
  readonly joinedAt: Date
  readonly offerStartsAt: Date | null
  readonly offerExpiresAt: Date | null
  readonly hasUpcoming: boolean
  readonly holdsElsewhere: boolean
  /** Whether the mail of an offer could not be delivered. */
  readonly isOutOfReach: boolean
  /** Of `booking.entry_refusal`. */
  readonly refusal: string | null
  /** Whether a place is free at the times that suit. */
  readonly hasFreeTime: boolean
}

/** The live entries of an event in order. */
export async function listWaitingStates(
  { kysely }: Queries,
  eventId: number,
  now: Date,
): Promise<WaitingState[]> {
  const { rows } = await sql<WaitingState>`
    select w.profile_id as "profileId", w.mornings, w.afternoons, w.evenings, ${timesGone} as "timesGone",
           w.joined_at as "joinedAt",
           offer.slot_start as "offerStartsAt", ${offerEnd('offer')} as "offerExpiresAt",
           booking.has_upcoming(w.profile_id, ${now}) as "hasUpcoming",
           exists (select from app.appointments h where h.profile_id = w.profile_id
                    and ${isLiveHold('h', now)} and h.waiting_id is distinct from w.waiting_id) as "holdsElsewhere",
           booking.is_out_of_reach(w.waiting_id) as "isOutOfReach",
           booking.entry_refusal(e, w.profile_id, ${now}, false) as refusal,
           booking.free_spaces(e, ${now}) > 0 and exists (
             select from booking.free_slots(e, ${now}) f
              where booking.part_of_day(f.slot) & booking.suiting_parts(w, booking.parts_of_event(e)) <> 0) as "hasFreeTime"
      from app.waiting_entries w join app.events e using (event_id)
      left join app.appointments offer
        on offer.waiting_id = w.waiting_id and ${isLiveHold('offer', now)}
     where w.event_id = ${eventId} and w.ended_at is null order by w.turn`.execute(kysely)
  return rows
}

/** The data of the mail about the end of a list; undefined when the entry is gone. */
export async function findEndedWaiting({ kysely }: Queries, waitingId: string) {
  return await kysely
    .selectFrom('waiting_entries as w')
    .innerJoin('events as e', 'e.event_id', 'w.event_id')
    .innerJoin('profiles as m', 'm.profile_id', 'w.profile_id')
    .select([
      'm.email',
      'm.first_name as firstName',
      'm.is_verified as isVerified',
      'e.event_name as eventName',
      'e.starts_at as startsAt',
      'w.ended_because as endedBecause',
    ])
    .where('w.waiting_id', '=', waitingId)
    .executeTakeFirst()
}
export type EndedWaiting = NonNullable<Awaited<ReturnType<typeof findEndedWaiting>>>
