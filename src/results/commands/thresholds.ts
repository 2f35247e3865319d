import { randomUUID } from 'node:crypto'
import { type LineFault, readTypedFile, type TypedRow } from '#core/commands/typed-file.ts'
import { isSamePerson } from '#core/rules/staff-person.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { ThresholdBand, Thresholds } from '#results/rules/thresholds.ts'
import {
  acceptProposal,
  findThresholds,
  insertProposal,
  listProposals,
} from '#results/server/database/thresholds.ts'

const COLUMNS = ['from_age', 'amber', 'red'] as const
type Column = (typeof COLUMNS)[number]

/** The first band begins with the youngest age that is screened, or before. */
const HIGHEST_FIRST_AGE = 40
const MOST_AGE = 120
const MOST_AMOUNT = 1000

type ReadBand = { readonly band?: ThresholdBand; readonly faults: readonly LineFault[] }

function readBand({ line, cells }: TypedRow<Column>): ReadBand {
  const cell = (column: Column) => cells.get(column) ?? ''
  const amount = (column: 'amber' | 'red') =>
    /^\d{1,4}(?:\.\d{1,3})?$/.test(cell(column)) ? Number(cell(column)) : 0
  const fromAge = /^\d{1,3}$/.test(cell('from_age')) ? Number(cell('from_age')) : -1
  const band = { fromAge, amber: amount('amber'), red: amount('red') }
  const problems: string[] = []
  if (fromAge < 0 || fromAge > MOST_AGE) problems.push('from_age must be an age in whole years')
  for (const column of ['amber', 'red'] as const) {
    if (band[column] <= 0 || band[column] > MOST_AMOUNT) {
      problems.push(`${column} must be a value in ng/mL, such as 2.5`)
    }
  }
  if (problems.length === 0 && band.red <= band.amber) problems.push('red must be above amber')
  const faults = problems.map((problem) => ({ line, problem }))
  return faults.length > 0 ? { faults } : { band, faults }
}

/** Reads a file of thresholds by age: its bands, or every fault by line. */
export function readThresholds(csv: string): { bands: Thresholds; faults: LineFault[] } {
  const file = readTypedFile<Column>(csv, { needed: COLUMNS })
  const read = file.rows.map((row) => ({ line: row.line, ...readBand(row) }))
  const faults = [...file.faults, ...read.flatMap((one) => one.faults)]
  const bands = read.flatMap(({ band }) => (band === undefined ? [] : [band]))
  if (faults.length > 0) return { bands: [], faults }
  const [first] = bands
  if (first === undefined || first.fromAge > HIGHEST_FIRST_AGE) {
    const problem = `the first from_age must be ${HIGHEST_FIRST_AGE} or less, so that every age has its values`
    faults.push({ line: read[0]?.line ?? 1, problem })
  }
  for (const [at, { line }] of read.entries()) {
    const before = bands[at - 1]
    if (before !== undefined && (bands[at]?.fromAge ?? 0) <= before.fromAge) {
      faults.push({ line, problem: 'from_age must be above the one in the line before' })
    }
  }
  return { bands, faults }
}

export type ThresholdsOutcome =
  | { readonly ok: true; readonly step: 'proposed' | 'accepted'; readonly bands: Thresholds }
  | { readonly ok: false; readonly faults: readonly LineFault[] }
  | { readonly ok: false; readonly reason: 'in-force' | 'needs-another-person' }

const isEqual = (one: Thresholds, other: Thresholds) =>
  one.length === other.length &&
  one.every(
    ({ fromAge, amber, red }, at) =>
      other[at]?.fromAge === fromAge && other[at].amber === amber && other[at].red === red,
  )

/**
 * Puts a table of thresholds in force by two clinicians (LAB-13): the first one's file is a proposal; it is accepted by another one who
 * gives a file with the same values.
 */
export async function putThresholds(
  database: Database,
  csv: string,
  by: string,
): Promise<ThresholdsOutcome> {
  const { bands, faults } = readThresholds(csv)
  if (faults.length > 0) return { ok: false, faults }
  return await database.transaction(async (db): Promise<ThresholdsOutcome> => {
    const inForce = await findThresholds(db)
    if (inForce && isEqual(inForce.bands, bands)) return { ok: false, reason: 'in-force' }
    const same = (await listProposals(db)).filter((one) => isEqual(one.bands, bands))
    const other = same.find(({ proposedBy }) => !isSamePerson(proposedBy, by))
    if (other === undefined && same.length > 0) return { ok: false, reason: 'needs-another-person' }
    const id = other?.id ?? randomUUID()
    if (other === undefined) await insertProposal(db, { id, bands, by })
    else if (!(await acceptProposal(db, id, by))) return { ok: false, reason: 'in-force' }
    const step = other === undefined ? 'proposed' : 'accepted'
    await insertAudit(db, {
      actor: null,
      action: `thresholds-${step}`,
      subject: `thresholds:${id}`,
      requestId: null,
      operator: by,
    })
    return { ok: true, step, bands }
  })
}

/** The table in force and the proposals that wait for a second clinician. */
export const showThresholds = async (database: Database) => ({
  inForce: await findThresholds(database),
  proposals: await listProposals(database),
})
