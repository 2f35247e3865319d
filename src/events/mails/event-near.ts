import * as z from 'zod/mini'
import { neutralName } from '#booking/mails/parts.ts'
import { endLink } from '#core/rules/mailed-link.ts'
import { formatLongDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { NEUTRAL_GREETING } from '#core/server/mail/greeting.ts'
import { type Block, facts, type Letter, link, text } from '#core/server/mail/letter.ts'
import { mail } from '#core/server/mail/mail.ts'
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

/** An event of a notice. `name` says nothing of what is tested; `miles`: from the district. */
type NoticedEvent = {
  readonly name: string
  readonly date: string
  readonly times: string
  readonly where: string
  readonly miles: string
  readonly url: string
}

/** The data of a notice: the events that it names, and how many there are besides. */
type NoticeFacts = {
  readonly events: readonly NoticedEvent[]
  readonly more: number
  readonly listUrl: string
  readonly endUrl: string
}

const eventBlocks = ({ name, date, times, where, miles, url }: NoticedEvent): Block[] => [
  facts(['Event', name], ['Date', date], ['Time', times], ['Place', where], ['Distance', miles]),
  link('See the event and book', url),
]

const hereAre = (named: number, count: number): string => {
  if (count === 1) return 'Here is one.'
  return named < count ? `Here are the first ${named} of ${count}.` : `Here are ${count}.`
}

/** Tells of new events nearby, and how to end these mails. Not what is tested, and in the subject no name: others may see it. */
function eventsNearLetter({ events, more, listUrl, endUrl }: NoticeFacts): Letter {
  const count = events.length + more
  return {
    subject: count === 1 ? 'A new event near you' : `${count} new events near you`,
    greeting: NEUTRAL_GREETING,
    blocks: [
      text(
        `You asked us to tell you when there is a new event near you. ${hereAre(events.length, count)}`,
      ),
      ...events.flatMap(eventBlocks),
      ...(more === 0 ? [] : [link('See all events near you', listUrl)]),
      text(
        'You get at most one message an hour, and only when there are new events. To stop them, open this link and press the button.',
      ),
      link('Stop these messages', endUrl),
    ],
  }
}

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
 * The mail about the new events that were collected for it; not sent when the subscription ended, or when none of them can be booked any more.
 * Written again after a fault, it has the same events. Each mail has a new link, and the links in older mails keep working.
 */
export const EVENT_NEAR = mail({
  name: 'event-near',
  priority: 3,
  payload: z.object({ subscription_id: z.int(), mail: z.int() }),
  async draft(ids, { database, clock, siteUrl }, charity) {
    const { subscription_id: subscriptionId, mail: mailNo } = ids
    const token = createToken()
    const written = await database.transaction(async (transaction) => {
      const reader = await closeNotices(transaction, subscriptionId, mailNo)
      if (reader === undefined) return undefined
      const now = clock.now()
      waitForTurn(reader, mailNo, now)
      const events = await toldEvents(transaction, ids, now)
      if (events.length === 0) return undefined
      // Stored before the mail is sent, so that the link works when it arrives.
      await recordNotice(transaction, {
        subscriptionId,
        mail: mailNo,
        now,
        tokenHash: hashToken(token),
      })
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
  },
})
