import { describe, expect, it } from 'vitest'
import { LABEL_STOCKS, labelSheets, pairsPerSheet } from '#results/rules/label-sheets.ts'
import { sheetPages } from '#results/rules/run-sheet-pages.ts'

const row = (name: string, ...notes: string[]) => ({ name, notes })

describe('the run sheet on paper', () => {
  it('EVM-02 has every row once, in order, and at most nine on a page', () => {
    const rows = Array.from({ length: 128 }, (_, at) => row(`Smith, Daniel ${at}`))
    const pages = sheetPages(rows)
    expect(pages.flat()).toEqual(rows)
    expect(Math.max(...pages.map(({ length }) => length))).toBe(9)
    expect(pages).toHaveLength(15)
    expect(sheetPages([])).toEqual([])
  })

  it('EVM-02 long names and notes take room from the rows of their page', () => {
    const long = row(
      'W'.repeat(100),
      'SAME SURNAME AND BIRTH DATE AS 0D8F-2F36, 1D8F-2F36',
      'NHS number MISSING',
    )
    const pages = sheetPages(Array.from({ length: 9 }, () => long))
    expect(pages.flat()).toHaveLength(9)
    expect(pages.length).toBeGreaterThan(1)
  })
})

describe('sheets of labels', () => {
  it.each(LABEL_STOCKS)(
    'CLI-08 $id: each label is there twice, and a pair is in one column',
    (stock) => {
      const labels = Array.from({ length: 37 }, (_, at) => `H${at}`)
      const sheets = labelSheets(labels, stock)
      expect(sheets.flat()).toEqual(labels.flatMap((label) => [label, label]))
      const perColumn = 2 * Math.floor(stock.rows / 2)
      expect(Math.max(...sheets.map(({ length }) => length))).toBe(perColumn * stock.columns)
      expect(perColumn % 2).toBe(0)
      expect(sheets).toHaveLength(Math.ceil(37 / pairsPerSheet(stock)))
    },
  )
})
