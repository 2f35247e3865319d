import { type LineFault, readTypedFile, type TypedRow } from '#core/commands/typed-file.ts'
import { NOTE_LIMITS, textFault } from '#core/rules/character-limits.ts'
import { csvLine } from '#core/rules/csv.ts'
import { inOneLine } from '#core/rules/one-line.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { DAY_FORM, readDay } from '#core/rules/typed-cell.ts'
import { isUuid } from '#core/rules/uuid.ts'
import {
  type Finding,
  LIGHTS,
  type Light,
  RISK_GROUPS,
  type RiskGroup,
} from '#results/rules/result.ts'
import { readLabel } from '#results/rules/sample-label.ts'

/** A row of the sheet that a clinician fills in; label and value say which case the judgement is about. */
export type SheetRow = {
  readonly line: number
  readonly resultId: string
  /** The result as the sheet shows it: one that has changed since is not judged by this row. */
  readonly revision: number
  readonly label: string
  readonly value: string
  readonly unit: string
  readonly light: Light
  readonly riskGroup: RiskGroup
  readonly retestOn: IsoDate | null
  readonly comments: string | null
}

/** A fault of the sheet; nothing of it is stored while there is one. */
export type SheetFault = LineFault

const COLUMNS = [
  'result_id',
  'version',
  'label',
  'value',
  'unit',
  'age',
  'earlier_values',
  'family_history',
  'ethnicity',
  'medicines',
  'laboratory_comments',
  'light',
  'risk_group',
  'next_test',
  'comments',
] as const
type Column = (typeof COLUMNS)[number]
/** What the clinician reads. The program ignores these cells and uses the stored values. */
const EVIDENCE = [
  'age',
  'earlier_values',
  'family_history',
  'ethnicity',
  'medicines',
  'laboratory_comments',
] as const satisfies readonly Column[]
const OPTIONAL: readonly Column[] = EVIDENCE
const NEEDED = COLUMNS.filter((name) => !OPTIONAL.includes(name))

/** The sheet with the evidence, and empty columns for colour, risk group, next test and comments: nothing is chosen beforehand (LAB-06). */
export const judgementSheet = (
  cases: readonly {
    resultId: string
    revision: number
    label: string
    finding: Finding
    evidence: Readonly<Record<(typeof EVIDENCE)[number], string>>
  }[],
): string =>
  [
    csvLine(COLUMNS),
    ...cases.map(({ resultId, revision, label, finding, evidence }) =>
      csvLine([
        resultId,
        String(revision),
        label,
        finding.value,
        finding.unit,
        ...EVIDENCE.map((name) => inOneLine(evidence[name])),
        '',
        '',
        '',
        '',
      ]),
    ),
  ].join('')

type ReadRow = { readonly row?: SheetRow; readonly faults: readonly SheetFault[] }

function readRow({ line, cells }: TypedRow<Column>, today: IsoDate): ReadRow {
  const cell = (column: Column) => cells.get(column) ?? ''
  const problems: string[] = []
  const light = LIGHTS.find((one) => one === cell('light').toLowerCase())
  const riskGroup = RISK_GROUPS.find((one) => one === cell('risk_group').toLowerCase())
  const retestOn = cell('next_test') === '' ? null : readDay(cell('next_test'))
  if (!isUuid(cell('result_id'))) problems.push('result_id is no id of a result')
  if (!/^\d{1,9}$/.test(cell('version'))) problems.push('version is missing')
  if (light === undefined) problems.push(`light is none of ${LIGHTS.join(', ')}`)
  if (riskGroup === undefined) problems.push(`risk_group is none of ${RISK_GROUPS.join(', ')}`)
  if (retestOn === undefined) problems.push(`next_test ${DAY_FORM}`)
  else if (retestOn !== null && retestOn <= today) problems.push('next_test is not in the future')
  const wrong = textFault(cell('comments'), NOTE_LIMITS.comment)
  if (wrong !== undefined) problems.push(`the column comments: ${wrong}`)
  const faults = problems.map((problem) => ({ line, problem }))
  if (faults.length > 0 || !light || !riskGroup || retestOn === undefined) return { faults }
  const row: SheetRow = {
    line,
    resultId: cell('result_id'),
    revision: Number(cell('version')),
    label: readLabel(cell('label')) ?? '',
    value: cell('value'),
    unit: cell('unit'),
    light,
    riskGroup,
    retestOn,
    comments: cell('comments') || null,
  }
  return { row, faults: [] }
}

/** Columns in which a row is judged; a row with none of them filled in is not judged yet. */
const JUDGED = ['light', 'risk_group', 'next_test', 'comments'] as const

/** Reads a filled-in sheet: its judged rows and every fault by line. `today` is London's. */
export function readSheet(csv: string, today: IsoDate): { rows: SheetRow[]; faults: SheetFault[] } {
  const file = readTypedFile<Column>(csv, { needed: NEEDED, optional: OPTIONAL })
  const read = file.rows
    .filter(({ cells }) => JUDGED.some((name) => cells.get(name)))
    .map((row) => readRow(row, today))
  const rows = read.flatMap(({ row }) => (row === undefined ? [] : [row]))
  const seen = new Set<string>()
  const twice = rows.filter(({ resultId }) => seen.size === seen.add(resultId).size)
  const faults = [
    ...file.faults,
    ...read.flatMap((one) => one.faults),
    ...twice.map(({ line }) => ({ line, problem: 'this result is there twice' })),
  ]
  return { rows, faults: faults.sort((one, other) => one.line - other.line) }
}
