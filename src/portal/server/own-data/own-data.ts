import { findConfirmedEmail } from '#account/server/database/data-owner.ts'
import { listEnquiriesFrom } from '#content/server/database/enquiries.ts'
import { londonDate } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { exportOwnData } from '#portal/contract/own-data.ts'
import { listOwnAddresses } from '#portal/server/database/erasure.ts'
import { SECTIONS } from '#portal/server/own-data/sections.ts'
import { NOT_CONFIRMED } from '#portal/texts/own-data.ts'

export type OwnDataDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
}

/** Everything that is held about the caller (PORT-04). The audit entry is written before anything is read, and is in the file. */
export const ownDataService = (deps: OwnDataDeps) => ({
  collect: bind(exportOwnData, async (_, caller, context) => {
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
  }),
})
