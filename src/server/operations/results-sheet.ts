import { type Finding, LIGHTS, type Light, RISK_GROUPS, type RiskGroup } from '#domain/result.ts'
import { readLabel } from '#domain/sample-label.ts'
import { type IsoDate, isIsoDate } from '#domain/time.ts'
import { isUuid } from '#domain/uuid.ts'
import {
  CsvError,
  csvLine,
  headerProblems,
  parseCsv,
  unescapedCell,
} from '#server/operations/csv.ts'

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
export type SheetFault = { readonly line: number; readonly problem: string }

const COLUMNS = [
  'result_id',
  'version',
  'label',
  'value',
  'unit',
  'laboratory_comments',
  'light',
  'risk_group',
  'next_test',
  'comments',
] as const
type Column = (typeof COLUMNS)[number]
const OPTIONAL: readonly Column[] = ['laboratory_comments']
const NEEDED = COLUMNS.filter((name) => !OPTIONAL.includes(name))

/** The sheet with empty columns for colour, risk group, next test and comments: nothing is chosen beforehand (LAB-06). */
export const judgementSheet = (
  cases: readonly {
    resultId: string
    revision: number
    label: string
    finding: Finding
    laboratoryComments: string
  }[],
): string =>
  [
    csvLine(COLUMNS),
    ...cases.map(({ resultId, revision, label, finding, laboratoryComments }) =>
      csvLine([
        resultId,
        String(revision),
        label,
        finding.value,
        finding.unit,
        laboratoryComments,
        '',
        '',
        '',
        '',
      ]),
    ),
  ].join('')

type ReadRow = { readonly row?: SheetRow; readonly faults: readonly SheetFault[] }

function readRow(line: number, cells: ReadonlyMap<string, string>, today: IsoDate): ReadRow {
  const cell = (column: Column) => unescapedCell((cells.get(column) ?? '').trim()).trim()
  const problems: string[] = []
  const light = LIGHTS.find((one) => one === cell('light').toLowerCase())
  const riskGroup = RISK_GROUPS.find((one) => one === cell('risk_group').toLowerCase())
  const retestOn = cell('next_test') === '' ? null : cell('next_test')
  if (!isUuid(cell('result_id'))) problems.push('result_id is no id of a result')
  if (!/^\d{1,9}$/.test(cell('version'))) problems.push('version is missing')
  if (light === undefined) problems.push(`light is none of ${LIGHTS.join(', ')}`)
  if (riskGroup === undefined) problems.push(`risk_group is none of ${RISK_GROUPS.join(', ')}`)
  if (retestOn !== null && !isIsoDate(retestOn)) problems.push('next_test is no day YYYY-MM-DD')
  else if (retestOn !== null && retestOn <= today) problems.push('next_test is not in the future')
  if (light === 'green' && retestOn === null) problems.push('green needs next_test')
  const faults = problems.map((problem) => ({ line, problem }))
  if (faults.length > 0 || light === undefined || riskGroup === undefined) return { faults }
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
  try {
    const [header, ...records] = parseCsv(csv)
    const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? []
    const problems = header ? headerProblems(names, NEEDED, OPTIONAL) : ['the file is empty']
    if (problems.length > 0) {
      return { rows: [], faults: problems.map((problem) => ({ line: 1, problem })) }
    }
    const read = records.flatMap(({ line, cells }): ReadRow[] => {
      // Text after a comma without quotation marks; empty cells at the end may be left out.
      if (cells.length > names.length) {
        const problem = `has ${cells.length} cells instead of ${names.length}: put a text with a comma in quotation marks`
        return [{ faults: [{ line, problem }] }]
      }
      const byName = new Map(names.map((name, at) => [name, cells[at] ?? '']))
      const isJudged = JUDGED.some((name) => (byName.get(name) ?? '').trim() !== '')
      return isJudged ? [readRow(line, byName, today)] : []
    })
    const rows = read.flatMap(({ row }) => (row === undefined ? [] : [row]))
    const seen = new Set<string>()
    const twice = rows.filter(({ resultId }) => seen.size === seen.add(resultId).size)
    const faults = [
      ...read.flatMap((one) => one.faults),
      ...twice.map(({ line }) => ({ line, problem: 'this result is there twice' })),
    ]
    return { rows, faults: faults.sort((one, other) => one.line - other.line) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows: [], faults: [{ line: error.line, problem: error.message }] }
  }
}
