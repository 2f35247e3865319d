import { randomUUID } from 'node:crypto'
import { createLimiter } from '#core/server/database/limits.ts'
import type { RowEnd } from '#core/server/database/result-tables.ts'
import { callsService } from '#results/server/calls.ts'
import type { UploadReport } from '#results/server/database/lab-uploads.ts'
import { deskService } from '#results/server/desk/desk.ts'
import { labUploadsService } from '#results/server/laboratory/lab-uploads.ts'
import { waitingRowsService } from '#results/server/laboratory/waiting-rows.ts'
import { resultRecordsService } from '#results/server/result-records.ts'
import { staffAccessService } from '#staff/server/access.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { staffMember } from '#tests/fixtures/staff.ts'
import { judgingPages } from '#tests/integration/results/judging-setup.ts'
import { sealer, type TakenTube } from '#tests/integration/results/lab-setup.ts'

const nudgeJobs = () => undefined

/** The people of an evening and the operations of the pages that they use. */
export async function eveningPages(database: SqlDatabase) {
  const clock = { now: () => new Date() }
  const { disclose } = staffAccessService({ database, limiter: undefined as never })
  const limiter = createLimiter(database, (text) => sealer.lookup(text, 'limit'))
  const uploads = labUploadsService({ database, sealer, nudgeJobs })
  const rows = waitingRowsService({ database, sealer, disclose })
  const records = resultRecordsService({ database, sealer, disclose, nudgeJobs })
  const desk = deskService({ database, sealer, clock, limiter })
  const calls = callsService({ database, sealer, clock, nudgeJobs })
  const clerk = await staffMember(database, ['coordinator'], 'Mo Finch')
  const lead = await staffMember(database, ['coordinator'], 'Cy Ward')
  const second = await staffMember(database, ['coordinator'], 'Di Moss')
  const ada = await staffMember(database, ['clinician'], 'Ada Quill')
  const ben = await staffMember(database, ['clinician'], 'Ben Ashe')

  /** What the form of the page of a result would send now. */
  const stepOf = async (resultId: string) => ({
    ...{ resultId, reason: 'asked' },
    seen: await records.seen(resultId),
  })

  return {
    ...{ ada, ben, calls, records, stepOf },
    ...judgingPages(database),

    /** Sends a file of a laboratory; its report, or undefined when it is refused. */
    async send(laboratory: string, csv: string) {
      const all = await uploads.laboratories(clerk)
      const labId = all.find(({ name }) => name === laboratory)?.labId ?? 0
      const uploadId = randomUUID()
      const content = (async function* () {
        yield Buffer.from(csv)
      })()
      const problem = await uploads.receive(clerk, { uploadId, labId, content })
      if (problem !== undefined) throw new Error(problem)
      await uploads.checkUpload(uploadId)
      const { state, report } = (await uploads.find(uploadId)) ?? {}
      return state === 'checked' && report
        ? { uploadId, report: report as UploadReport }
        : undefined
    },
    discard: (uploadId: string) => uploads.discard(clerk, uploadId),
    async takeOver(uploadId: string): Promise<void> {
      await uploads.takeOver(clerk, uploadId)
      await uploads.takeUploadOver(uploadId)
      const upload = await uploads.find(uploadId)
      if (upload?.state !== 'taken') throw new Error(JSON.stringify(upload?.report.problems))
    },

    /** A coordinator undoes a tube at the desk; false when that is refused. */
    async undo({ appointmentId, label }: TakenTube): Promise<boolean> {
      const { rows: found } = await database.query<{ eventId: number }>(
        'select event_id as "eventId" from app.appointments where appointment_id = $1',
        [appointmentId],
      )
      const ref = { eventId: found[0]?.eventId ?? 0, caseId: appointmentId }
      const outcome = (await desk.open(ref))?.undoable?.id
      if (outcome === undefined) return false
      return (await desk.undo(lead, ref, { outcome, label, reason: 'mistaken' })).ok
    },

    /** Two people open a row that waits and end it in the same way; why not, or undefined. */
    async endRow(rowId: string, end: RowEnd): Promise<string | undefined> {
      for (const member of [lead, second]) {
        const seen = (await rows.open(member, rowId))?.seen ?? ''
        const form = { end, reason: 'by telephone', paper: '', seen }
        const outcome = await rows.end(member, rowId, form)
        if ('refused' in outcome) return outcome.refused
      }
      return undefined
    },
  }
}
export type EveningPages = Awaited<ReturnType<typeof eveningPages>>
