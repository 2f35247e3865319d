import { createHash, randomUUID } from 'node:crypto'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { QuarantineReason, RowDecision } from '#results/rules/lab-match.ts'
import { findTubesOf, hasMapped, type Laboratory } from '#results/server/database/lab-mappings.ts'
import { noteChecked } from '#results/server/database/labelled-samples.ts'
import {
  type DecisionCounts,
  findLabFile,
  insertLabFile,
  type KnownFile,
  lockSamples,
  type TakenOver,
  takeOver,
  waitForLabImports,
} from '#results/server/database/results-files.ts'
import { type DecidedRow, decideRecords, sealRow } from '#results/server/laboratory/lab-decide.ts'
import { type LabFile, openLabFile } from '#results/server/laboratory/lab-file.ts'
import type { FileFault } from '#results/server/laboratory/lab-file-faults.ts'
import type { LabRecord } from '#results/server/laboratory/lab-lines.ts'

/** The laboratory that a person chose; without one the file has the standard format. */
export type SentOptions = {
  readonly laboratory?: Laboratory | undefined
  readonly staffId?: number | undefined
  /** Called with the number of rows read so far. */
  readonly progress?: (rows: number) => Promise<void>
}

/** What belongs to the transaction of a take-over. */
export type TakeOverSteps = {
  /** When no other import runs; throws to end the take-over. */
  begin(transaction: Queries): Promise<void>
  end(transaction: Queries, fileId: string, report: FileReport): Promise<void>
}

export type LabImportDeps = { readonly database: Database; readonly sealer: Sealer }

/** A row that waits, for the report: the line of the file and every reason. */
export type WaitingLine = {
  readonly line: number
  readonly label: string | undefined
  readonly reasons: readonly QuarantineReason[]
}

/** The rows by what became of them, and the lines that wait. */
export type FileReport = {
  readonly rowCount: number
  /** Lines that are not rows, and rows of other tests, as the mapping says. */
  readonly skipped: number
  readonly skippedLines: readonly number[]
  readonly otherTests: number
  readonly counts: DecisionCounts
  readonly waiting: readonly WaitingLine[]
}

/** The report, or why nothing was taken over: faults of the file, or a file that is known. */
export type FileOutcome =
  | ({ readonly ok: true } & FileReport)
  | { readonly ok: false; readonly faults: readonly FileFault[] }
  | { readonly ok: false; readonly known: KnownFile }

/** Rows per statement: far below the time limit of a statement, and small in memory. */
const CHUNK = 1_000

const sha256 = (csv: string) => createHash('sha256').update(csv, 'utf8').digest()

/** A row that waits, by its own decision or by the database's. */
const lineOf = ({ record, decision }: DecidedRow, sentBack: ReadonlySet<number>): WaitingLine[] => {
  const { line, label } = record
  if (decision.kind === 'quarantined') return [{ line, label, reasons: decision.reasons }]
  return sentBack.has(line) ? [{ line, label, reasons: ['changed-since-check'] }] : []
}

