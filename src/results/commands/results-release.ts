import type { Database } from '#core/server/database/database.ts'
import type { ReleaseReason } from '#results/rules/release-list.ts'
import { findFirstJudges } from '#results/server/database/results.ts'
import type { LeftOut } from '#results/server/releasing.ts'

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
  unconfirmed:
    'its patient has not confirmed the address and could not read it: release it alone, or after that',
  changed: 'it has changed since: look at it again',
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
