import { CsvError, type CsvRecord, csvRecords } from '#core/rules/csv.ts'
import { comparedText, isSkipped, type LabMapping, masked } from '#results/rules/lab-mapping.ts'

/** A line of a sample file: each cell as its form, or the line of headers as it is. */
export type PreviewLine = {
  readonly line: number
  /** 'before': above the headers, and not skipped by the mapping. */
  readonly kind: 'before' | 'headers' | 'skipped' | 'row'
  readonly cells: readonly string[]
}

const MOST_SHOWN = 10
/** Fewer cells without a digit may be a patient’s names. */
const FEWEST_HEADERS = 5

/** A row of a patient has digits in several cells: its label, its days. A line of headers has none. */
const areHeaders = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length >= FEWEST_HEADERS && filled.every((cell) => !/\p{N}/u.test(cell))
}

/**
 * The first lines of a sample file, as forms of their texts. Only the line of headers keeps its letters, and a header that the mapping names: no name,
 * label or value is shown.
 */
export function previewOf(text: string, mapping: LabMapping): PreviewLine[] {
  const known = new Set([...Object.values(mapping.headers), ...mapping.unread].map(comparedText))
  known.delete('')
  const isKnown = (cell: string) => known.has(comparedText(cell))
  const lines: PreviewLine[] = []
  let hasHeaders = false
  const lineOf = ({ line, cells }: CsvRecord): PreviewLine => {
    const shown = cells.map(masked)
    if (isSkipped(mapping, cells)) return { line, kind: 'skipped', cells: shown }
    if (hasHeaders) return { line, kind: 'row', cells: shown }
    hasHeaders = areHeaders(cells) || cells.some(isKnown)
    if (!hasHeaders) return { line, kind: 'before', cells: shown }
    const named = cells.map((cell) => (isKnown(cell) ? cell : masked(cell)))
    return { line, kind: 'headers', cells: areHeaders(cells) ? cells : named }
  }
  try {
    for (const record of csvRecords(text, mapping.separator)) {
      lines.push(lineOf(record))
      if (lines.length === MOST_SHOWN) break
    }
  } catch (error) {
    // The reading of the whole file says what is wrong.
    if (!(error instanceof CsvError)) throw error
  }
  return lines
}
