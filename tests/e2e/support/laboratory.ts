import { approveResults } from '#results/commands/results-approve.ts'
import { readJudgementSheet } from '#results/commands/results-worklist.ts'
import { recordCall } from '#results/server/calls.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { closeRow } from '#results/server/laboratory/row-ends.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { openLabEvening } from '#tests/e2e/support/lab-evening.ts'
import { siteSealer } from '#tests/e2e/support/results.ts'
import { siteDatabase } from '#tests/e2e/support/site.ts'
import type { Patient } from '#tests/e2e/support/test.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { bornYearsAgo } from '#tests/fixtures/new-person.ts'
import { CLERK, CLINICIAN, SECOND } from '#tests/integration/results/lab-setup.ts'
import { byTwo, nextTestOf } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

/** The charity's steps for one patient of the site under test, by the operations of the commands. */
export type Laboratory = Awaited<ReturnType<typeof openLaboratory>>

/** The patient came to a past event; the tube is recorded. */
export async function openLaboratory(patient: Patient) {
  const person = {
    profileId: patient.profileId,
    surname: patient.lastName,
    forename: patient.firstName,
    birthDate: bornYearsAgo(58),
  }
  const {
    tubes: [tube],
  } = await openLabEvening([person])
  if (tube === undefined) throw new Error('There is no tube.')
  const { label } = tube
  const database = siteDatabase()
  const sealer = siteSealer()

  /** The newest result of the tube. */
  const newest = async () => {
    const { rows } = await database.query<{ id: string }>(
      `select result_id as id from app.results join app.samples using (sample_id) where label = $1 order by version desc limit 1`,
      [tube.label],
    )
    return rows[0]?.id ?? ''
  }

  /** Two clinicians judge the newest value alike. */
  const judge = async (light: 'amber' | 'red', comments: string): Promise<string> => {
    const id = await newest()
    const clock = { now: () => new Date() }
    for (const by of [CLINICIAN, SECOND]) {
      const sheet = await readJudgementSheet({ database, sealer }, by, [id])
      const filled = sheet.replace(
        /,,,,\r\n$/,
        `,${light},high,${nextTestOf(light, 'high')},${comments}\r\n`,
      )
      const outcome = await approveResults({ database, sealer, clock }, filled, by)
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults))
    }
    return id
  }

  return {
    /** Imports a file with one row of the tube; answers what became of it. */
    async send(value: string, more: Partial<ReturnType<typeof cellsOf>> = {}): Promise<string[]> {
      const csv = labCsv([{ ...cellsOf(tube, value), ...more }])
      const outcome = await importLabFile({ database, sealer }, csv, CLERK)
      if (!outcome.ok) throw new Error(JSON.stringify(outcome))
      return [...Object.keys(outcome.counts), ...outcome.waiting.flatMap(({ reasons }) => reasons)]
    },
    /** Two people who did not import the file close the rows of the tube that wait. */
    async closeRows(): Promise<void> {
      const { rows } = await database.query<{ id: string }>(
        `select row_id as id from app.lab_rows where label = $1 and decision = 'quarantined' and resolution is null`,
        [label],
      )
      for (const { id } of rows) {
        const refused = await byTwo(database, closeRow, id, sealer)
        if (refused !== undefined) throw new Error(refused)
      }
    },
    label,
    newest,
    judge,
    /** Two clinicians judge the newest value alike, the patient is spoken to, and it is released. */
    async judgeAndRelease(light: 'amber' | 'red', comments: string): Promise<void> {
      const id = await judge(light, comments)
      const call = { kind: 'spoken-to', details: '', by: CLINICIAN } as const
      await recordCall({ database, sealer }, id, call)
      const { leftOut } = await releaseResults(database, [id], CLINICIAN, { reason: undefined })
      if (leftOut.length > 0) throw new Error(JSON.stringify(leftOut))
    },
    async withdraw(): Promise<void> {
      const id = await newest()
      const action = { by: CLINICIAN, reason: 'the tube was exchanged' }
      await hideResult(database, 'withdraw', id, action)
    },
  }
}
