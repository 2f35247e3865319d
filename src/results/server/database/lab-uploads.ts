import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { ResultTables } from '#core/server/database/result-tables.ts'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'

/** A file between its upload and the take-over ('sending' to 'checked'), or its end. */
export type UploadState = ResultTables['lab_uploads']['state']

/** What became of the rows, or why the file is refused: lines, labels and reasons, never a cell. */
const reportSchema = z.object({
  /** Sentences, of a file that is refused. */
  problems: z.optional(z.array(z.string())),
  rowCount: z.optional(z.int()),
  skipped: z.optional(z.int()),
  /** The numbers of the first of them. */
  skippedLines: z.optional(z.array(z.int())),
  otherTests: z.optional(z.int()),
  counts: z.optional(z.record(z.string(), z.int())),
  /** The first of the lines that wait, and the number of all. */
  waiting: z.optional(
    z.array(
      z.object({ line: z.int(), label: z.optional(z.string()), reasons: z.array(z.string()) }),
    ),
  ),
  waitingCount: z.optional(z.int()),
})
export type UploadReport = z.output<typeof reportSchema>

export type LabUpload = {
  readonly uploadId: string
  readonly labId: number
  readonly labName: string
  readonly mappingId: string | null
  readonly state: UploadState
  readonly sentBy: string
  readonly staffId: number
  readonly sentAt: Date
  readonly rowsDone: number
  readonly report: UploadReport
  readonly fileId: string | null
}

/** A file that was taken over. */
export type TakenFile = {
  readonly fileId: string
  readonly importedAt: Date
  readonly importedBy: string
  readonly rowCount: number
  readonly labName: string | null
}

/** Days for which a file waits for 'Take over', and its report can be read. */
const KEPT_DAYS = 2

export const uploadPieceContext = (pieceId: string): CipherContext => ({
  table: 'lab_upload_pieces',
  row: pieceId,
  column: 'content_sealed',
})

type NewUpload = {
  readonly uploadId: string
  readonly labId: number
  readonly by: string
  readonly staffId: number
  readonly requestId: string
}

