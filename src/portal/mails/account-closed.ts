import * as z from 'zod/mini'
import type { Charity } from '#core/server/gateways/content.ts'
import { NEUTRAL_GREETING } from '#core/server/mail/greeting.ts'
import { type Letter, text } from '#core/server/mail/letter.ts'
import { mail } from '#core/server/mail/mail.ts'
import { refundOfPayments } from '#payments/mails/refund-facts.ts'
import { type MailedRefund, refundTexts } from '#payments/texts/refund-mail.ts'
import { clearClosingAddress, findClosing } from '#portal/server/database/closings.ts'
import { type KeptFacts, keptTexts } from '#portal/texts/own-data.ts'

/** What became of an account. `cancelled`: upcoming appointments; `refund`: what goes back of payments. */
export type ClosedFacts = KeptFacts & {
  readonly cancelled: number
  readonly refund: MailedRefund | undefined
}

const cancelledText = (count: number): string => {
  if (count === 0) return ''
  return count === 1
    ? ' Your upcoming appointment was cancelled.'
    : ' Your upcoming appointments were cancelled.'
}

/** Says that an account was deleted, what goes back, and what is kept until when. No name: the profile may be gone. */
export function closedLetter(facts: ClosedFacts, { charityName, bookingPhone }: Charity): Letter {
  const help =
    bookingPhone === '' ? 'please tell us immediately' : `please call ${bookingPhone} immediately`
  return {
    subject: `Your account with ${charityName} is deleted`,
    greeting: NEUTRAL_GREETING,
    blocks: [
      text(
        `As you asked, we have deleted your account. Nobody can sign in with it any more.${cancelledText(facts.cancelled)}`,
      ),
      ...(facts.refund === undefined ? [] : refundTexts(facts.refund, bookingPhone).map(text)),
      text('What we keep:'),
      ...keptTexts(facts).map(text),
      text(
        `This is the last message about this account. If you did not delete it yourself, ${help}.`,
      ),
    ],
  }
}

/** The last mail of a closed account. The address is in the closing, not in the job. */
export const ACCOUNT_CLOSED = mail({
  name: 'account-closed',
  priority: 2,
  payload: z.object({ closing_id: z.uuid() }),
  async draft({ closing_id }, { database, clock }, charity) {
    const closing = await findClosing(database, closing_id)
    if (closing === undefined || closing.email === null) return undefined
    const { paymentsMade, paymentsTried, returningPayments, closedAt } = closing
    const refund = await refundOfPayments(database, returningPayments, {
      now: clock.now(),
      since: closedAt,
    })
    // What is not known is not denied.
    const payments = { paymentsMade: paymentsMade ?? true, paymentsTried: paymentsTried ?? true }
    return {
      to: closing.email,
      letter: closedLetter({ ...closing, ...payments, refund }, charity),
      afterwards: () => clearClosingAddress(database, closing_id),
    }
  },
})
