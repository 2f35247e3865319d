import { isUuid } from '#core/rules/uuid.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Disclose } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { Letter } from '#core/server/mail/letter.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { spoiledLetter } from '#results/mails/results.ts'
import { patientNameContext } from '#results/server/database/results-contexts.ts'
import { type EndReason, endSample } from '#results/server/database/results-samples.ts'
import { findTube, type Tube } from '#results/server/database/tubes.ts'
import { SPOILED_REASONS, type SpoiledReason } from '#results/texts/waiting-rows.ts'

type Deps = {
  readonly database: Database
  readonly sealer: Sealer
  readonly siteUrl: string
  readonly charity: () => Promise<Charity>
  readonly disclose: Disclose
  nudgeJobs(): void
}

/** Tubes that get no result: their patients are told, and book again free of charge (LAB-14). */
export function tubesService({ database, sealer, siteUrl, charity, disclose, nudgeJobs }: Deps) {
  return {
    /** A tube with its patient, and the mail that the patient would get; who reads it is recorded first. */
    async open(
      member: StaffMember,
      sampleId: string,
    ): Promise<{ tube: Tube; patientName: string; letter: Letter } | undefined> {
      const tube = isUuid(sampleId) ? await findTube(database, sampleId) : undefined
      if (tube === undefined) return undefined
      await disclose(member, byOf(member, 'end-rows'), {
        action: 'tube-read',
        subject: `sample:${sampleId}`,
        patients: [tube.profileId],
      })
      return {
        tube,
        patientName: sealer.open(tube.patientNameSealed, patientNameContext(sampleId)),
        letter: spoiledLetter(tube, { charity: await charity(), siteUrl }),
      }
    },

    isSpoiled: async (sampleId: string): Promise<boolean> =>
      isUuid(sampleId) && (await findTube(database, sampleId))?.state === 'spoiled',

    /** Ends a tube without a result: the mail and the free repeat come with it, once. */
    async spoil(
      member: StaffMember,
      sampleId: string,
      why: SpoiledReason,
    ): Promise<EndReason | undefined> {
      const tube = isUuid(sampleId) ? await findTube(database, sampleId) : undefined
      if (tube === undefined) return 'label-unknown'
      // The label may be bound once more since.
      if (tube.state === 'mistaken') return 'not-live'
      const refusal = await endSample(database, tube.label, {
        as: 'spoiled',
        by: byOf(member, 'end-rows'),
        reason: SPOILED_REASONS[why],
      })
      if (refusal === undefined) nudgeJobs()
      return refusal
    },
  }
}
