import { openNumber } from '#account/server/database/profiles.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { isEsneft } from '#events/rules/event.ts'
import {
  type KnownEvent,
  PRODUCT_COLUMNS,
  toEvent,
  VERSION,
} from '#events/server/database/events.ts'
import { isLiveHold } from '#events/server/database/live-holds.ts'

/** The facts that decide whether a patient may take a place of an event. */
export type PlaceFacts = {
  readonly event: KnownEvent['event']
  readonly birthDate: IsoDate | null
  /** `KnownEvent.version`. */
  readonly version: string
  /** For an event that needs it (NHS-02); null when there is none, or when it cannot be decrypted. */
  readonly nhsNumber: string | null
  /** The patient's hold of this event that is live at `now`. */
  readonly hold?: { readonly holdId: string; readonly startsAt: Date }
}

/** The event with the patient's birth date and live hold, in one round trip; undefined when there is no such event. */
export async function findPlaceFacts(
  { kysely }: Queries,
  sealer: Sealer,
  eventId: number,
  profileId: number,
  now: Date,
): Promise<PlaceFacts | undefined> {
  const row = await kysely
    .selectFrom('events as e')
    .innerJoin('products as p', 'p.product_id', 'e.product_id')
    .leftJoin('profiles as m', (join) => join.on('m.profile_id', '=', profileId))
    .leftJoin('appointments as h', (join) =>
      join
        .on('h.profile_id', '=', profileId)
        .onRef('h.event_id', '=', 'e.event_id')
        .on(isLiveHold('h', now)),
    )
    .selectAll('e')
    .select((eb) => [
      ...PRODUCT_COLUMNS,
      eb.lit(0).as('booked_spaces'),
      VERSION.as('version'),
      'm.birth_date',
      'm.user_id',
      'm.nhs_number_sealed',
      'h.appointment_id as hold_id',
      'h.slot_start as hold_start',
    ])
    .where('e.event_id', '=', eventId)
    .where('e.published_at', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { hold_id: holdId, hold_start: startsAt, user_id } = row
  const event = toEvent(row)
  return {
    event,
    birthDate: row.birth_date,
    version: row.version,
    nhsNumber: isEsneft(event) && user_id !== null ? openNumber({ ...row, user_id }, sealer) : null,
    ...(holdId === null || startsAt === null ? {} : { hold: { holdId, startsAt } }),
  }
}
