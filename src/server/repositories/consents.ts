import type { IsoDate } from '#domain/time.ts'
import type { Database } from '#server/database/database.ts'

/** A consent as it is kept: the answers sealed, with the version and SHA-256 of the text agreed to (CONS-05). */
export type ConsentRecord = {
  readonly consentId: string
  readonly profileId: number
  readonly testOn: IsoDate
  readonly textVersion: string
  readonly textHash: string
  readonly answersSealed: Buffer
  readonly agreedAt: Date
}

/** Adds a consent inside a transaction when given its client; it is never changed, a later one for the same day supersedes it. */
export async function insertConsent(
  db: Pick<Database, 'query'>,
  consent: ConsentRecord,
): Promise<void> {
  await db.query(
    `insert into app.consents (consent_id, profile_id, test_on, text_version, text_hash, answers_sealed, agreed_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      consent.consentId,
      consent.profileId,
      consent.testOn,
      consent.textVersion,
      consent.textHash,
      consent.answersSealed,
      consent.agreedAt,
    ],
  )
}

/** Has the patient consented to a test on this London day? */
export async function hasConsent(
  db: Pick<Database, 'query'>,
  profileId: number,
  testOn: IsoDate,
): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    'select exists (select from app.consents where profile_id = $1 and test_on = $2::date) as found',
    [profileId, testOn],
  )
  return rows[0]?.found ?? false
}
