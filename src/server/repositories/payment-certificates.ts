import { KEPT } from '#domain/kept-data.ts'
import { ago, databaseNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/** A certificate of the payment provider, with its issuers, as PEM. */
export type KnownCertificate = {
  readonly address: string
  readonly pem: string
  readonly validUntil: Date
}

export const listCertificates = async ({ kysely }: Queries): Promise<KnownCertificate[]> =>
  await kysely
    .selectFrom('payment_certificates')
    .select(['certificate_url as address', 'pem', 'valid_until as validUntil'])
    .where('valid_until', '>', databaseNow)
    .execute()

/** Another certificate at the same address replaces the one before. */
export async function keepCertificate(
  { kysely }: Queries,
  { address, pem, validUntil }: KnownCertificate,
): Promise<void> {
  await kysely
    .insertInto('payment_certificates')
    .values({ certificate_url: address, pem, valid_until: validUntil })
    .onConflict((conflict) =>
      conflict.column('certificate_url').doUpdateSet({ pem, valid_until: validUntil }),
    )
    .execute()
}

/** Deletes those that are not valid any more, a day later. */
export async function tidyCertificates({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('payment_certificates')
    .where('valid_until', '<', ago(KEPT.paymentCertificates))
    .execute()
}
