import { isUuid } from '#core/rules/uuid.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Disclose } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { type LeftOutReason, leftOutFor, type ReleaseReason } from '#results/rules/release-list.ts'
import { LIGHTS, type Light } from '#results/rules/result.ts'
import { resultContext } from '#results/server/database/results-contexts.ts'
import {
  findLabels,
  listToRelease,
  type ResultToRelease,
} from '#results/server/database/results-to-release.ts'
import { releaseResults } from '#results/server/releasing.ts'

type Deps = {
  readonly database: Database
  readonly sealer: Pick<Sealer, 'open'>
  readonly disclose: Disclose
  /** Wakes the job loop, so that the mails leave immediately. */
  nudgeJobs(): void
}

/** The most results of one form. */
export const MOST_RELEASED = 500

/** The colours that are released together; red is telephoned first (LAB-12). */
export const RELEASED_TOGETHER = ['green', 'amber'] as const satisfies readonly Light[]
export type ReleasedLight = (typeof RELEASED_TOGETHER)[number]

type Left = Pick<ResultToRelease, 'resultId' | 'label'> & { readonly reason: LeftOutReason }

/** A result as the page showed it, in its form: `id:revision`. */
const shownAs = ({ resultId, revision }: ResultToRelease) => `${resultId}:${revision}`

function readShown(shown: readonly string[]): ReadonlyMap<string, number> {
  const pairs = shown.map((text) => text.split(':'))
  return new Map(
    pairs.flatMap(([id, revision = '']) =>
      isUuid(id) && /^\d{1,9}$/.test(revision) ? [[id, Number(revision)] as const] : [],
    ),
  )
}

/** What can be released by colour, and who is left out and why. Who reads it is recorded first. */
async function readOverview({ database, sealer, disclose }: Deps, member: StaffMember) {
  const rows = await listToRelease(database)
  await disclose(member, byOf(member, 'judge-results'), {
    action: 'release-list-read',
    subject: `results:${rows.length}`,
    patients: rows.map(({ profileId }) => profileId),
  })
  const left = rows.flatMap((row): Left[] => {
    const reason = leftOutFor(row)
    return reason === undefined ? [] : [{ resultId: row.resultId, label: row.label, reason }]
  })
  const ready: Record<ReleasedLight, string[]> = { green: [], amber: [] }
  for (const row of rows.filter((one) => leftOutFor(one) === undefined)) {
    const { resultId, lightSealed } = row
    const text = lightSealed && sealer.open(lightSealed, resultContext(resultId, 'light_sealed'))
    const light = LIGHTS.find((one) => one === text)
    // A red one needs a call, whatever its mark in the database says.
    if (light === 'green' || light === 'amber') ready[light].push(shownAs(row))
    else left.push({ resultId, label: row.label, reason: 'red' })
  }
  return { ready, left }
}

/** The release of green results together, and of amber ones (LAB-07). */
export const releasingService = (deps: Deps) => ({
  overview: (member: StaffMember) => readOverview(deps, member),

  /**
   * Releases the results of a form as its page showed them. `changed`: those that were left out because they have changed since; one that is
   * released already is not among them, so that a repeated form changes and reports nothing else. Undefined when the form is not one of the page.
   */
  async release(
    member: StaffMember,
    shown: readonly string[],
  ): Promise<
    | {
        released: number
        changed: readonly { resultId: string; label: string; reason: ReleaseReason }[]
      }
    | undefined
  > {
    const by = byOf(member, 'judge-results')
    const sent = new Set(shown.slice(0, MOST_RELEASED))
    const revisions = readShown([...sent])
    if (sent.size === 0 || revisions.size !== sent.size) return undefined
    const ids = [...revisions.keys()]
    const { released, leftOut } = await releaseResults(deps.database, ids, by, { revisions })
    deps.nudgeJobs()
    const changed = leftOut.filter(({ reason }) => reason !== 'released')
    const labels = await findLabels(
      deps.database,
      changed.map(({ resultId }) => resultId),
    )
    return {
      released: released.length,
      changed: changed.map((one) => ({ ...one, label: labels.get(one.resultId) ?? '' })),
    }
  },
})
