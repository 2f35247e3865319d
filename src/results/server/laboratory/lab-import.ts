import { createHash, randomUUID } from 'node:crypto'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { QuarantineReason, RowDecision } from '#results/rules/lab-match.ts'
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
import {
  type FileFault,
  type LabFile,
  type LabRecord,
  openLabFile,
} from '#results/server/laboratory/lab-file.ts'

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

/** Decides the rows of a file chunk by chunk; `take` gets each chunk and returns what became of its rows. */
async function reportOf(
  db: Queries,
  file: LabFile,
  sealer: Sealer,
  take: (rows: readonly DecidedRow[]) => Promise<TakenOver>,
): Promise<FileReport> {
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
  }
  // A row that is lost without an error is a patient without a result.
  if (taken !== file.rowCount) throw new Error(`Only ${taken} of ${file.rowCount} rows were read.`)
  return { rowCount: file.rowCount, counts, waiting }
}

function countOf(rows: readonly DecidedRow[]): TakenOver {
  const counts: Partial<Record<RowDecision['kind'], number>> = {}
  for (const { decision } of rows) counts[decision.kind] = (counts[decision.kind] ?? 0) + 1
  return { counts, sentBack: [] }
}

/** Says of every row of a file what an import would do (LAB-02). Changes nothing but the audit log. */
export async function checkLabFile(
  { database, sealer }: LabImportDeps,
  csv: string,
  by: string,
): Promise<FileOutcome> {
  const opened = openLabFile(csv)
  if (!opened.ok) return opened
  const known = await findLabFile(database, sha256(csv))
  if (known !== undefined) return { ok: false, known }
  await insertAudit(database, {
    actor: null,
    action: 'lab-file-checked',
    subject: `lab-file:${opened.file.rowCount} rows`,
    requestId: null,
    operator: by,
  })
  const take = (rows: readonly DecidedRow[]) => Promise.resolve(countOf(rows))
  return { ok: true, ...(await reportOf(database, opened.file, sealer, take)) }
}

/**
 * Takes a laboratory file over (LAB-01 to LAB-04), in one transaction: a row that agrees with its tube in everything becomes a
 * result, every other row waits in quarantine. A file is taken over once.
 */
export async function importLabFile(
  { database, sealer }: LabImportDeps,
  csv: string,
  by: string,
): Promise<FileOutcome> {
  const opened = openLabFile(csv)
  if (!opened.ok) return opened
  const { file } = opened
  return await database.transaction(async (transaction) => {
    await waitForLabImports(transaction)
    const known = await findLabFile(transaction, sha256(csv))
    if (known !== undefined) return { ok: false, known } as const
    const fileId = randomUUID()
    const added = { fileId, sha256: sha256(csv), rowCount: file.rowCount, by }
    await insertLabFile(transaction, added)
    await lockSamples(transaction, [...file.labels])
    await insertAudit(transaction, {
      actor: null,
      action: 'lab-file-imported',
      subject: `lab-file:${fileId}`,
      requestId: null,
      operator: by,
    })
    const take = (rows: readonly DecidedRow[]) =>
      takeOver(
        transaction,
        fileId,
        rows.map((row) => sealRow(row, sealer)),
        { by },
      )
    return { ok: true, ...(await reportOf(transaction, file, sealer, take)) } as const
  })
}
