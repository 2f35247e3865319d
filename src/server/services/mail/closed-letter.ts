import { formatLongDate } from '#domain/time.ts'
import type { Charity } from '#server/gateways/content.ts'
import { NEUTRAL_GREETING } from '#server/services/mail/greeting.ts'
import { type Letter, text } from '#server/services/mail/letter.ts'

/** Says that an account was deleted, and what is kept until when; `keptUntil` is null when nothing is. No name: the profile may be gone. */
export function closedLetter(keptUntil: string | null, charity: Charity): Letter {
  const help = charity.bookingPhone === '' ? '' : `, please call ${charity.bookingPhone} at once`
  return {
    subject: `Your account with ${charity.charityName} is deleted`,
    greeting: NEUTRAL_GREETING,
    blocks: [
      text(
        'As you asked, we have deleted your account. Nobody can sign in with it any more. Upcoming appointments were cancelled.',
      ),
      keptUntil === null
        ? text('Nothing about you is kept.')
        : text(
            `What we have to keep of your visits, with your name, date of birth and NHS number, is deleted after ${formatLongDate(keptUntil)}. Everything else is deleted.`,
          ),
      text(
        `This is the last message about this account. If you did not delete it yourself${help || ', please tell us at once'}.`,
      ),
    ],
  }
}
