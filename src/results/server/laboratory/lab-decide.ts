import { randomUUID } from 'node:crypto'
import { NHS_NUMBER_PURPOSE } from '#account/server/database/profiles.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import {
  type AcceptableDifference,
  decideRow,
  findingOf,
  type RowDecision,
} from '#results/rules/lab-match.ts'
import type { LabRow } from '#results/rules/lab-row.ts'
import type { Finding } from '#results/rules/result.ts'
import {
  findOpenChecks,
  findOpenRows,
  findSamplesOfLabels,
  type OpenCheck,
  type OpenRow,
  type SampleOfLabel,
} from '#results/server/database/labelled-samples.ts'
import { labRowContext, resultContext } from '#results/server/database/results-contexts.ts'
import type { TakenRow } from '#results/server/database/results-files.ts'
import { contentOf, type LabRecord } from '#results/server/laboratory/lab-lines.ts'

/** A row and what becomes of it. */
export type DecidedRow = {
  readonly record: LabRecord
  readonly decision: RowDecision
  readonly previousId: string | null
  /** The value that is taken over. */
  readonly finding: Finding | undefined
  readonly nhsNumberHash: Buffer | undefined
  readonly identityHash: Buffer | undefined
  readonly contentHash: Buffer | undefined
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

/** What is stored about the label of a row. */
type Stored = {
  readonly sample: SampleOfLabel | undefined
  readonly open: readonly OpenRow[]
  readonly checked: readonly OpenCheck[]
}

type DecideOptions = {
  readonly sealer: Pick<Sealer, 'open' | 'lookup'>
  readonly isTwiceInFile: boolean
  readonly isConfirmed: boolean
  readonly accepted?: AcceptableDifference | undefined
}

const IDENTITY_PURPOSE = 'who a laboratory row is about'
const CONTENT_PURPOSE = 'content of a laboratory row'

const isSameHash = (one: Buffer | null, other: Buffer | undefined) =>
  one !== null && other !== undefined && one.equals(other)

const isSameWait = (one: readonly string[], other: readonly string[]) =>
  [...one].sort().join() === [...other].sort().join()

/** Decides one row by the rules of `decideRow`. */
export function decideRecord(
  record: LabRecord,
  { sample: sampleOfLabel, open, checked }: Stored,
  { sealer, isTwiceInFile, isConfirmed, accepted }: DecideOptions,
): DecidedRow {
  const { row } = record
  const waits = (decision: RowDecision & { kind: 'quarantined' }): RowDecision =>
    open.some(
      (one) =>
        isSameHash(one.contentHash, hashes.contentHash) &&
        isSameWait(one.reasons, decision.reasons),
    )
      ? { kind: 'unchanged' }
      : decision
  const nhsNumberHash =
    row?.nhsNumber === undefined ? undefined : sealer.lookup(row.nhsNumber, NHS_NUMBER_PURPOSE)
  const hashes = {
    nhsNumberHash,
    identityHash: row && sealer.lookup(row.identity, IDENTITY_PURPOSE),
    contentHash: sealer.lookup(contentOf(record.sent), CONTENT_PURPOSE),
  }
  if (row === undefined) {
    const decision = waits({ kind: 'quarantined', reasons: ['cells-missing'] })
    return { ...hashes, record, decision, previousId: null, finding: undefined }
  }
  // A label in another column keeps its tube back, and compares nothing with it.
  const sample = row.label === undefined ? undefined : sampleOfLabel
  const own = sample?.nhsNumberHash ?? undefined
  const namesakes = (sample?.namesakes ?? []).map(({ forenameKey, takenOn, nhsHash }) => ({
    forenameKey,
    takenOn,
    nhsNumberDiffers:
      nhsNumberHash !== undefined &&
      nhsHash !== null &&
      nhsNumberHash.toString('base64') !== nhsHash,
  }))
  const fits = decideRow(row, {
    sample,
    known: sample && knownResultOf(sample, sealer),
    isTakenBack: sample?.isTakenBack ?? false,
    namesakes,
    isTwiceInFile,
    anotherRowWaits: open.some((one) => !isSameHash(one.identityHash, hashes.identityHash)),
    nhsNumberAgrees: nhsNumberHash && own && nhsNumberHash.equals(own),
    isConfirmed,
    accepted,
  })
  const isOtherwise =
    (fits.kind === 'accepted' || fits.kind === 'amended') &&
    checked.some(({ identityHash }) => !isSameHash(identityHash, hashes.identityHash))
  const decision: RowDecision = isOtherwise
    ? { kind: 'quarantined', reasons: ['checked-otherwise'] }
    : fits
  return {
    ...hashes,
    record,
    decision: decision.kind === 'quarantined' && !isConfirmed ? waits(decision) : decision,
    previousId: sample?.resultId ?? null,
    finding: findingOf(row, { isConfirmed }),
  }
}

/** What is stored about these labels, by label. */
export async function storedOf(
  db: Queries,
  labels: readonly string[],
): Promise<(label: string) => Stored> {
  const samples = await findSamplesOfLabels(db, labels)
  // Many rows may have a label that no tube has.
  const open = await findOpenRows(db, [...samples.keys()])
  const checked = await findOpenChecks(db, [...samples.keys()])
  return (label) => ({
    sample: samples.get(label),
    open: open.get(label) ?? [],
    checked: checked.get(label) ?? [],
  })
}

/** Decides the rows of a chunk with three queries. Of equal rows of one label the first counts; every other one is already known. */
export async function decideRecords(
  db: Queries,
  records: readonly LabRecord[],
  { sealer, twice }: { sealer: Pick<Sealer, 'open' | 'lookup'>; twice: ReadonlySet<string> },
): Promise<DecidedRow[]> {
  const labels = records.flatMap(({ label }) => label ?? [])
  const stored = await storedOf(db, labels)
  const seen = new Set<string>()
  return records.map((record) => {
    const label = record.label ?? ''
    const isTwiceInFile = twice.has(label)
    const decided = decideRecord(record, stored(label), {
      sealer,
      isTwiceInFile,
      isConfirmed: false,
    })
    const isRepeated = label !== '' && !isTwiceInFile && seen.has(label)
    seen.add(label)
    return isRepeated && decided.decision.kind !== 'withdrawn'
      ? { ...decided, decision: { kind: 'unchanged' } }
      : decided
  })
}

const NO_ROW: Pick<LabRow, 'surnameKey' | 'labKey'> & Partial<LabRow> = {
  surnameKey: '',
  labKey: '',
}

/** A decided row as it is stored: its content and its value sealed, each for its own row. */
export function sealRow(
  { record, decision, previousId, nhsNumberHash, identityHash, contentHash, finding }: DecidedRow,
  sealer: Pick<Sealer, 'seal'>,
  rowId: string = randomUUID(),
): TakenRow {
  const row = record.row ?? NO_ROW
  const resultId = randomUUID()
  const isTaken = decision.kind === 'accepted' || decision.kind === 'amended'
  return {
    rowId,
    line: record.line,
    label: record.label,
    decision: decision.kind,
    corrected: row.status === 'corrected',
    reasons: decision.kind === 'quarantined' ? decision.reasons : [],
    surnameKey: row.surnameKey,
    forenameKey: row.forenameKey,
    birthDate: row.birthDate,
    labKey: row.labKey,
    collectedOn: row.collectedOn,
    nhsHash: nhsNumberHash,
    identityHash,
    contentHash,
    previousId,
    rowSealed: sealer.seal(JSON.stringify(record.sent), labRowContext(rowId)),
    resultId,
    findingSealed: isTaken
      ? sealer.seal(JSON.stringify(finding), resultContext(resultId, 'finding_sealed'))
      : undefined,
  }
}
