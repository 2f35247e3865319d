import { createHash, randomUUID } from 'node:crypto'
import type { createConsent } from '#contract/consents.ts'
import type { InputOf, OutputOf, ReasonOf } from '#contract/endpoint.ts'
import {
  CONSENT_CANONICAL,
  CONSENT_VERSION,
  type ConsentAnswers,
  checkConsent,
  NO_MEDICATION,
} from '#domain/consent.ts'
import { NO_PLACE_ON_DAY } from '#domain/texts/booking.ts'
import type { IsoDate } from '#domain/time.ts'
import type { Patient, RequestContext } from '#server/caller.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import { done, type Outcome, wrongFields } from '#server/outcome.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { consentContext, hasPlaceOn, insertConsent } from '#server/repositories/consents.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import type { Sealer } from '#server/security/seal.ts'
import { refuseForeign } from '#server/services/foreign-access.ts'

export type ConsentDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
}

const TEXT_HASH = createHash('sha256').update(CONSENT_CANONICAL).digest('hex')

/** Postgres has no year 0. */
const FIRST_DAY = '0001-01-01'

/** The messages by field, in field order (CONS-02); None excludes other medicines (CONS-01). */
function faultsOf(answers: ConsentAnswers): Record<string, string> {
  const faults = Object.fromEntries(
    checkConsent(answers).map(({ field, message }) => [field, message]),
  )
  const medicines = answers.medicationHistory
  if (medicines.includes(NO_MEDICATION) && medicines.length > 1) {
    faults['medicationHistory'] = 'Choose None, or the medicines you take.'
  }
  return faults
}

/** Consents (API-04): encrypted, append-only, with the version of the text agreed to; a later one supersedes (CONS-05). */
export function consentsService({ database, clock, sealer, limiter }: ConsentDeps) {
  /** Consent is given on the way to a test: for the day of an event where the patient holds or has a place (API-04). */
  const isTestDay = async (profileId: number, testOn: IsoDate) =>
    testOn >= FIRST_DAY && (await hasPlaceOn(database, profileId, testOn, clock.now()))

  return {
    async create(
      input: InputOf<typeof createConsent>,
      caller: Patient,
      context: RequestContext,
    ): Promise<Outcome<OutputOf<typeof createConsent>, ReasonOf<typeof createConsent>>> {
      const { profileId, psaTestDate, ...given } = input
      if (profileId !== caller.profileId) {
        return refuseForeign(database, caller, `profile:${profileId}`, context)
      }
      const answers: ConsentAnswers = { ...given, privateGp: false }
      const limited = await limiter.count(['consentPerPatient', String(profileId)])
      if (limited) return limited
      const faults = faultsOf(answers)
      if (!(await isTestDay(profileId, psaTestDate))) faults['psaTestDate'] = NO_PLACE_ON_DAY
      if (Object.keys(faults).length > 0) return wrongFields(faults)
      const consentId = randomUUID()
      await database.transaction(async (transaction) => {
        await insertConsent(transaction, {
          consentId,
          profileId,
          testOn: psaTestDate,
          textVersion: CONSENT_VERSION,
          textHash: TEXT_HASH,
          answersSealed: sealer.seal(JSON.stringify(given), consentContext(consentId)),
          agreedAt: clock.now(),
        })
        await insertAudit(transaction, {
          actor: caller,
          action: 'consent-given',
          subject: `consent:${consentId}`,
          requestId: context.requestId,
        })
      })
      return done({ status: 'success', consent_id: consentId, text_version: CONSENT_VERSION })
    },
  }
}
