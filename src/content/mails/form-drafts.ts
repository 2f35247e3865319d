import { enquiryLetter, eventNoticeLetter, newsletterLetter } from '#content/mails/form-letters.ts'
import {
  type EnquiryContent,
  enquiryContext,
  findEnquiry,
} from '#content/server/database/enquiries.ts'
import {
  findUnconfirmed,
  replaceSubscriptionToken,
  type SubscriptionKind,
} from '#content/server/database/subscriptions.ts'
import { CONFIRMATION_DAYS } from '#core/rules/link-life.ts'
import { type MailedPage, mailedLink } from '#core/rules/mailed-link.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { Letter } from '#core/server/mail/letter.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'

export type FormMailDeps = {
  readonly database: Database
  readonly sealer: Pick<Sealer, 'open'>
  readonly siteUrl: string
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findUnconfirmed>>>

/** The page of the mailed link, and the letter around it, by kind of subscription. */
const CONFIRMATIONS = {
  newsletter: { page: '/newsletter', letter: (url, charity) => newsletterLetter(url, charity) },
  'events-near': {
    page: '/event-notice',
    letter: (url, charity, { district }) => eventNoticeLetter(url, district ?? '', charity),
  },
} as const satisfies Record<
  SubscriptionKind,
  { page: MailedPage; letter: (url: string, charity: Charity, waiting: Waiting) => Letter }
>

/** The mail that asks to confirm; undefined when nothing of the subscription waits to be confirmed. */
export async function draftConfirmation(
  kind: SubscriptionKind,
  subscriptionId: number,
  { database, siteUrl }: FormMailDeps,
  charity: Charity,
): Promise<{ to: string; letter: Letter } | undefined> {
  const reader = await findUnconfirmed(database, kind, subscriptionId)
  if (reader === undefined) return undefined
  const { page, letter } = CONFIRMATIONS[kind]
  const token = createToken()
  const hash = hashToken(token)
  // Stored before the mail is sent, so that the link works when it arrives.
  await replaceSubscriptionToken(database, subscriptionId, hash, CONFIRMATION_DAYS)
  const url = mailedLink(siteUrl, page, token)
  return { to: reader.email, letter: letter(url, charity, reader) }
}

/**
 * The mail with an enquiry; undefined when the enquiry is gone.
 * @throws when the charity's address is not known yet; the job is then retried.
 */
export async function draftEnquiry(
  enquiryId: string,
  { database, sealer }: FormMailDeps,
  charity: Charity,
): Promise<{ to: string; replyTo: string; letter: Letter } | undefined> {
  const sealed = await findEnquiry(database, enquiryId)
  if (sealed === undefined) return undefined
  if (charity.email === '') throw new Error("The charity's address is not known.")
  const enquiry = JSON.parse(sealer.open(sealed, enquiryContext(enquiryId))) as EnquiryContent
  return { to: charity.email, replyTo: enquiry.email, letter: enquiryLetter(enquiry) }
}
