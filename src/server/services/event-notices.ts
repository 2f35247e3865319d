import * as z from 'zod/mini'
import { NEAR_MILES, type Position } from '#domain/distance.ts'
import type { ScreeningEvent } from '#domain/event.ts'
import { eventPosition } from '#domain/event-position.ts'
import { districtsNear } from '#domain/places/near-districts.ts'
import { ukPlaces } from '#domain/places/uk-places.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import { enqueueEventNearMails } from '#server/repositories/event-notices.ts'
import { findEvent } from '#server/repositories/events.ts'
import type { Job } from '#server/repositories/jobs/queue.ts'

type Announced = Pick<ScreeningEvent, 'isPrivate' | 'cancelled' | 'startsAt'>

/** Whether subscribers get a mail about the event: never about a private one, whose visitors were invited. */
export const isAnnounced = (event: Announced, now: Date): boolean =>
  !event.isPrivate && !event.cancelled && event.startsAt > now

/** Where an event is, as far as its position, postcode or town tells. */
export const noticePosition = (
  event: Pick<ScreeningEvent, 'latitude' | 'longitude' | 'postcode' | 'city'>,
): Position | undefined =>
  eventPosition(
    {
      latitude: event.latitude ?? null,
      longitude: event.longitude ?? null,
      postcode: event.postcode ?? null,
      city: event.city ?? null,
    },
    ukPlaces(),
  )

const payloadSchema = z.object({ event_id: z.int() })

/** The job of a new event: queues one mail for every subscription near it (EVL-10). Running it again queues none twice. */
export async function announceEvent(
  { payload }: Pick<Job, 'payload'>,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
): Promise<void> {
  const { event_id: eventId } = payloadSchema.parse(payload)
  const now = clock.now()
  const event = await findEvent(database, eventId, now)
  if (event === undefined || !isAnnounced(event, now)) return
  const at = noticePosition(event)
  if (at === undefined) return
  await enqueueEventNearMails(database, eventId, districtsNear(at, NEAR_MILES, ukPlaces()))
}
