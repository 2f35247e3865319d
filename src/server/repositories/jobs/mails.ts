import { databaseNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/** One mail per `key`: a repetition changes nothing. The payload holds ids only; the text is written when it is sent. */
async function enqueueMail(
  { kysely }: Queries,
  key: string,
  payload: Record<string, unknown>,
): Promise<void> {
  await kysely
    .insertInto('jobs')
    .values({
      kind: 'mail',
      dedupe_key: key,
      payload: JSON.stringify(payload),
      run_at: databaseNow,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'dedupe_key']).doNothing())
    .execute()
}

/**
 * Queues the mail with the link that verifies a profile's address; one per profile and `key`. The link is made when the
 * mail is sent.
 */
export const enqueueVerifyEmail = (db: Queries, profileId: number, key: string): Promise<void> =>
  enqueueMail(db, `verify-email:${profileId}:${key}`, {
    template: 'verify-email',
    profile_id: profileId,
  })

/** Queues the mail that asks to confirm a subscription; one per subscription and `key`. */
export const enqueueNewsletterMail = (
  db: Queries,
  subscriptionId: number,
  key: string,
): Promise<void> =>
  enqueueMail(db, `newsletter:${subscriptionId}:${key}`, {
    template: 'newsletter',
    subscription_id: subscriptionId,
  })

/** Queues the mail that forwards an enquiry to the charity; one per enquiry. */
export const enqueueEnquiryMail = (db: Queries, enquiryId: string): Promise<void> =>
  enqueueMail(db, `enquiry:${enquiryId}`, { template: 'enquiry', enquiry_id: enquiryId })
