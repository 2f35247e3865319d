import * as z from 'zod/mini'
import { csvLine } from '#core/rules/csv.ts'
import { addDays } from '#core/rules/time.ts'
import { ALL_LAB_COLUMNS } from '#results/rules/lab-mapping.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { LIGHTS, RISK_GROUPS } from '#results/rules/result.ts'

const schema = z.array(
  z.object({
    externalRef: z.string(),
    date: z.string(),
    csv: z.string(),
    patients: z.array(
      z.object({
        profileId: z.int(),
        time: z.string(),
        value: z.optional(z.string()),
        light: z.optional(z.enum(LIGHTS)),
        riskGroup: z.optional(z.enum(RISK_GROUPS)),
        retestInDays: z.optional(z.int()),
        comments: z.optional(z.string()),
        correctedTo: z.optional(z.string()),
        withdrawn: z.optional(z.boolean()),
        walkIn: z.optional(z.boolean()),
      }),
    ),
  }),
)
export type Clinic = z.output<typeof schema>[number]
export type SamplePatient = Clinic['patients'][number]
export type Tube = SamplePatient & { readonly label: string; readonly cells: LabCells }

/** @throws when the text is not a list of clinics. */
export const readClinics = (json: string): Clinic[] => schema.parse(JSON.parse(json))

/** A laboratory file of these rows. */
export const labCsv = (rows: readonly LabCells[]): string =>
  [ALL_LAB_COLUMNS, ...rows.map((row) => ALL_LAB_COLUMNS.map((name) => row[name]))]
    .map(csvLine)
    .join('')

/** The attendance file of a clinic. */
export function attendanceCsv(
  tubes: readonly Tube[],
  references: Map<number, string>,
  eventId: number,
) {
  const lines = tubes.map(({ profileId, label, time, cells }) => {
    const reference = references.get(profileId)
    const who =
      reference === undefined ? ['', String(profileId), String(eventId)] : [reference, '', '']
    const form = reference === undefined ? `${cells.collected_on}-${profileId}` : ''
    const identity = [cells.surname, cells.date_of_birth]
    return csvLine([...who, ...identity, form, 'attended', label, time])
  })
  return [
    csvLine(
      'reference,patient,event,surname,date of birth,consent,outcome,label,taken_at'.split(','),
    ),
    ...lines,
  ].join('')
}

/** A laboratory file to try the commands with: one row is right, and every other has another birth date than its tube. */
export const fileToTry = (rows: readonly LabCells[]): string =>
  labCsv(
    rows.map((cells, at) => ({
      ...cells,
      value: `${at + 1}.4`,
      date_of_birth: at === 0 ? cells.date_of_birth : addDays(cells.date_of_birth, 1),
    })),
  )
