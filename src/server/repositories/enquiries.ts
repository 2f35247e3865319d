import type { Database } from '#server/database/database.ts'

type Queries = Pick<Database, 'query'>

/** What somebody wrote in the contact form (§3 Contact enquiry). */
export type EnquiryContent = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly message: string
}

/** An enquiry as it is kept: its content sealed, because men write about their health. */
export type EnquiryRecord = {
  readonly enquiryId: string
  readonly contentSealed: Buffer
  /** How the form service took it: 'sent', or why it did not; null when none is configured. */
  readonly forwarded: string | null
}

/** Where the sealed content belongs (`Sealer`). */
export const enquiryPlace = (enquiryId: string) => ({
  table: 'enquiries',
  row: enquiryId,
  column: 'content_sealed',
})

/** Keeps an enquiry, inside a transaction when given its client. */
export async function insertEnquiry(db: Queries, enquiry: EnquiryRecord): Promise<void> {
  await db.query(
    `insert into app.enquiries (enquiry_id, content_sealed, received_at, forwarded)
     values ($1, $2, app.clock_now(), $3)`,
    [enquiry.enquiryId, enquiry.contentSealed, enquiry.forwarded],
  )
}

/** The sealed content of an enquiry, or undefined when it is gone. */
export async function findEnquiry(db: Queries, enquiryId: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ sealed: Buffer }>(
    'select content_sealed as sealed from app.enquiries where enquiry_id = $1',
    [enquiryId],
  )
  return rows[0]?.sealed
}

/** Forgets enquiries after a year: by then they are answered, and the charity has its mail. */
export async function tidyEnquiries(db: Queries): Promise<void> {
  await db.query(
    `delete from app.enquiries where received_at < app.clock_now() - interval '1 year'`,
  )
}
