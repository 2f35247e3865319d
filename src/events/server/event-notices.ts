import * as z from 'zod/mini'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Job } from '#core/server/jobs/queue.ts'
import { NEAR_MILES, type Position } from '#events/rules/distance.ts'
import type { ScreeningEvent } from '#events/rules/event.ts'
import { eventPosition } from '#events/rules/event-position.ts'
import { districtsNear } from '#events/rules/places/near-districts.ts'
import { ukPlaces } from '#events/rules/places/uk-places.ts'
import { collectNotices } from '#events/server/database/event-notices.ts'
import { findEventsById } from '#events/server/database/events.ts'

/** Where an event is, by its position, postcode or town. */
export const noticePosition = (
  event: Pick<ScreeningEvent, 'latitude' | 'longitude' | 'postcode' | 'city' | 'country'>,
): Position | undefined =>
  eventPosition(
    {
      latitude: event.latitude ?? null,
      longitude: event.longitude ?? null,
      postcode: event.postcode ?? null,
      city: event.city ?? null,
      country: event.country ?? null,
    },
    ukPlaces(),
  )

/** One event: a job that was queued by an earlier release. */
const payloadSchema = z.union([
  z.object({ event_ids: z.array(z.int()) }),
  z.object({ event_id: z.int() }),
])

/**
 * The job of an import: notes its new events for every subscription near them (EVL-10), and queues the mails. Whether an event can be booked is
 * decided when its mail is written. Running it again changes nothing.
 */
export async function announceEvents(
  { payload }: Pick<Job, 'payload'>,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
): Promise<void> {
  const asked = payloadSchema.parse(payload)
  const ids = 'event_ids' in asked ? asked.event_ids : [asked.event_id]
  const events = await findEventsById(database, ids, clock.now())
  const near = events.flatMap((event) => {
    const at = event.isPrivate ? undefined : noticePosition(event)
    if (at === undefined) return []
    return [{ eventId: event.eventId, districts: districtsNear(at, NEAR_MILES, ukPlaces()) }]
  })
  await database.transaction((transaction) => collectNotices(transaction, near))
}
