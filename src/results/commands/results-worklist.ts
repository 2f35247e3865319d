import { ageOn } from '#core/rules/age.ts'
import { isSamePerson } from '#core/rules/staff-person.ts'
import { formatShortDate, londonDate } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { ApproveDeps } from '#results/commands/results-approve.ts'
import { judgementSheet } from '#results/commands/results-sheet.ts'
import { answerEvidence } from '#results/rules/judgement-evidence.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import {
  type JudgementEvidence,
  readEvidence,
} from '#results/server/database/judgement-evidence.ts'
import { labRowContext } from '#results/server/database/results-contexts.ts'
import {
  findToJudge,
  listJudgements,
  listToJudge,
  type ResultToJudge,
} from '#results/server/database/results-judgements.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'

/** The laboratory's own comments on a row, while it is kept. */
function laboratoryComments({ rowId, rowSealed }: ResultToJudge, sealer: Pick<Sealer, 'open'>) {
  if (rowSealed === null) return ''
  return (JSON.parse(sealer.open(rowSealed, labRowContext(rowId))) as LabCells).comments
}

/** What the clinician reads beside a value: age at the sample, earlier values, and answers of the consent; no name, contact or birth date. */
function evidenceOf(
  one: ResultToJudge,
  { ethnicity, answers, earlier }: JudgementEvidence,
  sealer: Pick<Sealer, 'open'>,
) {
  const { familyHistory, medicines } = answerEvidence(answers)
  const values = earlier.map(({ resultId, findingSealed, takenAt }) => {
    const { value, unit } = openFinding(sealer, resultId, findingSealed)
    return `${value} ${unit} on ${formatShortDate(londonDate(takenAt))}`
  })
  return {
    age: String(ageOn(one.birthDate, londonDate(one.takenAt))),
    earlier_values: values.join('; ') || 'none with us',
    family_history: familyHistory,
    ethnicity: ethnicity ?? 'not known',
    medicines,
    laboratory_comments: laboratoryComments(one, sealer),
  }
}

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
    const [first, second] = judgements
      .filter((each) => each.round === round)
      .sort((a, b) => a.reader - b.reader)
    // The person who gave the first judgement cannot give the second. A held result may be judged again by every person.
    const isMine = first?.secondNeeded && second === undefined && isSamePerson(first.givenBy, by)
    return !isMine && !one.takenBy.some((taker) => isSamePerson(taker, by))
  })
  await insertAudit(database, {
    actor: null,
    action: 'results-sheet-read',
    subject: `results:${own.length}`,
    requestId: null,
    operator: by,
  })
  for (const { resultId } of own) {
    await insertAudit(database, {
      actor: null,
      action: 'result-evidence-read',
      subject: `result:${resultId}`,
      requestId: null,
      operator: by,
    })
  }
  const evidence = await readEvidence(database, sealer, own)
  return judgementSheet(
    own.flatMap((one, at) => {
      const known = evidence[at]
      if (known === undefined) return []
      return [
        {
          resultId: one.resultId,
          revision: one.revision,
          label: one.label,
          finding: openFinding(sealer, one.resultId, one.findingSealed),
          evidence: evidenceOf(one, known, sealer),
        },
      ]
    }),
  )
}
