import { randomUUID } from 'node:crypto'
import { formatShortInstant } from '#core/rules/time.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import { dropWork, queueWork } from '#core/server/jobs/work.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { readLabText, wrongKind } from '#results/rules/lab-text.ts'
import {
  findLaboratory,
  hasMapped,
  type Laboratory,
  listLaboratories,
} from '#results/server/database/lab-mappings.ts'
import {
  countRows,
  deleteArrival,
  deletePieces,
  deleteUpload,
  endArrival,
  findUpload,
  findUploadWork,
  insertPiece,
  insertUpload,
  type LabUpload,
  listTakenFiles,
  listUploads,
  moveUpload,
  readPieces,
  type UploadReport,
  type UploadState,
} from '#results/server/database/lab-uploads.ts'
import {
  checkLabFile,
  type FileOutcome,
  type FileReport,
  importLabFile,
} from '#results/server/laboratory/lab-import.ts'

type Deps = { readonly database: Database; readonly sealer: Sealer; nudgeJobs(): void }

const PIECE_BYTES = 256 * 1024
/** Lines that a report names; every one of them is in the list of rows that wait once the file is taken over. */
const MOST_LINES = 5_000
const MOST_FILES = 100
/** Files of one person that are not taken over; each has up to 16 MB. */
const MOST_OPEN = 5
const TOO_MANY_OPEN = `You have ${MOST_OPEN} files that are not taken over. Take them over or delete them first.`

