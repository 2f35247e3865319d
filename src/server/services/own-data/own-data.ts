import type { OutputOf } from '#contract/endpoint.ts'
import type { exportOwnData } from '#contract/own-data.ts'
import { NOT_CONFIRMED } from '#domain/texts/own-data.ts'
import { londonDate } from '#domain/time.ts'
import type { Patient, RequestContext } from '#server/caller.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import { done, type Outcome } from '#server/outcome.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { listEnquiriesFrom } from '#server/repositories/enquiries.ts'
import { listOwnAddresses } from '#server/repositories/erasure.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import { findConfirmedEmail } from '#server/repositories/own-data.ts'
import type { Sealer } from '#server/security/seal.ts'
import { SECTIONS } from '#server/services/own-data/sections.ts'

export type OwnDataDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
}

/** Everything that is held about the caller (PORT-04). The audit entry is written before anything is read, and is in the file. */
export const ownDataService = (deps: OwnDataDeps) => ({
  async collect(
    caller: Patient,
    context: RequestContext,
  ): Promise<Outcome<OutputOf<typeof exportOwnData>>> {
    const { database, sealer, clock, limiter } = deps
    const limited = await limiter.count(['ownDataPerPatient', String(caller.profileId)])
    if (limited) return limited
    await insertAudit(database, {
      actor: caller,
      action: 'own-data-read',
      subject: `profile:${caller.profileId}`,
      requestId: context.requestId,
    })
    const { profileId, userId } = caller
    const confirmedEmail = await findConfirmedEmail(database, profileId)
    const isConfirmed = confirmedEmail !== null
    const emails = isConfirmed ? await listOwnAddresses(database, profileId) : []
    const { enquiries } = await listEnquiriesFrom(database, sealer, emails)
    const enquiryIds = enquiries.map(({ enquiryId }) => enquiryId)
    const owner = { profileId, userId, confirmedEmail, enquiryIds }
    const now = clock.now()
    const source = { db: database, sealer, owner, enquiries, today: londonDate(now) }
    const sections = []
    for (const { read, isForConfirmed, ...section } of SECTIONS) {
      const isShown = isConfirmed || isForConfirmed === undefined
      const rows = isShown ? await read(source) : []
      sections.push({
        ...section,
        note: isShown ? section.note : NOT_CONFIRMED,
        fields: [...section.fields],
        rows: rows.map((row) => ({ ...row })),
      })
    }
    return done({ generated_at: now.toISOString(), sections })
  },
})
