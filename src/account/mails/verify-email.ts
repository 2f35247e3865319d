import * as z from 'zod/mini'
import {
  findUnverified,
  replaceVerification,
} from '#account/server/database/email-verifications.ts'
import { VERIFICATION_DAYS } from '#core/rules/link-life.ts'
import { mailedLink } from '#core/rules/mailed-link.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { NEUTRAL_GREETING } from '#core/server/mail/greeting.ts'
import { type Letter, link, text } from '#core/server/mail/letter.ts'
import { mail } from '#core/server/mail/mail.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
import { spelledCountOf } from '#core/texts/count.ts'

/** Asks to verify an e-mail address; the link works once. Nothing that the visitor typed is in it. */
export function verificationLetter(url: string, charity: Charity): Letter {
  return {
    subject: `Please confirm your email address for ${charity.charityName}`,
    greeting: NEUTRAL_GREETING,
    blocks: [
      text(
        'You created an account with this email address. Please open the link and press the button to confirm that it is yours.',
      ),
      link('Confirm my email address', url),
      text(
        `The link works once, within ${spelledCountOf(VERIFICATION_DAYS, 'day')}. If you did not create an account, you can ignore this message.`,
      ),
    ],
  }
}

export const VERIFY_EMAIL = mail({
  name: 'verify-email',
  priority: 2,
  payload: z.object({ profile_id: z.int() }),
  async draft({ profile_id }, { database, siteUrl }, charity) {
    const recipient = await findUnverified(database, profile_id)
    if (recipient === undefined) return undefined
    const token = createToken()
    const hash = hashToken(token)
    // Stored before the mail is sent, so that the link works when it arrives.
    await replaceVerification(database, profile_id, hash, VERIFICATION_DAYS)
    const url = mailedLink(siteUrl, '/verify-email', token)
    return { to: recipient.email, letter: verificationLetter(url, charity) }
  },
})

/** Queues the mail; one per profile and `key`. The link is made when the mail is sent. */
export const enqueueVerifyEmail = (db: Queries, profileId: number, key: string): Promise<void> =>
  VERIFY_EMAIL.queue(db, `${profileId}:${key}`, { profile_id: profileId }, `profile:${profileId}`)
