import * as z from 'zod/mini'
import { NEAR_MILES, type Position } from '#domain/distance.ts'
import type { ScreeningEvent } from '#domain/event.ts'
import { eventPosition } from '#domain/event-position.ts'
import { districtsNear } from '#domain/places/near-districts.ts'
import { ukPlaces } from '#domain/places/uk-places.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import { collectNotices } from '#server/repositories/event-notices.ts'
import { findEventsById } from '#server/repositories/events.ts'
import type { Job } from '#server/repositories/jobs/queue.ts'

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
