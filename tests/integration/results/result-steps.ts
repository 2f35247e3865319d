import { csvLine } from '#core/rules/csv.ts'
import { addDays, addYears, londonDate } from '#core/rules/time.ts'
import { approveResults } from '#results/commands/results-approve.ts'
import type { RowRefusal } from '#results/rules/row-end.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import type { confirmRow } from '#results/server/laboratory/row-ends.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import {
  CLERK,
  CLINICIAN,
  LEAD,
  SECOND_CLERK,
  sealer,
  type TakenTube,
} from '#tests/integration/results/lab-setup.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

/** The newest result of a tube. */
export async function newestOf({ query }: SqlDatabase, tube: TakenTube) {
  const { rows } = await query<{ id: string; state: string; version: number; corrected: boolean }>(
    `select result_id as id, results.state, version, corrected from app.results join app.samples using (sample_id)
      where label = $1 order by version desc limit 1`,
    [tube.label],
  )
  const [newest] = rows
  if (newest === undefined) throw new Error('This tube has no result.')
  return newest
}

/** Imports one value for a tube and answers the result's id. */
export async function importValue(
  database: SqlDatabase,
  tube: TakenTube,
  value: string,
  more: { status?: string; by?: string } = {},
): Promise<string> {
  const cells = { ...cellsOf(tube, value), status: more.status ?? 'F' }
  const outcome = await importLabFile({ database, sealer }, labCsv([cells]), more.by ?? CLERK)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return (await newestOf(database, tube)).id
}

/** Two people who did not import the file end a row; returns why not, or undefined. */
export async function byTwo(
  database: SqlDatabase,
  step: typeof confirmRow,
  rowId: string,
  own = sealer,
): Promise<RowRefusal | undefined> {
  for (const by of [LEAD, SECOND_CLERK]) {
    const outcome = await step({ database, sealer: own }, rowId, { by, reason: 'by telephone' })
    if ('refused' in outcome) return outcome.refused
  }
  return undefined
}

export type FilledRow = {
  id: string
  tube: TakenTube
  value: string
  light: string
  risk?: string
  nextTest?: string
  comments?: string
  /** The result as the sheet shows it; the stored one unless it is given. */
  version?: number
}

/** A day of the next test that agrees with the texts of a colour and a risk group; none for red. */
export function nextTestOf(light: string, risk = 'low'): string {
  const today = londonDate(new Date())
  if (light.toLowerCase() === 'red') return ''
  if (light === 'amber') return addDays(today, 91)
  return addYears(today, { low: 3, intermediate: 2, high: 1 }[risk] ?? 3)
}

/** A filled-in sheet. */
export const sheetOf = (rows: readonly FilledRow[]): string =>
  [
    csvLine([
      'result_id',
      'version',
      'label',
      'value',
      'unit',
      'light',
      'risk_group',
      'next_test',
      'comments',
    ]),
    ...rows.map(({ id, version, tube, value, light, risk, nextTest, comments }) =>
      csvLine([
        id,
        String(version ?? ''),
        tube.label,
        value,
        'ng/mL',
        light,
        risk ?? 'low',
        nextTest ?? nextTestOf(light, risk),
        comments ?? '',
      ]),
    ),
  ].join('')

/** The count of changes of a result, as a sheet of now shows it. */
export async function versionOf({ query }: SqlDatabase, id: string): Promise<number> {
  const { rows } = await query<{ revision: number }>(
    'select revision from app.results where result_id = $1',
    [id],
  )
  return rows[0]?.revision ?? 0
}

/** Judges these results with a sheet of now. */
export async function approve(
  database: SqlDatabase,
  rows: readonly FilledRow[],
  by: string = CLINICIAN,
) {
  const filled: FilledRow[] = []
  for (const row of rows) filled.push({ version: await versionOf(database, row.id), ...row })
  return await approveResults(
    { database, sealer, clock: { now: () => new Date() } },
    sheetOf(filled),
    by,
  )
}
