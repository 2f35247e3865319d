import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvError, csvCell, csvLine, csvRecords, unescapedCell } from '#core/rules/csv.ts'

const parseCsv = (text: string) => [...csvRecords(text)]
const cells = (text: string) => parseCsv(text).map((record) => record.cells)

describe('reading CSV', () => {
  it('OPS-02 reads quotes, commas, line breaks in cells, CRLF, LF and a byte-order mark', () => {
    expect(cells('\uFEFFa,b\r\n1,"two, ""2"""\r\n')).toEqual([
      ['a', 'b'],
      ['1', 'two, "2"'],
    ])
    expect(cells('a,b\n"one\r\nline",\n,')).toEqual([
      ['a', 'b'],
      ['one\r\nline', ''],
    ])
    expect(cells('')).toEqual([])
    expect(cells('one')).toEqual([['one']])
    expect(cells('a,')).toEqual([['a', '']])
  })

  it('OPS-02 counts lines as a text editor does and skips blank lines', () => {
    expect(parseCsv('a\r\n\r\n"b\nc"\n,\nd')).toEqual([
      { line: 1, cells: ['a'] },
      { line: 3, cells: ['b\nc'] },
      { line: 6, cells: ['d'] },
    ])
  })

  it('OPS-02 reports the line of a misplaced quotation mark', () => {
    for (const [text, line] of [
      ['a\n"b\nc', 2],
      ['a\nb"c\n', 2],
      ['"a"b', 1],
    ] as const) {
      expect(() => parseCsv(text)).toThrow(CsvError)
      expect(() => parseCsv(text)).toThrow(`line ${line} `)
    }
  })

  it('OPS-02 refuses a cell of more than 5,000 characters, which a missing quotation mark makes, with its line', () => {
    expect(cells(`a\n${'x'.repeat(4_900)}`)).toHaveLength(2)
    const text = `a\n"${'x\n'.repeat(2_500)}"`
    expect(() => parseCsv(text)).toThrow('line 2 has more than 5000 characters')
  })

  it('OPS-02 reads back what it writes, formulas too', () => {
    const start = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r')
    // A text that begins with an apostrophe may look like an escaped formula.
    const cell = fc
      .tuple(start, fc.string())
      .map((parts) => parts.join(''))
      .filter((text) => !text.startsWith("'"))
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        (rows) => {
          const visible = rows.filter((row) => row.some((one) => one !== ''))
          // A byte-order mark at the very beginning is the file's, not the cell's.
          fc.pre(!rows[0]?.[0]?.startsWith('\uFEFF'))
          const read = cells(rows.map(csvLine).join(''))
          expect(read.map((row) => row.map(unescapedCell))).toEqual(visible)
          const asWritten = read.flat().filter((one) => !/^-?\d+(\.\d+)?$/.test(one))
          expect(asWritten.filter((one) => /^[=+\-@\t\r]/.test(one))).toEqual([])
        },
      ),
    )
  })
})

describe('writing CSV', () => {
  it('OPS-02 escapes formulas', () => {
    expect(csvCell('=HYPERLINK("x")')).toBe(`"'=HYPERLINK(""x"")"`)
    expect(['+44 1', '-1+2', '@a', '\tx'].map(csvCell)).toEqual(["'+44 1", "'-1+2", "'@a", "'\tx"])
    expect(csvCell('-0.904')).toBe('-0.904')
    expect(csvLine(['a', 'b,c', 'd\ne'])).toBe('a,"b,c","d\ne"\r\n')
  })
})
