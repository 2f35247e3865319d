import type { OutputOf } from '#contract/endpoint.ts'
import type { exportOwnData } from '#contract/own-data.ts'
import type { Patient, RequestContext } from '#server/caller.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import { done, type Outcome } from '#server/outcome.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { listEnquiriesFrom } from '#server/repositories/enquiries.ts'
import { findPatientEmail, listOwnAddresses } from '#server/repositories/erasure.ts'
import type { Limiter } from '#server/repositories/limits.ts'
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
    const email = (await findPatientEmail(database, caller.profileId)) ?? caller.email.toLowerCase()
    const emails = await listOwnAddresses(database, caller.profileId)
    const { enquiries } = await listEnquiriesFrom(database, sealer, emails)
    const { profileId, userId } = caller
    const enquiryIds = enquiries.map(({ enquiryId }) => enquiryId)
    const owner = { profileId, userId, email, enquiryIds }
    const sections = []
    for (const { read, ...section } of SECTIONS) {
      const rows = await read({ db: database, sealer, owner, enquiries })
      sections.push({
        ...section,
        fields: [...section.fields],
        rows: rows.map((row) => ({ ...row })),
      })
    }
    return done({ generated_at: clock.now().toISOString(), sections })
  },
})
