/** A4 sheets of labels that are sold in the United Kingdom. Their measures are in src/site/styles/paper.css. */
export type LabelStock = {
  readonly id: string
  readonly name: string
  readonly columns: number
  readonly rows: number
}

export const LABEL_STOCKS: readonly LabelStock[] = [
  { id: 'l7651', name: '38.1 × 21.2 mm, 65 a sheet (Avery L7651)', columns: 5, rows: 13 },
  { id: 'l7654', name: '45.7 × 25.4 mm, 40 a sheet (Avery L7654)', columns: 4, rows: 10 },
  { id: 'l7159', name: '63.5 × 33.9 mm, 24 a sheet (Avery L7159)', columns: 3, rows: 8 },
]

export const MOST_PAIRS = 200

/** The pairs of one sheet: the two labels of a pair are below each other, so the last of an odd number of rows stays empty. */
export const pairsPerSheet = ({ columns, rows }: LabelStock): number =>
  columns * Math.floor(rows / 2)

/** The labels by sheet, each twice, column by column. */
export function labelSheets(labels: readonly string[], stock: LabelStock): string[][] {
  const perSheet = pairsPerSheet(stock)
  const sheets: string[][] = []
  for (let at = 0; at < labels.length; at += perSheet) {
    sheets.push(labels.slice(at, at + perSheet).flatMap((label) => [label, label]))
  }
  return sheets
}
