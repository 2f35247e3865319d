import { NEAR_MILES } from '#domain/distance.ts'
import { CONFIRMATION_DAYS } from '#domain/link-life.ts'
import { spelledCountOf } from '#domain/texts/count.ts'
import type { Charity } from '#server/gateways/content.ts'
import type { EnquiryContent } from '#server/repositories/enquiries.ts'
import { NEUTRAL_GREETING } from '#server/services/mail/greeting.ts'
import { facts, type Letter, link, text } from '#server/services/mail/letter.ts'

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

/** The data of a notice about a new event. `miles`: from the district. */
export type NoticedEvent = {
  readonly date: string
  readonly times: string
  readonly where: string
  readonly miles: string
  readonly url: string
}

/** Tells of a new event nearby, and how to end these mails. Neither its name nor what is tested: others may see the mail. */
export function eventNearLetter(event: NoticedEvent, endUrl: string): Letter {
  return {
    subject: 'A new event near you',
    greeting: NEUTRAL_GREETING,
    blocks: [
      text('You asked us to tell you when there is a new event near you. Here is one.'),
      facts(
        ['Date', event.date],
        ['Time', event.times],
        ['Place', event.where],
        ['Distance', event.miles],
      ),
      link('See the event and book', event.url),
      text(
        'You get one message for each new event. To stop them, open this link and press the button.',
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
