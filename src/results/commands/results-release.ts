import type { Database } from '#core/server/database/database.ts'
import {
  findFirstJudges,
  findUnreadable,
  listOpenResults,
  type ReleaseReason,
  type ResultState,
  release,
  releaseAlone,
  sortByPatient,
} from '#results/server/database/results.ts'

/** A result that was left out of a release, and why. */
export type LeftOut = { readonly resultId: string; readonly reason: ReleaseReason }

const RELEASE_REFUSALS: Record<ReleaseReason, string> = {
  'not-found': 'there is no such result',
  released: 'it is released already',
  'not-judged': 'its colour is missing, or a second person has not agreed: approve a sheet first',
  'refused-by-laboratory': 'the laboratory took its value back: only a correction brings one',
  'newer-version': 'the laboratory has corrected it: release the newer version',
  'row-waits':
    'another row of its tube waits: it is not shown until the row is dealt with (quarantine)',
  held: 'it is held: release-held ends the hold',
  'not-held': 'it is not held: use release',
  'second-person':
    'another patient has the same surname and birth date: a clinician who neither judged it alone nor imported its row asks the laboratory, and ends the hold',
  'not-open': 'it was withdrawn or replaced',
  'not-alone': 'it is red: telephone first (contact), then release it alone',
  'not-called':
    'it is red, and the patient has not been spoken to: contact, then spoken. After two attempts, or one and three working days, a reason releases it',
  'reason-needed': 'it is red, and the patient was not reached: say with --reason why it is shown',
}

/** What a release did. `unreadable`: those whose patient has not confirmed the address, and so cannot read them yet. */
export type Release = {
  readonly released: readonly string[]
  readonly leftOut: readonly LeftOut[]
  readonly unreadable: readonly string[]
}

/**
 * Releases results in one transaction (LAB-07): each patient sees theirs at the same moment, and one mail per result is queued.
 * A result that has changed in the meantime, or cannot be released, is left out and named; so is a red result, unless `alone` names it (LAB-12).
 */
export async function releaseResults(
  database: Database,
  resultIds: readonly string[],
  by: string,
  alone?: { readonly reason: string | undefined },
): Promise<Release> {
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
        : await release(transaction, resultId, by)
      if (reason === undefined) released.push(resultId)
      else leftOut.push({ resultId, reason })
    }
    return { released, leftOut, unreadable: await findUnreadable(transaction, released) }
  })
}

/** Why results were left out of a release, for the operator; a missing second clinician by who it cannot be. */
export async function releaseRefusals(
  database: Database,
  leftOut: readonly LeftOut[],
): Promise<string[]> {
  const firstJudges = await findFirstJudges(
    database,
    leftOut.flatMap(({ resultId, reason }) => (reason === 'not-judged' ? [resultId] : [])),
  )
  return leftOut.map(({ resultId, reason }) => {
    const first = firstJudges.get(resultId)
    const why = first ? `it needs a second clinician, not ${first}` : RELEASE_REFUSALS[reason]
    return `${resultId}: ${why}`
  })
}

/** What waits for a judgement, a release or a decision. */
export const openResults = (database: Database): Promise<ResultState[]> => listOpenResults(database)
