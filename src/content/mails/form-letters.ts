import type { EnquiryContent } from '#content/server/database/enquiries.ts'
import { CONFIRMATION_DAYS } from '#core/rules/link-life.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { NEUTRAL_GREETING } from '#core/server/mail/greeting.ts'
import { type Block, facts, type Letter, link, text } from '#core/server/mail/letter.ts'
import { spelledCountOf } from '#core/texts/count.ts'
import { NEAR_MILES } from '#events/rules/distance.ts'

/**
 * Asks to confirm the newsletter; the link confirms for CONFIRMATION_DAYS and can end the subscription at any time. Nothing
 * that the visitor typed is in it.
 */
export function newsletterLetter(url: string, charity: Charity): Letter {
  return {
    subject: `Please confirm the newsletter of ${charity.charityName}`,
    greeting: NEUTRAL_GREETING,
    blocks: [
      text(
        `Somebody, most likely you, asked us to send our newsletter to this address. Please open the link and press the button to say yes.`,
      ),
      link('Confirm my subscription', url),
      text(
        `The link works for ${spelledCountOf(CONFIRMATION_DAYS, 'day')}. If it was not you, do nothing: we will not write again.`,
      ),
      text('Please keep this message: with the same link you can stop the newsletter at any time.'),
    ],
  }
}

/** Asks to confirm notices of new events near a postcode district; the link can end them at any time. */
export function eventNoticeLetter(url: string, district: string, charity: Charity): Letter {
  return {
    subject: `Please confirm your messages from ${charity.charityName}`,
    greeting: NEUTRAL_GREETING,
    blocks: [
      text(
        `Somebody, most likely you, asked us to write to this address when there is a new event within ${NEAR_MILES} miles of ${district}. Please open the link and press the button to say yes.`,
      ),
      link('Confirm my address', url),
      text(
        `The link works for ${spelledCountOf(CONFIRMATION_DAYS, 'day')}. If it was not you, do nothing: we will not write again.`,
      ),
    ],
  }
}

/** An event of a notice. `name` says nothing of what is tested; `miles`: from the district. */
export type NoticedEvent = {
  readonly name: string
  readonly date: string
  readonly times: string
  readonly where: string
  readonly miles: string
  readonly url: string
}

/** The data of a notice: the events that it names, and how many there are besides. */
export type NoticeFacts = {
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
export function eventsNearLetter({ events, more, listUrl, endUrl }: NoticeFacts): Letter {
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

/** Forwards an enquiry to the charity; the mail's Reply-To is the sender of the enquiry. */
export function enquiryLetter(enquiry: EnquiryContent): Letter {
  return {
    subject: 'A new message from the contact form',
    greeting: 'Somebody has written to you on the website.',
    blocks: [
      facts(
        ['Name', `${enquiry.firstName} ${enquiry.lastName}`],
        ['E-mail', enquiry.email],
        ['Telephone', enquiry.phone],
      ),
      ...enquiry.message
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .map(text),
    ],
  }
}
