import * as z from 'zod/mini'
import {
  findUnconfirmed,
  replaceSubscriptionToken,
  type SubscriptionKind,
} from '#content/server/database/subscriptions.ts'
import { CONFIRMATION_DAYS } from '#core/rules/link-life.ts'
import { type MailedPage, mailedLink } from '#core/rules/mailed-link.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { NEUTRAL_GREETING } from '#core/server/mail/greeting.ts'
import { type Letter, link, text } from '#core/server/mail/letter.ts'
import { type Mail, mail } from '#core/server/mail/mail.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
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
        'You, or another person who entered your address, asked for our newsletter. To receive it, please open the link and press the button.',
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
function eventNoticeLetter(url: string, district: string, charity: Charity): Letter {
  return {
    subject: `Please confirm your messages from ${charity.charityName}`,
    greeting: NEUTRAL_GREETING,
    blocks: [
      text(
        `You, or another person who entered your address, asked us to write when there is a new event within ${NEAR_MILES} miles of ${district}. To receive these messages, please open the link and press the button.`,
      ),
      link('Confirm my address', url),
      text(
        `The link works for ${spelledCountOf(CONFIRMATION_DAYS, 'day')}. If it was not you, do nothing: we will not write again.`,
      ),
    ],
  }
}

type Unconfirmed = NonNullable<Awaited<ReturnType<typeof findUnconfirmed>>>

/** A mail that asks to confirm; not sent when nothing of the subscription waits to be confirmed. */
const confirmation = (
  name: string,
  kind: SubscriptionKind,
  page: MailedPage,
  write: (url: string, charity: Charity, reader: Unconfirmed) => Letter,
) =>
  mail({
    name,
    priority: 3,
    payload: z.object({ subscription_id: z.int() }),
    async draft({ subscription_id }, { database, siteUrl }, charity) {
      const reader = await findUnconfirmed(database, kind, subscription_id)
      if (reader === undefined) return undefined
      const token = createToken()
      const hash = hashToken(token)
      // Stored before the mail is sent, so that the link works when it arrives.
      await replaceSubscriptionToken(database, subscription_id, hash, CONFIRMATION_DAYS)
      const url = mailedLink(siteUrl, page, token)
      return { to: reader.email, letter: write(url, charity, reader) }
    },
  })

/** By kind of subscription. */
export const CONFIRMATIONS = {
  newsletter: confirmation('newsletter', 'newsletter', '/newsletter', newsletterLetter),
  'events-near': confirmation(
    'event-notice',
    'events-near',
    '/event-notice',
    (url, charity, { district }) => eventNoticeLetter(url, district ?? '', charity),
  ),
} as const satisfies Record<SubscriptionKind, Mail>

/** Queues the mail that asks to confirm a subscription; one per subscription and `key`. */
export const enqueueConfirmationMail = (
  db: Queries,
  kind: SubscriptionKind,
  id: number,
  key: string,
): Promise<void> =>
  CONFIRMATIONS[kind].queue(db, `${id}:${key}`, { subscription_id: id }, `subscription:${id}`)
