import type { Writing } from '#booking/mails/letters.ts'
import { greet } from '#core/server/mail/greeting.ts'
import { type Letter, link, text } from '#core/server/mail/letter.ts'
import type { ResultRecipient } from '#results/server/database/results.ts'

type Write = (recipient: ResultRecipient, writing: Writing) => Letter

/** Says only that something new is in the account (LAB-07): others may read the mail. */
const ready: Write = (recipient, { charity, siteUrl }) => ({
  subject: `Something new in your account with ${charity.charityName}`,
  greeting: greet(recipient),
  blocks: [
    text('There is something new in your account. Please sign in to read it.'),
    link('Go to your account', `${siteUrl}/portal`),
  ],
})

/** Neutral words (LAB-08). */
const withdrawn: Write = (recipient, { charity, siteUrl }) => ({
  subject: `A change in your account with ${charity.charityName}`,
  greeting: greet(recipient),
  blocks: [
    text('Something in your account has changed. Please sign in to see it.'),
    link('Go to your account', `${siteUrl}/portal`),
    ...(charity.bookingPhone === ''
      ? []
      : [text(`If you have any questions, please call ${charity.bookingPhone}.`)]),
  ],
})

/** Neutral words (LAB-14): what happened is in the account. */
export const spoiledLetter = (
  recipient: Pick<ResultRecipient, 'firstName' | 'isVerified'>,
  { charity, siteUrl }: Writing,
): Letter => ({
  subject: `Please book another appointment with ${charity.charityName}`,
  greeting: greet(recipient),
  blocks: [
    text(
      'Please book another appointment: we could not complete your last one. You will not be asked to pay for it, even where a price is shown. Please sign in to read more.',
    ),
    link('Go to your account', `${siteUrl}/portal`),
    ...(charity.bookingPhone === ''
      ? []
      : [text(`If you have any questions, please call ${charity.bookingPhone}.`)]),
  ],
})

/** The letters about a result, by the template name in the job's payload. */
export const RESULT_LETTERS = { 'result-ready': ready, 'result-withdrawn': withdrawn } as const
