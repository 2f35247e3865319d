import { referenceNumber } from '#booking/rules/appointment.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { randomLabel } from '#results/rules/sample-label.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { siteSealer } from '#tests/e2e/support/results.ts'
import { siteDatabase } from '#tests/e2e/support/site.ts'
import { cellsOf, type Tube } from '#tests/fixtures/lab-rows.ts'
import {
  attendanceCsv,
  bookPast,
  CLERK,
  EVENT_DAY,
  LABORATORY,
  NURSE,
  type Person,
  pastEvent,
} from '#tests/integration/results/lab-setup.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

/** A past event of the site under test whose patients all came; each has a tube. Without a name its laboratory is a new one: patients of other tests may share name and birth date. */
export async function openLabEvening(
  people: readonly Person[],
  laboratory = `${LABORATORY} ${randomLabel(Math.random)}`,
) {
  const database = siteDatabase()
  const sealer = siteSealer()
  const eventId = await pastEvent(database, people.length, laboratory)
  const booked = await bookPast(database, eventId, people)
  const tubes = booked.map(({ person, profileId, appointmentId }) => ({
    ...person,
    profileId,
    appointmentId,
    reference: referenceNumber(appointmentId),
    label: randomLabel(Math.random),
    takenOn: EVENT_DAY,
    laboratory,
  }))
  const attended = await recordAttendance({ database, sealer }, attendanceCsv(tubes), NURSE)
  if (!attended.ok) throw new Error(JSON.stringify(attended.faults))
  return {
    eventId,
    tubes,
    /** Imports one file of these rows; the reasons of each row that waits. */
    async send(...rows: readonly (readonly [Tube | undefined, string, Partial<LabCells>?])[]) {
      const cells = rows.flatMap(([tube, value, change]) =>
        tube === undefined ? [] : [{ ...cellsOf(tube, value), ...change }],
      )
      const outcome = await importLabFile({ database, sealer }, labCsv(cells), CLERK)
      if (!outcome.ok) throw new Error(JSON.stringify(outcome))
      return outcome.waiting.map(({ reasons }) => reasons.join(' '))
    },
  }
}
