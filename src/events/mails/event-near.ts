import { neutralName } from '#booking/mails/letters.ts'
import { eventsNearLetter, type NoticedEvent } from '#content/mails/form-letters.ts'
import { endLink } from '#core/rules/mailed-link.ts'
import { formatLongDate } from '#core/rules/time.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { Letter } from '#core/server/mail/letter.ts'
import { PostponedError } from '#core/server/postponed.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
import { ONE_CLICK_PATH } from '#events/contract/event-notices.ts'
import { milesBetween } from '#events/rules/distance.ts'
import type { ScreeningEvent } from '#events/rules/event.ts'
import { isTold, MOST_NOTICED, nextNoticeAt } from '#events/rules/event-notices.ts'
import { ukPlaces } from '#events/rules/places/uk-places.ts'
import { venueAddress } from '#events/rules/venue-address.ts'
import {
  closeNotices,
  listNoticed,
  type NoticeReader,
  recordNotice,
} from '#events/server/database/event-notices.ts'
import { findEventsById } from '#events/server/database/events.ts'
import { noticePosition } from '#events/server/event-notices.ts'
import { milesText } from '#events/texts/event-search.ts'

type Deps = { readonly database: Database; readonly clock: Clock; readonly siteUrl: string }
type Ids = { readonly subscription_id: number; readonly mail: number }

/** The mail's events that still get a notice at `now`, by start. */
async function toldEvents(db: Queries, { subscription_id, mail }: Ids, now: Date) {
  const ids = await listNoticed(db, subscription_id, mail)
  return (await findEventsById(db, ids, now)).filter((event) => isTold(event, now))
}

/** Throws a `PostponedError` when another mail of the subscription was written less than an hour ago. */
function waitForTurn({ noticedMail, noticedAt }: NoticeReader, mail: number, now: Date): void {
  if (noticedAt === null || noticedMail === mail) return
  const from = nextNoticeAt(noticedAt)
  if (now < from) throw new PostponedError(from, now)
}

function notedEvent(
  event: ScreeningEvent,
  { district }: NoticeReader,
  charity: Charity,
  siteUrl: string,
): NoticedEvent {
  const at = noticePosition(event)
  const home = ukPlaces().districts.get(district)
  const { startTime, endTime } = event
  return {
    name: neutralName({ eventName: event.name ?? null }, charity),
    date: formatLongDate(event.date),
    times: endTime === undefined ? startTime : `${startTime} – ${endTime}`,
    where: venueAddress(event, { withCountry: false }),
    miles: at && home ? `${milesText(milesBetween(at, home))} from ${district}` : '',
    url: `${siteUrl}/event/${event.eventId}`,
  }
}

/**
 * The mail about the new events that were collected for it; undefined when the subscription ended, or when none of them can be booked any more.
 * Written again after a fault, it has the same events. Each mail has a new link, and the links in older mails keep working.
 */
export async function draftEventsNear(
  ids: Ids,
  { database, clock, siteUrl }: Deps,
  charity: Charity,
): Promise<{ to: string; letter: Letter; endUrl: string } | undefined> {
  const { subscription_id: subscriptionId, mail } = ids
  const token = createToken()
  const written = await database.transaction(async (transaction) => {
    const reader = await closeNotices(transaction, subscriptionId, mail)
    if (reader === undefined) return undefined
    const now = clock.now()
    waitForTurn(reader, mail, now)
    const events = await toldEvents(transaction, ids, now)
    if (events.length === 0) return undefined
    // Stored before the mail is sent, so that the link works when it arrives.
    await recordNotice(transaction, { subscriptionId, mail, now, tokenHash: hashToken(token) })
    return { reader, events }
  })
  if (written === undefined) return undefined
  const { reader, events } = written
  const letter = eventsNearLetter({
    events: events
      .slice(0, MOST_NOTICED)
      .map((event) => notedEvent(event, reader, charity, siteUrl)),
    more: Math.max(0, events.length - MOST_NOTICED),
    listUrl: `${siteUrl}/book-event-main?location=${encodeURIComponent(reader.district)}`,
    endUrl: endLink(siteUrl, token),
  })
  return { to: reader.email, letter, endUrl: `${siteUrl}/api${ONE_CLICK_PATH}?token=${token}` }
}
