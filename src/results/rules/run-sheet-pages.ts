/** The height of a row that has its tick boxes and the second label of a pair. */
const ROW_MM = 25
/** What a page of A4 has for rows, below the heading. */
const PAGE_MM = 240
const LINE_MM = 6
/** The characters for which a line of the column with the name has room, when all are wide. */
const LINE_CHARACTERS = 17

/** What the column with the name shows: the name, the birth date, and a line for each note. */
type Row = { readonly name: string; readonly notes: readonly string[] }

const linesOf = (text: string, characters: number) =>
  Math.max(1, Math.ceil(Array.from(text).length / characters))

/** The height of a row: rather too much than too little, because a row that does not fit would leave its page's number wrong. */
function heightOf({ name, notes }: Row): number {
  const noteLines = notes.reduce((sum, note) => sum + linesOf(note, LINE_CHARACTERS * 1.3), 0)
  return Math.max(ROW_MM, (linesOf(name, LINE_CHARACTERS) + 1 + noteLines) * LINE_MM)
}

/** The rows by page of paper. */
export function sheetPages<One extends Row>(rows: readonly One[]): One[][] {
  const pages: One[][] = []
  let left = 0
  for (const row of rows) {
    const height = heightOf(row)
    const page = pages.at(-1)
    if (page === undefined || height > left) {
      pages.push([row])
      left = PAGE_MM - height
    } else {
      page.push(row)
      left -= height
    }
  }
  return pages
}
