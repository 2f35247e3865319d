import type { LabCells } from '#domain/lab-row.ts'
import { isSamePerson } from '#domain/staff-person.ts'
import type { ApproveDeps } from '#server/operations/results-approve.ts'
import { openFinding } from '#server/operations/results-decide.ts'
import { judgementSheet } from '#server/operations/results-sheet.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { labRowContext } from '#server/repositories/results-contexts.ts'
import {
  listJudgements,
  listToJudge,
  type ResultToJudge,
} from '#server/repositories/results-judgements.ts'
import type { Sealer } from '#server/security/seal.ts'

/** The laboratory's own comments on a row, while it is kept. */
function laboratoryComments({ rowId, rowSealed }: ResultToJudge, sealer: Pick<Sealer, 'open'>) {
  if (rowSealed === null) return ''
  return (JSON.parse(sealer.open(rowSealed, labRowContext(rowId))) as LabCells).comments
}

/**
 * The sheet of the results that this person may judge, without names and without earlier judgements. Reading it is recorded first,
 * with the number of results.
 */
export async function readJudgementSheet(
  { database, sealer }: Pick<ApproveDeps, 'database' | 'sealer'>,
  by: string,
): Promise<string> {
  const open = await listToJudge(database)
  const given = Map.groupBy(
    await listJudgements(
      database,
      open.map((one) => one.resultId),
    ),
    (one) => one.resultId,
  )
  const own = open.filter((one) => {
    const judgements = given.get(one.resultId) ?? []
    const round = Math.max(0, ...judgements.map((each) => each.round))
    const ofRound = judgements.filter((each) => each.round === round)
    const isMine = ofRound.length === 1 && ofRound.some((each) => isSamePerson(each.givenBy, by))
    return !isMine && !isSamePerson(one.matchedBy, by)
  })
  await insertAudit(database, {
    actor: null,
    action: 'results-sheet-read',
    subject: `results:${own.length}`,
    requestId: null,
    operator: by,
  })
  return judgementSheet(
    own.map((one) => ({
      resultId: one.resultId,
      label: one.label,
      finding: openFinding(sealer, one.resultId, one.findingSealed),
      laboratoryComments: laboratoryComments(one, sealer),
    })),
  )
}
