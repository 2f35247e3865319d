import type { Database } from '#core/server/database/database.ts'
import type { ReleaseReason } from '#results/rules/release-list.ts'
import {
  findUnreadable,
  release,
  releaseAlone,
  sortByPatient,
} from '#results/server/database/results.ts'

/** A result that was left out of a release, and why. */
export type LeftOut = { readonly resultId: string; readonly reason: ReleaseReason }

/** What a release did. `unreadable`: those whose patient has not confirmed the address, and so cannot read them yet. */
export type Release = {
  readonly released: readonly string[]
  readonly leftOut: readonly LeftOut[]
  readonly unreadable: readonly string[]
}

/** `reason`: one result that a person named alone. `revisions`: several results as a page showed them, by id. */
type ReleaseAs =
  | { readonly reason: string | undefined }
  | { readonly revisions: ReadonlyMap<string, number> }

/**
 * Releases results in one transaction (LAB-07): each patient sees theirs at the same moment, and one mail per result is queued.
 * A result that has changed in the meantime, or cannot be released, is left out and named; so are a red result (LAB-12) and one that its
 * patient could not read, unless they are named alone.
 */
export async function releaseResults(
  database: Database,
  resultIds: readonly string[],
  by: string,
  as?: ReleaseAs,
): Promise<Release> {
  const alone = as && 'reason' in as ? as : undefined
  const revisions = as && 'revisions' in as ? as.revisions : undefined
  if (alone && resultIds.length !== 1) throw new TypeError('Only one result is released alone.')
  return await database.transaction(async (transaction) => {
    const found = await sortByPatient(transaction, resultIds)
    const leftOut: LeftOut[] = resultIds
      .filter((id) => !found.includes(id))
      .map((resultId) => ({ resultId, reason: 'not-found' }))
    const released: string[] = []
    for (const resultId of found) {
      const reason = alone
        ? await releaseAlone(transaction, resultId, { by, reason: alone.reason })
        : await release(transaction, resultId, { by, revision: revisions?.get(resultId) })
      if (reason === undefined) released.push(resultId)
      else leftOut.push({ resultId, reason })
    }
    return { released, leftOut, unreadable: await findUnreadable(transaction, released) }
  })
}
