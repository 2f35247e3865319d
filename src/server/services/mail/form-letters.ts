import type { Charity } from '#server/gateways/content.ts'
import type { EnquiryContent } from '#server/repositories/enquiries.ts'
import { NEUTRAL_GREETING } from '#server/services/mail/greeting.ts'
import { facts, type Letter, link, text } from '#server/services/mail/letter.ts'

/**
 * Asks to confirm the newsletter; the link confirms for seven days and can end the subscription at any time. Nothing
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
        'The link works for seven days. If it was not you, do nothing: we will not write again.',
      ),
      text('Please keep this message: with the same link you can stop the newsletter at any time.'),
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
