import { ageOn } from '#core/rules/age.ts'
import { type IsoDate, londonDate } from '#core/rules/time.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { answerEvidence } from '#results/rules/judgement-evidence.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import type { Finding } from '#results/rules/result.ts'
import {
  type JudgementEvidence,
  readEvidence,
} from '#results/server/database/judgement-evidence.ts'
import { labRowContext } from '#results/server/database/results-contexts.ts'
import type { ResultToJudge } from '#results/server/database/results-judgements.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'

/** What the clinician reads about a case: value, age at the sample, earlier values and answers of the consent; no name, contact or birth date. */
export type CaseEvidence = {
  readonly finding: Finding
  readonly takenOn: IsoDate
  readonly age: number
  /** The newest first. */
  readonly earlier: readonly (Finding & { readonly takenOn: IsoDate })[]
  readonly familyHistory: string
  readonly ethnicity: string
  readonly medicines: string
  readonly laboratoryComments: string
}

/** The laboratory's own comments on a row, while it is kept. */
function laboratoryComments({ rowId, rowSealed }: ResultToJudge, sealer: Pick<Sealer, 'open'>) {
  if (rowSealed === null) return ''
  return (JSON.parse(sealer.open(rowSealed, labRowContext(rowId))) as LabCells).comments
}

function evidenceOf(
  one: ResultToJudge,
  { ethnicity, answers, earlier }: JudgementEvidence,
  sealer: Pick<Sealer, 'open'>,
): CaseEvidence {
  const takenOn = londonDate(one.takenAt)
  return {
    finding: openFinding(sealer, one.resultId, one.findingSealed),
    takenOn,
    age: ageOn(one.birthDate, takenOn),
    earlier: earlier.map(({ resultId, findingSealed, takenAt }) => ({
      ...openFinding(sealer, resultId, findingSealed),
      takenOn: londonDate(takenAt),
    })),
    ...answerEvidence(answers),
    ethnicity: ethnicity ?? 'not known',
    laboratoryComments: laboratoryComments(one, sealer),
  }
}

/** The evidence of each case. It decrypts the answers of consents: record it first. */
export async function readCaseEvidence<One extends ResultToJudge>(
  { database, sealer }: { database: Database; sealer: Pick<Sealer, 'open'> },
  cases: readonly One[],
): Promise<{ readonly one: One; readonly evidence: CaseEvidence }[]> {
  const read = await readEvidence(database, sealer, cases)
  return cases.flatMap((one, at) => {
    const known = read[at]
    return known === undefined ? [] : [{ one, evidence: evidenceOf(one, known, sealer) }]
  })
}
