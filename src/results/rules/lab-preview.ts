import { CsvError, type CsvRecord, csvRecords } from '#core/rules/csv.ts'
import { comparedText, isSkipped, type LabMapping, masked } from '#results/rules/lab-mapping.ts'

/** A line of a sample file: each cell as its form, or a header that the mapping names as it is. */
export type PreviewLine = {
  readonly line: number
  /** 'before': above the headers, and not skipped by the mapping. */
  readonly kind: 'before' | 'headers' | 'skipped' | 'row'
  readonly cells: readonly string[]
}

const MOST_SHOWN = 10
/**
 * The first lines of a sample file, as forms of their texts. Only headers that the mapping names keep their letters: any other cell may be a name, a label
 * or a value, also in the first line.
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
    hasHeaders = cells.some(isKnown)
    if (!hasHeaders) return { line, kind: 'before', cells: shown }
    const named = cells.map((cell) => (isKnown(cell) ? cell : masked(cell)))
    return { line, kind: 'headers', cells: named }
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
