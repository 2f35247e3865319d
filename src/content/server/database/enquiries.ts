import { normaliseEmail } from '#core/rules/email-address.ts'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'

/** The fields of the contact form (ABOUT-05). */
export type EnquiryContent = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly message: string
}

/** An enquiry as it is stored: its content encrypted, because visitors write about their health. */
export type EnquiryRecord = {
  readonly enquiryId: string
  readonly contentSealed: Buffer
  /** The form service's response: 'sent', or why it refused; null when no service is configured. */
  readonly forwarded: string | null
}

/** The cipher context of an enquiry's content. */
export const enquiryContext = (enquiryId: string): CipherContext => ({
  table: 'enquiries',
  row: enquiryId,
  column: 'content_sealed',
})

export async function insertEnquiry({ kysely }: Queries, enquiry: EnquiryRecord): Promise<void> {
  await kysely
    .insertInto('enquiries')
    .values({
      enquiry_id: enquiry.enquiryId,
      content_sealed: enquiry.contentSealed,
      received_at: databaseNow,
      forwarded: enquiry.forwarded,
    })
    .execute()
}

/** The encrypted content of an enquiry, or undefined when it was deleted. */
export async function findEnquiry(
  { kysely }: Queries,
  enquiryId: string,
): Promise<Buffer | undefined> {
  const row = await kysely
    .selectFrom('enquiries')
    .select('content_sealed')
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirst()
  return row?.content_sealed
}

const BATCH = 200

/** Every enquiry with its encrypted content, read in batches. */
export async function* listSealedEnquiries({
  kysely,
}: Queries): AsyncGenerator<{ enquiryId: string; contentSealed: Buffer; receivedAt: Date }> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await kysely
      .selectFrom('enquiries')
      .select([
        'enquiry_id as enquiryId',
        'content_sealed as contentSealed',
        'received_at as receivedAt',
      ])
      .where('enquiry_id', '>', after)
      .orderBy('enquiry_id')
      .limit(BATCH)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
    after = last.enquiryId
  }
}

/** An enquiry with its content. */
export type OwnEnquiry = EnquiryContent & { readonly enquiryId: string; readonly receivedAt: Date }

/**
 * The enquiries from any of these addresses (lower case). Their content is encrypted, so each stored one is opened; `unreadable` counts those that
 * could not be.
 */
export async function listEnquiriesFrom(
  db: Queries,
  sealer: Pick<Sealer, 'open'>,
  emails: readonly string[],
): Promise<{ enquiries: OwnEnquiry[]; unreadable: number }> {
  const enquiries: OwnEnquiry[] = []
  let unreadable = 0
  for await (const { enquiryId, contentSealed, receivedAt } of listSealedEnquiries(db)) {
    try {
      const opened = sealer.open(contentSealed, enquiryContext(enquiryId))
      const content = JSON.parse(opened) as EnquiryContent
      const isOwn = emails.includes(normaliseEmail(content.email))
      if (isOwn) enquiries.push({ ...content, enquiryId, receivedAt })
    } catch {
      unreadable += 1
    }
  }
  return { enquiries, unreadable }
}

/** Deletes enquiries (`KEPT`): by then the charity has replied, and has its mail. */
export async function tidyEnquiries({ kysely }: Queries): Promise<void> {
  await kysely.deleteFrom('enquiries').where('received_at', '<', ago(KEPT.enquiries)).execute()
}
