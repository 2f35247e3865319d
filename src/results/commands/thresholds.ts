import { type LineFault, readTypedFile, type TypedRow } from '#core/commands/typed-file.ts'
import type { Database } from '#core/server/database/database.ts'
import {
  type BandFault,
  bandFaults,
  orderFaults,
  readBand,
} from '#results/rules/threshold-bands.ts'
import type { Thresholds } from '#results/rules/thresholds.ts'
import { putBands, type ThresholdsOutcome } from '#results/server/thresholds.ts'

const COLUMNS = ['from_age', 'amber', 'red'] as const
type Column = (typeof COLUMNS)[number]

const cellsOf = ({ cells }: TypedRow<Column>) => ({
  fromAge: cells.get('from_age') ?? '',
  amber: cells.get('amber') ?? '',
  red: cells.get('red') ?? '',
})

const sentence = ({ column, problem }: BandFault) => `${column} ${problem}`

/** Reads a file of thresholds by age: its bands, or every fault by line. */
export function readThresholds(csv: string): { bands: Thresholds; faults: LineFault[] } {
  const file = readTypedFile<Column>(csv, { needed: COLUMNS })
  const bands = file.rows.map((row) => readBand(cellsOf(row)))
  const lineOf = (at: number) => file.rows[at]?.line ?? 1
  const faults = [
    ...file.faults,
    ...bands.flatMap((band, at) =>
      bandFaults(band).map((fault) => ({ line: lineOf(at), problem: sentence(fault) })),
    ),
  ]
  if (faults.length > 0) return { bands: [], faults }
  const order = orderFaults(bands).map((fault) => ({
    line: lineOf(fault.at),
    problem: sentence(fault),
  }))
  return { bands, faults: order }
}

/**
 * Puts a table of thresholds in force by two clinicians (LAB-13): the first one's file is a proposal; it is accepted by another one who
 * gives a file with the same values.
 */
export async function putThresholds(
  database: Database,
  csv: string,
  by: string,
): Promise<ThresholdsOutcome | { readonly ok: false; readonly faults: readonly LineFault[] }> {
  const { bands, faults } = readThresholds(csv)
  return faults.length > 0 ? { ok: false, faults } : await putBands(database, bands, by)
}
