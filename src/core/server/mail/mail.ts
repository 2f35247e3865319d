import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Clock, databaseNow } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { MailMessage } from '#core/server/gateways/mail.ts'
import type { Letter } from '#core/server/mail/letter.ts'
import type { Sealer } from '#core/server/security/seal.ts'

/** What the drafts of mails use. */
export type DraftDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Pick<Sealer, 'open' | 'lookup'>
  readonly siteUrl: string
  /** The address that mails come from. */
  readonly organizerEmail: string
}

/** The data that every letter uses. */
export type Writing = { readonly charity: Charity; readonly siteUrl: string }

export type Draft = Pick<MailMessage, 'to' | 'replyTo' | 'calendar' | 'endUrl'> & {
  readonly letter: Letter
  /** Run after the mail was sent; again if the process dies before the job is done. */
  afterwards?(): Promise<void>
}

/** A kind of mail. `src/app/mail/mails.ts` lists all. */
export type Mail = {
  /** The template in the payload of its jobs. */
  readonly name: string
  /** Its place in the queue; 0 is the most urgent (decision 018). */
  readonly priority: 0 | 1 | 2 | 3
  /**
   * Writes the mail of a job; undefined when there is nothing to send any more.
   * @throws when the payload lacks an id.
   */
  draft(payload: unknown, deps: DraftDeps, charity: Charity): Promise<Draft | undefined>
}

/** An id too, by which the queue is fair. */
type Recipient =
  | `profile:${number}`
  | `account:${string}`
  | `subscription:${number}`
  | `closing:${string}`
  | `staff:${number}`
  | 'charity'

/** A mail that a service queues; the functions of the database queue others. */
type QueuedMail<Ids> = Mail & {
  /** Queues one mail per `key`: a repetition changes nothing. */
  queue(db: Queries, key: string, ids: Ids, recipient: Recipient): Promise<void>
}

/** `payload`: the ids from which the text is written when the mail is sent. */
export function mail<Ids extends object>({
  name,
  priority,
  payload,
  draft,
}: {
  readonly name: string
  readonly priority: Mail['priority']
  readonly payload: z.ZodMiniType<Ids>
  draft(ids: Ids, deps: DraftDeps, charity: Charity): Promise<Draft | undefined>
}): QueuedMail<Ids> {
  return {
    name,
    priority,
    draft: async (ids, deps, charity) => draft(payload.parse(ids), deps, charity),
    async queue({ kysely }, key, ids, recipient) {
      const job = JSON.stringify({ template: name, ...ids })
      await sql`select app.queue_mail(${`${name}:${key}`}, ${job}, ${recipient}, ${databaseNow})`.execute(
        kysely,
      )
    },
  }
}
