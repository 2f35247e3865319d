import { ONE_CLICK_PATH } from '#contract/event-notices.ts'
import { milesBetween } from '#domain/distance.ts'
import { ukPlaces } from '#domain/places/uk-places.ts'
import { milesText } from '#domain/texts/event-search.ts'
import { formatLongDate } from '#domain/time.ts'
import { venueAddress } from '#domain/venue-address.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import { addSubscriptionLink, findNoticeReader } from '#server/repositories/event-notices.ts'
import { findEvent } from '#server/repositories/events.ts'
import { createToken, hashToken } from '#server/security/token.ts'
import { isAnnounced, noticePosition } from '#server/services/event-notices.ts'
import { eventNearLetter } from '#server/services/mail/form-letters.ts'
import type { Letter } from '#server/services/mail/letter.ts'

type Deps = { readonly database: Database; readonly clock: Clock; readonly siteUrl: string }
type Ids = { readonly subscription_id: number; readonly event_id: number }

/**
 * The mail about a new event; undefined when the subscription ended, or when the event is over, cancelled or private by now. Each
 * mail has a link of its own, so that those in older mails keep working.
 */
export async function draftEventNear(
  { subscription_id: subscriptionId, event_id: eventId }: Ids,
  { database, clock, siteUrl }: Deps,
): Promise<{ to: string; letter: Letter; endUrl: string } | undefined> {
  const now = clock.now()
  const [reader, event] = await Promise.all([
    findNoticeReader(database, subscriptionId),
    findEvent(database, eventId, now),
  ])
  if (reader === undefined || event === undefined || !isAnnounced(event, now)) return undefined
  const at = noticePosition(event)
  const home = ukPlaces().districts.get(reader.district)
  const token = createToken()
  // Stored before the mail is sent, so that the link works when it arrives.
  await addSubscriptionLink(database, subscriptionId, hashToken(token))
  const { startTime, endTime } = event
  const letter = eventNearLetter(
    {
      date: formatLongDate(event.date),
      times: endTime === undefined ? startTime : `${startTime} – ${endTime}`,
      where: venueAddress(event, { withCountry: false }),
      miles: at && home ? `${milesText(milesBetween(at, home))} from ${reader.district}` : '',
      url: `${siteUrl}/event/${eventId}`,
    },
    // In the fragment, so that the token reaches no server log and no other site.
    `${siteUrl}/event-notice?stop#${token}`,
  )
  return { to: reader.email, letter, endUrl: `${siteUrl}/api${ONE_CLICK_PATH}/${token}` }
}
