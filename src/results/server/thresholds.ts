import { randomUUID } from 'node:crypto'
import { isSamePerson } from '#core/rules/staff-person.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Thresholds } from '#results/rules/thresholds.ts'
import {
  acceptProposal,
  findThresholds,
  insertProposal,
  listProposals,
} from '#results/server/database/thresholds.ts'

export type ThresholdsOutcome =
  | { readonly ok: true; readonly step: 'proposed' | 'accepted'; readonly bands: Thresholds }
  | { readonly ok: false; readonly reason: 'in-force' | 'needs-another-person' }

const isEqual = (one: Thresholds, other: Thresholds) =>
  one.length === other.length &&
  one.every(
    ({ fromAge, amber, red }, at) =>
      other[at]?.fromAge === fromAge && other[at].amber === amber && other[at].red === red,
  )

/**
 * Puts a table of thresholds in force by two clinicians (LAB-13): the values of the first are a proposal; another one who gives the same
 * values accepts it.
 */
export async function putBands(
  database: Database,
  bands: Thresholds,
  by: string,
): Promise<ThresholdsOutcome> {
  return await database.transaction(async (db): Promise<ThresholdsOutcome> => {
    const inForce = await findThresholds(db)
    if (inForce && isEqual(inForce.bands, bands)) return { ok: false, reason: 'in-force' }
    const same = (await listProposals(db)).filter((one) => isEqual(one.bands, bands))
    const other = same.find(({ proposedBy }) => !isSamePerson(proposedBy, by))
    if (other === undefined && same.length > 0) return { ok: false, reason: 'needs-another-person' }
    const id = other?.id ?? randomUUID()
    if (other === undefined) await insertProposal(db, { id, bands, by })
    else if (!(await acceptProposal(db, id, by))) return { ok: false, reason: 'in-force' }
    const step = other === undefined ? 'proposed' : 'accepted'
    await insertAudit(db, {
      actor: null,
      action: `thresholds-${step}`,
      subject: `thresholds:${id}`,
      requestId: null,
      operator: by,
    })
    return { ok: true, step, bands }
  })
}

/** The table in force and the proposals that wait for a second clinician. */
export const showThresholds = async (database: Database) => ({
  inForce: await findThresholds(database),
  proposals: await listProposals(database),
})

/** The table of thresholds on its page. */
export const thresholdsService = ({ database }: { readonly database: Database }) => ({
  show: () => showThresholds(database),

  propose: (member: StaffMember, bands: Thresholds) =>
    putBands(database, bands, byOf(member, 'judge-results')),

  /** Accepts a proposal by its id; 'in-force' also when it is no proposal any more. */
  async accept(member: StaffMember, id: string): Promise<ThresholdsOutcome> {
    const proposal = (await listProposals(database)).find((one) => one.id === id)
    if (proposal === undefined) return { ok: false, reason: 'in-force' }
    const by = byOf(member, 'judge-results')
    if (isSamePerson(proposal.proposedBy, by)) return { ok: false, reason: 'needs-another-person' }
    return await putBands(database, proposal.bands, by)
  },
})
