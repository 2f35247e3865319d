import * as z from 'zod/mini'
import { findRepeatRecipient } from '#booking/server/database/free-repeats.ts'
import { greet } from '#core/server/mail/greeting.ts'
import { type Letter, link, text } from '#core/server/mail/letter.ts'
import { mail, type Writing } from '#core/server/mail/mail.ts'
import { findResultRecipient, type ResultRecipient } from '#results/server/database/results.ts'

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

/** The second mail about a result that was not opened (FUP-03). */
const unread: Write = (recipient, { charity, siteUrl }) => ({
  subject: `Please sign in to your account with ${charity.charityName}`,
  greeting: greet(recipient),
  blocks: [
    text(
      'There is something in your account that you have not opened yet. Please sign in to read it.',
    ),
    link('Go to your account', `${siteUrl}/portal`),
    ...(charity.bookingPhone === ''
      ? []
      : [text(`If you cannot sign in, please call ${charity.bookingPhone}.`)]),
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

/** `shown`: the mail is sent while the result is shown, or while it is not; otherwise a later mail says what is new. */
const aboutResult = (name: string, shown: boolean, write: Write) =>
  mail({
    name,
    priority: 2,
    payload: z.object({ result_id: z.uuid(), profile_id: z.int() }),
    async draft({ result_id }, { database, siteUrl }, charity) {
      const recipient = await findResultRecipient(database, result_id)
      if (recipient === undefined || (recipient.state === 'released') !== shown) return undefined
      return { to: recipient.email, letter: write(recipient, { charity, siteUrl }) }
    },
  })

const SAMPLE_SPOILED = mail({
  name: 'sample-spoiled',
  priority: 2,
  payload: z.object({ sample_id: z.uuid(), profile_id: z.int() }),
  async draft({ sample_id }, { database, siteUrl }, charity) {
    const recipient = await findRepeatRecipient(database, sample_id)
    return (
      recipient && { to: recipient.email, letter: spoiledLetter(recipient, { charity, siteUrl }) }
    )
  },
})

export const RESULT_MAILS = [
  aboutResult('result-ready', true, ready),
  aboutResult('result-withdrawn', false, withdrawn),
  aboutResult('result-unread', true, unread),
  SAMPLE_SPOILED,
]