/** How many other files of a person wait for their check or for 'Take over'. */
async function countOpenUploads(
  { kysely }: Queries,
  { uploadId, staffId }: Pick<NewUpload, 'uploadId' | 'staffId'>,
): Promise<number> {
  const { count } = await kysely
    .selectFrom('lab_uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('state', 'in', ['sending', 'sent', 'checked', 'taking'])
    .where('upload_id', '<>', uploadId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Adds an upload that has begun, in place of one of the same form that is still arriving. It is refused when the form was sent before, or when the
 * person has `mostOpen` other files. Forms of one person that are sent at the same time wait for each other, until the end of the transaction.
 */
export async function insertUpload(
  db: Queries,
  upload: NewUpload,
  mostOpen: number,
): Promise<'begun' | 'sent-before' | 'too-many'> {
  const lock = `halyard: laboratory files of ${upload.staffId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db.kysely)
  if ((await countOpenUploads(db, upload)) >= mostOpen) return 'too-many'
  await deleteUpload(db, upload.uploadId, ['sending'], upload.staffId)
  const { numInsertedOrUpdatedRows } = await db.kysely
    .insertInto('lab_uploads')
    .values({
      upload_id: upload.uploadId,
      lab_id: upload.labId,
      state: 'sending',
      sent_by: upload.by,
      staff_id: upload.staffId,
      sent_at: databaseNow,
      request_id: upload.requestId,
      mapping_id: null,
      report: null,
      file_id: null,
    })
    .onConflict((conflict) => conflict.column('upload_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? 'begun' : 'sent-before'
}

/** Adds a piece of the content; false when a newer request sends it. The sealer takes texts: each byte is a character. */
export async function insertPiece(
  { kysely }: Queries,
  sealer: Pick<Sealer, 'seal'>,
  { requestId, number, bytes }: { requestId: string; number: number; bytes: Buffer },
): Promise<boolean> {
  const pieceId = randomUUID()
  const sealed = sealer.seal(bytes.toString('latin1'), uploadPieceContext(pieceId))
  // The lock makes a newer request wait, which then deletes this piece too.
  const { rows } = await sql`
    insert into app.lab_upload_pieces (piece_id, upload_id, piece_no, content_sealed)
    select ${pieceId}::uuid, u.upload_id, ${number}::int, ${sealed}::bytea
      from app.lab_uploads u where u.request_id = ${requestId} for key share
    returning 1`.execute(kysely)
  return rows.length > 0
}

/** Ends the arrival of the content that this request sends; false when a newer request sends it. */
export async function endArrival({ kysely }: Queries, requestId: string): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('lab_uploads')
    .set({ state: 'sent' })
    .where('request_id', '=', requestId)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes what this request has sent so far. */
export async function deleteArrival({ kysely }: Queries, requestId: string): Promise<void> {
  await kysely
    .deleteFrom('lab_uploads')
    .where('request_id', '=', requestId)
    .where('state', '=', 'sending')
    .execute()
}

/** The content of an upload, piece by piece. */
export async function readPieces(
  { kysely }: Queries,
  sealer: Pick<Sealer, 'open'>,
  uploadId: string,
): Promise<Buffer> {
  const pieces = await kysely
    .selectFrom('lab_upload_pieces')
    .select(['piece_id as id', 'content_sealed as sealed'])
    .where('upload_id', '=', uploadId)
    .orderBy('piece_no')
    .execute()
  return Buffer.concat(
    pieces.map(({ id, sealed }) =>
      Buffer.from(sealer.open(sealed, uploadPieceContext(id)), 'latin1'),
    ),
  )
}

type Change = {
  readonly mappingId?: string | null
  readonly report?: UploadReport
  readonly fileId?: string
}

/** Moves an upload on; false when it is not in state `from`, because another request or process has moved it. */
export async function moveUpload(
  { kysely }: Queries,
  uploadId: string,
  { from, to }: { from: UploadState; to: UploadState },
  { mappingId, report, fileId }: Change = {},
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('lab_uploads')
    .set({
      state: to,
      ...(mappingId === undefined ? {} : { mapping_id: mappingId }),
      ...(report === undefined ? {} : { report: sql`${JSON.stringify(report)}::jsonb` }),
      ...(fileId === undefined ? {} : { file_id: fileId }),
      rows_done: 0,
    })
    .where('upload_id', '=', uploadId)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRows({ kysely }: Queries, uploadId: string, rows: number) {
  await kysely
    .updateTable('lab_uploads')
    .set({ rows_done: rows })
    .where('upload_id', '=', uploadId)
    .execute()
}

export async function deletePieces({ kysely }: Queries, uploadId: string): Promise<void> {
  await kysely.deleteFrom('lab_upload_pieces').where('upload_id', '=', uploadId).execute()
}

/** Deletes an upload that was not taken over, with its content; of a person only their own. */
export async function deleteUpload(
  { kysely }: Queries,
  uploadId: string,
  states: readonly UploadState[],
  staffId: number,
): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('lab_uploads')
    .where('upload_id', '=', uploadId)
    .where('state', 'in', states)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const uploads = ({ kysely }: Queries) =>
  kysely
    .selectFrom('lab_uploads as u')
    .innerJoin('labs as l', 'l.lab_id', 'u.lab_id')
    .select([
      'u.upload_id as uploadId',
      'u.lab_id as labId',
      'l.lab_name as labName',
      'u.mapping_id as mappingId',
      'u.state',
      'u.sent_by as sentBy',
      'u.staff_id as staffId',
      'u.sent_at as sentAt',
      'u.rows_done as rowsDone',
      'u.report',
      'u.file_id as fileId',
    ])

const read = <Row extends { report: unknown }>(row: Row) => ({
  ...row,
  report: reportSchema.parse(row.report ?? {}),
})

export async function findUpload(db: Queries, uploadId: string): Promise<LabUpload | undefined> {
  const row = await uploads(db).where('u.upload_id', '=', uploadId).executeTakeFirst()
  return row && read(row)
}

/** Time for which the page of a file at work refreshes: each time counts as a use of the session. */
const REFRESHED = '300 seconds'

/** The job of a file at work. */
export type UploadWork = {
  /** It began a few minutes ago at most. */
  readonly isRecent: boolean
  /** An attempt failed, and another one follows; or none follows. */
  readonly trouble: 'retried' | 'given-up' | null
}

export async function findUploadWork({ kysely }: Queries, uploadId: string): Promise<UploadWork> {
  const { rows } = await sql<UploadWork>`
    select coalesce(j.created_at, u.sent_at) > ${ago(REFRESHED)} as "isRecent",
           case when j.failed_at is not null then 'given-up' when j.last_error is not null then 'retried' end as trouble
      from app.lab_uploads u
      left join app.jobs j on j.kind in ('lab-check', 'lab-take-over') and j.dedupe_key = u.upload_id::text and j.done_at is null
     where u.upload_id = ${uploadId}`.execute(kysely)
  return rows[0] ?? { isRecent: false, trouble: null }
}

/** The files that arrived and are not taken over, the newest first; also refused ones, until they are deleted. */
export async function listUploads(db: Queries): Promise<LabUpload[]> {
  const rows = await uploads(db)
    .where('u.state', 'in', ['sent', 'checked', 'refused', 'taking'])
    .orderBy('u.sent_at', 'desc')
    .execute()
  return rows.map(read)
}

/** The files that were taken over last, by page or command. */
export const listTakenFiles = ({ kysely }: Queries, most: number): Promise<TakenFile[]> =>
  kysely
    .selectFrom('lab_files as f')
    .leftJoin('labs as l', 'l.lab_id', 'f.lab_id')
    .select([
      'f.file_id as fileId',
      'f.imported_at as importedAt',
      'f.imported_by as importedBy',
      'f.row_count as rowCount',
      'l.lab_name as labName',
    ])
    .orderBy('f.imported_at', 'desc')
    .limit(most)
    .execute()

/** Deletes uploads with their content: those that broke off after an hour, every other one after two days. */
export async function tidyUploads({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('lab_uploads')
    .where((eb) =>
      eb.or([
        eb('sent_at', '<', ago(`${KEPT_DAYS} days`)),
        eb('state', '=', 'sending').and('sent_at', '<', ago('3600 seconds')),
      ]),
    )
    .execute()
}
