import type { Charity } from '#core/server/gateways/content.ts'
import { NEUTRAL_GREETING } from '#core/server/mail/greeting.ts'
import { type Letter, text } from '#core/server/mail/letter.ts'
import { type MailedRefund, refundTexts } from '#payments/texts/refund-mail.ts'
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
