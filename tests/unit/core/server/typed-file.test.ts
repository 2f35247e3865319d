import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTypedFile } from '#core/commands/typed-file.ts'

const COLUMNS = { needed: ['name', 'day'], optional: ['note'] } as const
const read = (...lines: string[]) => readTypedFile(lines.join('\r\n'), COLUMNS)
const cellsOf = (...lines: string[]) =>
  read(...lines).rows.map(({ cells }) => Object.fromEntries(cells))

describe('a file that a person typed', () => {
  it.each([',', ';', '\t'])('OPS-02 is read with the separator %j', (separator) => {
    const lines = ['name,day,note', 'Ada,1/2/2027,"one\ntwo"'].map((line) =>
      line.replaceAll(',', separator),
    )
    expect(cellsOf(...lines)).toEqual([{ name: 'Ada', day: '1/2/2027', note: 'one\ntwo' }])
  })

  it('OPS-02 a title with commas above a table with semicolons does not decide the separator', () => {
    expect(cellsOf('\uFEFFname, day, and more', '', 'name;day;note', 'Ada;1;a, b')).toEqual([
      { name: 'Ada', day: '1', note: 'a, b' },
    ])
    expect(cellsOf('sep=;', 'name;day', 'Ada;1')).toEqual([{ name: 'Ada', day: '1' }])
  })

  it('OPS-02 empty rows and columns are left out, and lines are counted as in the file', () => {
    expect(read('Title,,,', ',,,', 'Name , DAY,,', ' Ada ,1,,', ' ,,, ', ',,,', 'Bea')).toEqual({
      headerLine: 3,
      rows: [
        { line: 4, cells: new Map(Object.entries({ name: 'Ada', day: '1' })), filled: 2 },
        { line: 7, cells: new Map(Object.entries({ name: 'Bea', day: '' })), filled: 1 },
      ],
      faults: [],
    })
  })

  it('OPS-02 characters that cannot be seen are removed, inside and around a cell', () => {
    expect(
      cellsOf('\u200bname,day\u202c', '\u202aA\u200bda\u202c,\u00a01\u2060', '\u200b,\u202e'),
    ).toEqual([{ name: 'Ada', day: '1' }])
  })

  it('OPS-02 one problem is one line of fault', () => {
    const faultsOf = (...lines: string[]) =>
      read(...lines).faults.map(({ line, problem }) => `${line} ${problem}`)
    expect(faultsOf('A list,,', 'name,dya,remark')).toEqual([
      "2 'dya', 'remark' are no known columns",
      "2 the column 'day' is missing",
    ])
    expect(faultsOf('name;day', 'Ada;1;x')).toEqual([
      '2 has 3 cells instead of 2: put a text with a semicolon in quotation marks',
    ])
    expect(faultsOf('name,,day', 'Ada,,1', 'Bea,x,2')).toEqual([
      '3 column 2 has a text here, but no name: name the column or delete the text',
    ])
    expect(faultsOf('Forename,Date')).toEqual(['1 no line names the columns: name, day'])
    expect(faultsOf('name,day', ',')).toEqual(['1 the file has no rows'])
    expect(faultsOf('')).toEqual(['1 the file is empty'])
    expect(faultsOf('name,day', 'Ada,"1')).toEqual([
      '2 A quotation mark in line 2 is not closed, or is inside a cell.',
    ])
  })

  it('OPS-02 no text makes the reader fail', () => {
    const text = fc.string({
      unit: fc.constantFrom(...',;\t"\r\n', ' ', 'a', 'name', 'day', '\uFEFF', '=', "'"),
    })
    fc.assert(
      fc.property(text, (given) => {
        const { rows, faults } = readTypedFile(given, COLUMNS)
        expect(rows.length + faults.length).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  })
})