/** The content in pieces of one size, whatever the pieces in which it arrives. */
async function* inPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const bytes of content) {
    held.push(bytes)
    length += bytes.length
    if (length >= PIECE_BYTES) {
      yield Buffer.concat(held)
      held = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(held)
}

/** The same form was sent again, and the newer request sends the content. */
class Replaced extends Error {}

/** Stores the content, sealed; returns why it is not a laboratory's file. @throws Replaced */
async function storeContent(
  { database, sealer }: Deps,
  requestId: string,
  content: AsyncIterable<Buffer>,
): Promise<string | undefined> {
  let number = 0
  for await (const bytes of inPieces(content)) {
    const problem = number === 0 ? wrongKind(bytes) : undefined
    if (problem !== undefined) return problem
    number += 1
    if (!(await insertPiece(database, sealer, { requestId, number, bytes }))) throw new Replaced()
  }
  return number === 0 ? wrongKind(Buffer.alloc(0)) : undefined
}

const reportOf = ({ waiting, ...report }: FileReport): UploadReport => ({
  ...report,
  skippedLines: [...report.skippedLines],
  waiting: waiting.slice(0, MOST_LINES).map((line) => ({ ...line, reasons: [...line.reasons] })),
  waitingCount: waiting.length,
})

/** Why the file is refused, as sentences. */
function problemsOf(outcome: Exclude<FileOutcome, { ok: true }>): string[] {
  if ('known' in outcome) {
    const { importedAt, importedBy } = outcome.known
    return [`This file was taken over on ${formatShortInstant(importedAt)} by ${importedBy}.`]
  }
  return outcome.faults.map(({ line, problem }) => `Line ${line}: ${problem}.`)
}

async function refuse(database: Database, upload: LabUpload, problems: string[]): Promise<void> {
  await database.transaction(async (db) => {
    const to = { from: upload.state, to: 'refused' } as const
    if (await moveUpload(db, upload.uploadId, to, { report: { problems } })) {
      await deletePieces(db, upload.uploadId)
    }
  })
}

/** The form of a file that arrives. */
export type SentForm = {
  readonly uploadId: string
  readonly labId: number
  readonly content: AsyncIterable<Buffer>
}

type Actor = { readonly by: string; readonly staffId: number }

const audit = (db: Queries, action: string, uploadId: string, { by, staffId }: Actor) =>
  insertAudit(db, {
    actor: null,
    action,
    subject: `lab-upload:${uploadId}`,
    requestId: null,
    operator: by,
    staffId,
  })

/**
 * Stores a file that arrives; returns why it is refused. A form that was sent before changes nothing, unless its content is still arriving: a browser cuts
 * the first request off when a person presses twice or reloads, so the newer one replaces it.
 */
async function receive(
  deps: Deps,
  actor: Actor,
  { uploadId, labId, content }: SentForm,
): Promise<string | undefined> {
  const { database } = deps
  const requestId = randomUUID()
  const upload = { uploadId, labId, requestId, ...actor }
  const begun = await database.transaction((db) => insertUpload(db, upload, MOST_OPEN))
  if (begun !== 'begun') return begun === 'too-many' ? TOO_MANY_OPEN : undefined
  let problem: string | undefined
  try {
    problem = await storeContent(deps, requestId, content)
  } catch (error) {
    await deleteArrival(database, requestId)
    if (error instanceof Replaced) return undefined
    throw error
  }
  if (problem !== undefined) {
    await deleteArrival(database, requestId)
    return problem
  }
  await database.transaction(async (db) => {
    if (!(await endArrival(db, requestId))) return
    await audit(db, 'lab-file-sent', uploadId, actor)
    await queueWork(db, 'lab-check', uploadId)
  })
  deps.nudgeJobs()
  return undefined
}

/** Deletes a file that is not taken over, also one at work: its job may fail again and again. */
const discardUpload = (database: Database, uploadId: string, actor: Actor): Promise<boolean> =>
  database.transaction(async (db) => {
    const states = ['sent', 'checked', 'refused', 'taking'] as const
    if (!(await deleteUpload(db, uploadId, states, actor.staffId))) return false
    await dropWork(db, 'lab-check', uploadId)
    await dropWork(db, 'lab-take-over', uploadId)
    await audit(db, 'lab-file-discarded', uploadId, actor)
    return true
  })

/** Another process has taken the file over, or the person has withdrawn it. */
class Moved extends Error {}

type Opened = { readonly upload: LabUpload; readonly laboratory: Laboratory; readonly csv: string }

/** An upload in this state with its text, read by the mapping in force; undefined when there is nothing to do. */
async function openUpload(
  { database, sealer }: Deps,
  uploadId: string,
  state: UploadState,
): Promise<Opened | undefined> {
  const upload = await findUpload(database, uploadId)
  if (upload?.state !== state) return undefined
  const laboratory = await findLaboratory(database, { labId: upload.labId })
  if (laboratory === undefined) throw new Error('The laboratory of an upload is not there.')
  const read = readLabText(await readPieces(database, sealer, uploadId), laboratory.mapping)
  if ('text' in read) return { upload, laboratory, csv: read.text }
  await refuse(database, upload, [read.problem])
  return undefined
}

const MAPPING_CHANGED =
  'The mapping of the laboratory was changed after this file was checked. Send the file again.'

/** The job of an upload: says of every row what a take-over would do (LAB-02). */
async function checkUpload(deps: Deps, uploadId: string): Promise<void> {
  const opened = await openUpload(deps, uploadId, 'sent')
  if (opened === undefined) return
  const { upload, laboratory, csv } = opened
  const outcome = await checkLabFile(deps, csv, upload.sentBy, {
    ...{ laboratory, staffId: upload.staffId },
    progress: (rows) => countRows(deps.database, uploadId, rows),
  })
  if (!outcome.ok) return await refuse(deps.database, upload, problemsOf(outcome))
  const { ok: _, ...report } = outcome
  await moveUpload(
    deps.database,
    uploadId,
    { from: 'sent', to: 'checked' },
    { mappingId: laboratory.mappingId, report: reportOf(report) },
  )
}

/** The job of 'Take over': all or nothing, in one transaction with the state of the upload. */
async function takeUploadOver(deps: Deps, uploadId: string): Promise<void> {
  const opened = await openUpload(deps, uploadId, 'taking')
  if (opened === undefined) return
  const { upload, laboratory, csv } = opened
  if (laboratory.mappingId !== upload.mappingId) {
    return await refuse(deps.database, upload, [MAPPING_CHANGED])
  }
  try {
    const outcome = await importLabFile(deps, csv, upload.sentBy, {
      ...{ laboratory, staffId: upload.staffId },
      progress: (rows) => countRows(deps.database, uploadId, rows),
      steps: {
        async begin(db) {
          if ((await findUpload(db, uploadId))?.state !== 'taking') throw new Moved()
        },
        async end(db, fileId, report) {
          const to = { from: 'taking', to: 'taken' } as const
          // The person may have deleted the file while it was read.
          if (!(await moveUpload(db, uploadId, to, { report: reportOf(report), fileId }))) {
            throw new Moved()
          }
          await deletePieces(db, uploadId)
        },
      },
    })
    if (!outcome.ok) await refuse(deps.database, upload, problemsOf(outcome))
  } catch (error) {
    if (!(error instanceof Moved)) throw error
  }
}

/** Laboratory files by page (LAB-02): sent, checked and taken over in the background. */
export const labUploadsService = (deps: Deps) => {
  const { database } = deps
  const actorOf = (member: StaffMember) => ({
    by: byOf(member, 'import-results'),
    staffId: member.staffId,
  })
  return {
    /** Every laboratory; `isOwnMapping`: this person saved how it writes its files, so another person sends them. */
    laboratories: async (member: StaffMember) => {
      const { by } = actorOf(member)
      const all = await listLaboratories(database)
      return all.map((one) => ({ ...one, isOwnMapping: hasMapped(by, one) }))
    },
    find: (uploadId: string) => findUpload(database, uploadId),
    /** How far a file at work is. */
    work: (uploadId: string) => findUploadWork(database, uploadId),
    list: async () => ({
      open: await listUploads(database),
      taken: await listTakenFiles(database, MOST_FILES),
    }),

    /** Stores a file that arrives; returns why it is refused. */
    receive: (member: StaffMember, form: SentForm) => receive(deps, actorOf(member), form),

    /** Takes a checked file over; only the person who sent it, once. False when there is nothing to do. */
    async takeOver(member: StaffMember, uploadId: string): Promise<boolean> {
      const { staffId } = actorOf(member)
      const isBegun = await database.transaction(async (db) => {
        const upload = await findUpload(db, uploadId)
        if (upload?.staffId !== staffId) return false
        if (!(await moveUpload(db, uploadId, { from: 'checked', to: 'taking' }))) return false
        await queueWork(db, 'lab-take-over', uploadId)
        return true
      })
      if (isBegun) deps.nudgeJobs()
      return isBegun
    },

    discard: (member: StaffMember, uploadId: string) =>
      discardUpload(database, uploadId, actorOf(member)),

    checkUpload: (uploadId: string) => checkUpload(deps, uploadId),
    takeUploadOver: (uploadId: string) => takeUploadOver(deps, uploadId),
  }
}
