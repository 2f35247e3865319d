import type { Database } from '#server/database/database.ts'
import type { Charity } from '#server/gateways/content.ts'
import { type EnquiryContent, enquiryContext, findEnquiry } from '#server/repositories/enquiries.ts'
import { findUnconfirmed, replaceSubscriptionToken } from '#server/repositories/subscriptions.ts'
import type { Sealer } from '#server/security/seal.ts'
import { createToken, hashToken } from '#server/security/token.ts'
import { enquiryLetter, newsletterLetter } from '#server/services/mail/form-letters.ts'
import type { Letter } from '#server/services/mail/letter.ts'

export type FormMailDeps = {
  readonly database: Database
  readonly sealer: Pick<Sealer, 'open'>
  readonly siteUrl: string
}

/** How long the mailed link can confirm. */
const CONFIRMATION_DAYS = 7

/** The mail that asks to confirm; undefined when the subscription is gone, confirmed or ended. */
export async function draftNewsletter(
  subscriptionId: number,
  { database, siteUrl }: FormMailDeps,
  charity: Charity,
): Promise<{ to: string; letter: Letter } | undefined> {
  const reader = await findUnconfirmed(database, subscriptionId)
  if (reader === undefined) return undefined
  const token = createToken()
  const hash = hashToken(token)
  // Stored before the mail is sent, so that the link works when it arrives.
  await replaceSubscriptionToken(database, subscriptionId, hash, CONFIRMATION_DAYS)
  // In the fragment, so that the token reaches no server log and no other site.
  const url = `${siteUrl}/newsletter#${token}`
  return { to: reader.email, letter: newsletterLetter(url, charity) }
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
