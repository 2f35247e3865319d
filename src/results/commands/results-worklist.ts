import { formatShortDate } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { ApproveDeps } from '#results/commands/results-approve.ts'
import { judgementSheet } from '#results/commands/results-sheet.ts'
import { barredFrom } from '#results/rules/result-judgement.ts'
import {
  EVIDENCE_READ,
  findToJudge,
  listJudgements,
  listToJudge,
} from '#results/server/database/results-judgements.ts'
import { type CaseEvidence, readCaseEvidence } from '#results/server/judging/case-evidence.ts'
import { givenOf } from '#results/server/judging/judge-cases.ts'

const cellsOf = ({ age, earlier, familyHistory, ethnicity, ...rest }: CaseEvidence) => ({
  age: String(age),
  earlier_values:
    earlier
      .map(({ value, unit, takenOn }) => `${value} ${unit} on ${formatShortDate(takenOn)}`)
      .join('; ') || 'none with us',
  family_history: familyHistory,
  ethnicity,
  medicines: rest.medicines,
  laboratory_comments: rest.laboratoryComments,
})

/**
 * The sheet of the results that this person may judge, or of these ids, which may be judged or held already. It has no names
 * and no earlier judgements. Reading it is recorded first, for each result, because it opens the answers of the consents.
 */
export async function readJudgementSheet(
  { database, sealer }: Pick<ApproveDeps, 'database' | 'sealer'>,
  by: string,
  resultIds: readonly string[] = [],
): Promise<string> {
  const open =
    resultIds.length === 0
      ? await listToJudge(database)
      : [...(await findToJudge(database, resultIds)).values()]
  const ids = open.map((one) => one.resultId)
  const given = Map.groupBy(await listJudgements(database, ids), (one) => one.resultId)
  const own = open.filter(({ resultId, takenBy }) => {
    const readings = (given.get(resultId) ?? []).map(givenOf)
    return barredFrom({ given: readings, takenBy }, by) === undefined
  })
  const entry = { actor: null, requestId: null, operator: by }
  const subject = `results:${own.length}`
  await insertAudit(database, { ...entry, action: 'results-sheet-read', subject })
  for (const { resultId } of own) {
    await insertAudit(database, { ...entry, action: EVIDENCE_READ, subject: `result:${resultId}` })
  }
  const read = await readCaseEvidence({ database, sealer }, own)
  return judgementSheet(
    read.map(({ one: { resultId, revision, label }, evidence }) => ({
      resultId,
      revision,
      label,
      finding: evidence.finding,
      evidence: cellsOf(evidence),
    })),
  )
}