/** Not with `take` of the iterator: it ends the iterator after the first chunk. */
function* chunksOf(records: Iterable<LabRecord>): Generator<LabRecord[]> {
  let chunk: LabRecord[] = []
  for (const record of records) {
    chunk.push(record)
    if (chunk.length === CHUNK) {
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}

type Reporting = {
  readonly sealer: Sealer
  readonly progress: SentOptions['progress']
  take(rows: readonly DecidedRow[]): Promise<TakenOver>
}

/** Decides the rows of a file chunk by chunk; `take` gets each chunk and returns what became of its rows. */
async function reportOf(
  db: Queries,
  file: LabFile,
  { sealer, progress, take }: Reporting,
): Promise<FileReport> {
  const { rowCount, skipped, skippedLines, otherTests } = file
  const counts: Record<string, number> = {}
  const waiting: WaitingLine[] = []
  let taken = 0
  for (const chunk of chunksOf(file.records())) {
    const rows = await decideRecords(db, chunk, { sealer, twice: file.twice })
    const done = await take(rows)
    for (const [kind, count] of Object.entries(done.counts)) {
      counts[kind] = (counts[kind] ?? 0) + count
      taken += count
    }
    const sentBack = new Set(done.sentBack)
    waiting.push(...rows.flatMap((row) => lineOf(row, sentBack)))
    await progress?.(taken)
  }
  // A row that is lost without an error is a patient without a result.
  if (taken !== rowCount) throw new Error(`Only ${taken} of ${rowCount} rows were read.`)
  return { rowCount, skipped, skippedLines, otherTests, counts, waiting }
}

const waitingIdentity = ({ record: { label }, decision, identityHash }: DecidedRow) =>
  label !== undefined && decision.kind === 'quarantined' ? [{ label, identityHash }] : []

function countOf(rows: readonly DecidedRow[]): TakenOver {
  const counts: Partial<Record<RowDecision['kind'], number>> = {}
  for (const { decision } of rows) counts[decision.kind] = (counts[decision.kind] ?? 0) + 1
  return { counts, sentBack: [] }
}

type Sent = SentOptions & { readonly csv: string; readonly by: string }

const audit = (db: Queries, action: string, subject: string, { by, staffId }: Sent) =>
  insertAudit(db, {
    actor: null,
    action,
    subject: `lab-file:${subject}`,
    requestId: null,
    operator: by,
    ...(staffId === undefined ? {} : { staffId }),
  })

const ownMapping = (name: string) =>
  `you saved how ${name} writes its files: another person imports its files, or saves the mapping`

/** Why no row of a file is taken over: it was imported before, its tubes went to another laboratory, or the person saved the mapping that reads it. */
async function refusalOf(
  db: Queries,
  { csv, laboratory, by }: Sent,
  { labels }: LabFile,
): Promise<Exclude<FileOutcome, { ok: true }> | undefined> {
  const known = await findLabFile(db, sha256(csv))
  if (known !== undefined) return { ok: false, known }
  if (laboratory === undefined) return undefined
  if (hasMapped(by, laboratory))
    return { ok: false, faults: [{ line: 1, problem: ownMapping(laboratory.name) }] }
  const { own, others } = await findTubesOf(db, [...labels], laboratory.labId)
  if (own || !others) return undefined
  const problem = `the tubes of this file did not go to ${laboratory.name}: choose the laboratory that sent the file`
  return { ok: false, faults: [{ line: 1, problem }] }
}

/** Says of every row of a file what an import would do (LAB-02). Changes no result; stores under which identifiers rows would wait, so that a file that is edited afterwards waits too. */
export async function checkLabFile(
  { database, sealer }: LabImportDeps,
  csv: string,
  by: string,
  options: SentOptions = {},
): Promise<FileOutcome> {
  const sent = { ...options, csv, by }
  const opened = await openLabFile(csv, options.laboratory)
  if (!opened.ok) return opened
  const refusal = await refusalOf(database, sent, opened.file)
  if (refusal !== undefined) return refusal
  await audit(database, 'lab-file-checked', `${opened.file.rowCount} rows`, sent)
  const take = async (rows: readonly DecidedRow[]) => {
    await noteChecked(database, rows.flatMap(waitingIdentity))
    return countOf(rows)
  }
  const { progress } = options
  return { ok: true, ...(await reportOf(database, opened.file, { sealer, progress, take })) }
}

/**
 * Takes a laboratory file over (LAB-01 to LAB-04), in one transaction: a row that agrees with its tube in everything becomes a
 * result, every other row waits in quarantine. A file is taken over once.
 */
export async function importLabFile(
  { database, sealer }: LabImportDeps,
  csv: string,
  by: string,
  options: SentOptions & { readonly steps?: TakeOverSteps } = {},
): Promise<FileOutcome> {
  const { laboratory, progress, steps } = options
  const sent = { ...options, csv, by }
  const opened = await openLabFile(csv, laboratory)
  if (!opened.ok) return opened
  const { file } = opened
  return await database.transaction(async (transaction) => {
    await waitForLabImports(transaction)
    await steps?.begin(transaction)
    const refusal = await refusalOf(transaction, sent, file)
    if (refusal !== undefined) return refusal
    const fileId = randomUUID()
    await insertLabFile(transaction, {
      ...{ fileId, sha256: sha256(csv), rowCount: file.rowCount, by },
      labId: laboratory?.labId ?? null,
      mappingId: laboratory?.mappingId ?? null,
    })
    await lockSamples(transaction, [...file.labels])
    await audit(transaction, 'lab-file-imported', fileId, sent)
    const take = (rows: readonly DecidedRow[]) =>
      takeOver(
        transaction,
        fileId,
        rows.map((row) => sealRow(row, sealer)),
        { by },
      )
    const report = await reportOf(transaction, file, { sealer, progress, take })
    await steps?.end(transaction, fileId, report)
    return { ok: true, ...report } as const
  })
}
