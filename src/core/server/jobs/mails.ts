import { sql } from 'kysely'
import type {
  AccountTemplate,
  CONFIRMATION_TEMPLATES,
  MailTemplate,
} from '#core/rules/mail-templates.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/**
 * One mail per `key`: a repetition changes nothing. The payload holds ids only; the text is written when it is sent.
 * `recipient` is an id too, by which the queue is fair.
 */
async function enqueueMail(
  { kysely }: Queries,
  key: string,
  payload: Readonly<Record<string, unknown>> & { readonly template: MailTemplate },
  recipient:
    | `profile:${number}`
    | `account:${string}`
    | `subscription:${number}`
    | `closing:${string}`
    | 'charity',
): Promise<void> {
  await sql`select app.queue_mail(${key}, ${JSON.stringify(payload)}, ${recipient}, ${databaseNow})`.execute(
    kysely,
  )
}

/**
 * Queues the mail with the link that verifies a profile's address; one per profile and `key`. The link is made when the
 * mail is sent.
 */
export const enqueueVerifyEmail = (db: Queries, profileId: number, key: string): Promise<void> =>
  enqueueMail(
    db,
    `verify-email:${profileId}:${key}`,
    { template: 'verify-email', profile_id: profileId },
    `profile:${profileId}`,
  )

/** The template of the mail that asks to confirm a subscription. */
const CONFIRMATIONS = {
  newsletter: 'newsletter',
  'events-near': 'event-notice',
} as const satisfies Record<string, (typeof CONFIRMATION_TEMPLATES)[number]>

/** Queues the mail that asks to confirm a subscription; one per subscription and `key`. */
export const enqueueConfirmationMail = (
  db: Queries,
  kind: keyof typeof CONFIRMATIONS,
  subscriptionId: number,
  key: string,
): Promise<void> =>
  enqueueMail(
    db,
    `${CONFIRMATIONS[kind]}:${subscriptionId}:${key}`,
    { template: CONFIRMATIONS[kind], subscription_id: subscriptionId },
    `subscription:${subscriptionId}`,
  )

/** Queues the last mail of a closed account; one per closing. The address is in the closing, not in the job. */
export const enqueueClosedMail = (db: Queries, closingId: string): Promise<void> =>
  enqueueMail(
    db,
    `account-closed:${closingId}`,
    { template: 'account-closed', closing_id: closingId },
    `closing:${closingId}`,
  )

/** Queues the mail that forwards an enquiry to the charity; one per enquiry. */
export const enqueueEnquiryMail = (db: Queries, enquiryId: string): Promise<void> =>
  enqueueMail(db, `enquiry:${enquiryId}`, { template: 'enquiry', enquiry_id: enquiryId }, 'charity')

/** Queues a letter about a change of an account; one per change and template. */
export const enqueueAccountMail = (
  db: Queries,
  template: AccountTemplate,
  change: { change_id: string; profile_id: number | null; user_id: string },
): Promise<void> =>
  enqueueMail(
    db,
    `${template}:${change.change_id}`,
    { template, change_id: change.change_id },
    change.profile_id === null ? `account:${change.user_id}` : `profile:${change.profile_id}`,
  )
