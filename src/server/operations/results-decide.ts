import { randomUUID } from 'node:crypto'
import { decideRow, type RowDecision } from '#domain/lab-match.ts'
import type { LabRow } from '#domain/lab-row.ts'
import type { Finding } from '#domain/result.ts'
import type { Queries } from '#server/database/database.ts'
import type { LabRecord } from '#server/operations/results-file.ts'
import { NHS_NUMBER_PURPOSE } from '#server/repositories/profiles.ts'
import { labRowContext, resultContext } from '#server/repositories/results-contexts.ts'
import {
  findSamplesOfLabels,
  type SampleOfLabel,
  type TakenRow,
} from '#server/repositories/results-files.ts'
import type { Sealer } from '#server/security/seal.ts'

/** A row and what becomes of it. */
export type DecidedRow = {
  readonly record: LabRecord
  readonly decision: RowDecision
  readonly previousId: string | null
  readonly nhsNumberHash: Buffer | undefined
}

/** Opens the stored value of a result. @throws when its key is not configured. */
export const openFinding = (
  sealer: Pick<Sealer, 'open'>,
  resultId: string,
  sealed: Buffer,
): Finding => JSON.parse(sealer.open(sealed, resultContext(resultId, 'finding_sealed'))) as Finding

const knownResultOf = (sample: SampleOfLabel, sealer: Pick<Sealer, 'open'>) =>
  sample.resultId === null || sample.findingSealed === null
    ? undefined
    : {
        finding: openFinding(sealer, sample.resultId, sample.findingSealed),
        isWithdrawn: sample.isWithdrawn,
      }

type DecideOptions = {
  readonly sealer: Pick<Sealer, 'open' | 'lookup'>
  readonly isTwiceInFile: boolean
  readonly isConfirmed: boolean
}

/** Decides one row by the rules of `decideRow`. */
export function decideRecord(
  record: LabRecord,
  sample: SampleOfLabel | undefined,
  { sealer, isTwiceInFile, isConfirmed }: DecideOptions,
): DecidedRow {
  const { row } = record
  if (row === undefined) {
    const decision = { kind: 'quarantined', reasons: ['cells-missing'] } as const
    return { record, decision, previousId: null, nhsNumberHash: undefined }
  }
  const nhsNumberHash =
    row.nhsNumber === undefined ? undefined : sealer.lookup(row.nhsNumber, NHS_NUMBER_PURPOSE)
  const stored = sample?.nhsNumberHash ?? undefined
  const decision = decideRow(row, {
    sample,
    known: sample && knownResultOf(sample, sealer),
    isTakenBack: sample?.isTakenBack ?? false,
    isTwiceInFile,
    nhsNumberDiffers:
      nhsNumberHash !== undefined && stored !== undefined && !nhsNumberHash.equals(stored),
    isConfirmed,
  })
  return { record, decision, previousId: sample?.resultId ?? null, nhsNumberHash }
}

/** Decides the rows of a chunk with one query. */
export async function decideRecords(
  db: Queries,
  records: readonly LabRecord[],
  { sealer, twice }: { sealer: Pick<Sealer, 'open' | 'lookup'>; twice: ReadonlySet<string> },
): Promise<DecidedRow[]> {
  const labels = records.flatMap(({ row }) => (row?.label === undefined ? [] : [row.label]))
  const samples = await findSamplesOfLabels(db, labels)
  return records.map((record) => {
    const label = record.row?.label ?? ''
    const isTwiceInFile = twice.has(label)
    return decideRecord(record, samples.get(label), { sealer, isTwiceInFile, isConfirmed: false })
  })
}

const NO_ROW: Pick<LabRow, 'surnameKey' | 'labKey'> & Partial<LabRow> = {
  surnameKey: '',
  labKey: '',
}

/** A decided row as it is stored: its content and its value sealed, each for its own row. */
export function sealRow(
  { record, decision, previousId, nhsNumberHash }: DecidedRow,
  sealer: Pick<Sealer, 'seal'>,
  rowId: string = randomUUID(),
): TakenRow {
  const row = record.row ?? NO_ROW
  const resultId = randomUUID()
  const isTaken = decision.kind === 'accepted' || decision.kind === 'amended'
  return {
    rowId,
    line: record.line,
    label: row.label,
    decision: decision.kind,
    isCorrected: row.status === 'corrected',
    reasons: decision.kind === 'quarantined' ? decision.reasons : [],
    surnameKey: row.surnameKey,
    forenameKey: row.forenameKey,
    birthDate: row.birthDate,
    labKey: row.labKey,
    collectedOn: row.collectedOn,
    nhsNumberHash,
    previousId,
    rowSealed: sealer.seal(JSON.stringify(record.sent), labRowContext(rowId)),
    resultId,
    findingSealed: isTaken
      ? sealer.seal(JSON.stringify(row.finding), resultContext(resultId, 'finding_sealed'))
      : undefined,
  }
}
