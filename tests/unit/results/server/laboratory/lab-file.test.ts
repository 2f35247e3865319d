import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type LabMapping, masked, SPECIFICATION } from '#results/rules/lab-mapping.ts'
import { readLabText } from '#results/rules/lab-text.ts'
import { openLabFile } from '#results/server/laboratory/lab-file.ts'
import type { LabRecord } from '#results/server/laboratory/lab-lines.ts'
import { OWN_HEADERS, UK_DATES_AND_WORDS } from '#tests/fixtures/lab-mappings.ts'
import { processorMs } from '#tests/fixtures/processor-time.ts'

const NAME = 'Northgate Pathology'
const HEADERS =
  readFileSync(
    new URL('../../../../fixtures/lab-files/datetime.csv', import.meta.url),
    'utf8',
  ).split('\r\n')[0] ?? ''
const bytesOf = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/lab-files/${name}.csv`, import.meta.url))

/** Opens a file as it was sent: its records, or the problems for which it is refused. */
async function opened(bytes: Uint8Array, mapping: LabMapping, name: string | undefined = NAME) {
  const read = readLabText(bytes, mapping)
  if ('problem' in read) return { problems: [read.problem], rows: undefined }
  const file = await openLabFile(read.text, { name, mapping })
  if (!file.ok) return { problems: file.faults.map(({ problem }) => problem), rows: undefined }
  return { ...file.file, rows: [...file.file.records()] }
}

const row = (change: Record<string, string> = {}) => {
  const cells: Record<string, string> = {
    laboratory: NAME,
    label: 'HFXM083T',
    surname: 'BELLAMY',
    date_of_birth: '1962-03-09',
    collected_on: '2026-11-20',
    test: 'PSA',
    value: '1.4',
    unit: 'ng/mL',
    status: 'F',
    forename: 'Arthur',
    ...change,
  }
  return HEADERS.split(',')
    .map((name) => cells[name] ?? '')
    .join(',')
}
const file = (...rows: string[]) => Buffer.from([HEADERS, ...rows, ''].join('\r\n'))
const inOrder = (dates: LabMapping['dates'], hasTimes = false): LabMapping => ({
  ...SPECIFICATION,
  dates,
  hasTimes,
})
const faultsOf = ({ rows }: { rows: readonly LabRecord[] | undefined }) =>
  rows?.map((one) => one.row?.faults) ?? []

describe('LAB-02 files as laboratories send them pass without editing, by the mapping', () => {
  const WAITS = {
    2: ['value-missing', 'not-tested'],
    3: ['decimal-comma'],
    5: ['value-implausible'],
  }

  it.each([
    ['as-sent-title-row-own-headers', OWN_HEADERS, 3, 2],
    ['as-sent-uk-dates-words', UK_DATES_AND_WORDS, 2, 1],
  ])('%s', async (name, mapping, firstLine, skipped) => {
    const read = await opened(bytesOf(name), mapping)
    expect(read).toMatchObject({ rowCount: 30, skipped, otherTests: 0 })
    expect(read.rows?.[0]).toMatchObject({
      line: firstLine,
      label: 'H992PH53',
      row: {
        surnameKey: 'archer',
        birthDate: '1950-01-10',
        collectedOn: '2026-12-03',
        labKey: 'northgatepathology',
        finding: { value: '<0.10', unit: 'µg/L' },
        status: 'final',
      },
    })
    // The unit behind the number is usual here. A name keeps its letters in ANSI; the apostrophe is broken in the file, and its row will wait.
    expect(read.rows?.[1]?.row?.finding).toEqual({ value: '0.8', unit: 'µg/L' })
    expect(read.rows?.[27]?.row).toMatchObject({
      surnameKey: expect.stringMatching(/^o.?briensmith$/),
      forenameKey: 'sean',
    })
    const faulty = faultsOf(read).flatMap((faults, at) =>
      faults?.length ? [[at, [...faults].sort()]] : [],
    )
    expect(Object.fromEntries(faulty)).toEqual(
      Object.fromEntries(Object.entries(WAITS).map(([at, faults]) => [at, faults.sort()])),
    )
  })

  it.each([
    ['datetime', inOrder('yyyy-mm-dd', true)],
    ['excel-dates-uk', inOrder('dd/mm/yyyy')],
    ['hl7-dates', inOrder('yyyymmdd', true)],
    ['status-words', { ...SPECIFICATION, statuses: UK_DATES_AND_WORDS.statuses }],
    ['tabs', { ...SPECIFICATION, separator: '\t' }],
    ['footer-row', { ...SPECIFICATION, skipped: ['End of report'] }],
    ['duplicate-rows', SPECIFICATION],
    ['forename-initial', SPECIFICATION],
    ['title-in-surname', SPECIFICATION],
  ] as const)('%s: every cell is read', async (name, mapping) => {
    const read = await opened(bytesOf(name), mapping)
    expect(faultsOf(read).flat()).toEqual([])
    expect(read.rows?.[0]?.row).toMatchObject({
      birthDate: '1962-03-09',
      collectedOn: '2026-11-20',
    })
  })

  it.each([
    ['missing', ''],
    ['mistyped', 'H992PH5'],
  ])(
    'a patient whose name begins like a title is never skipped when the label is %s',
    async (_, label) => {
      const row = `PAGE,${label},1950-01-10,2026-12-03,Northgate,PSA,1.2,ng/mL,F`
      const header = 'surname,label,date_of_birth,collected_on,laboratory,test,value,unit,status'
      const mapping = { ...SPECIFICATION, skipped: ['Page'] }
      const opened = await openLabFile([header, row, 'Page 1 of 1,,,,,,,,'].join('\r\n'), {
        name: undefined,
        mapping,
      })
      expect(opened).toMatchObject({
        ok: true,
        file: { rowCount: 1, skipped: 1, skippedLines: [3] },
      })
    },
  )

  it('rows of other tests are left out only by their names, and a line with a label is never skipped', async () => {
    const mapping = { ...SPECIFICATION, otherTests: ['Free PSA'], skipped: ['Northgate'] }
    const read = await opened(
      file(row(), row({ test: 'FREE PSA', value: '0.2' }), row({ test: 'Creatinine' })),
      mapping,
    )
    expect(read).toMatchObject({ rowCount: 2, otherTests: 1, skipped: 0 })
    expect(faultsOf(read)).toEqual([[], ['test-differs']])
  })
})

describe('LAB-02 nothing is guessed', () => {
  it.each([
    ['dd/mm/yy', '03/12/26', '2026-12-03'],
    ['mm/dd/yy', '03/12/26', '2026-03-12'],
    ['dd/mm/yyyy', '03/12/26', undefined],
    ['dd/mm/yy', '03/12/2026', undefined],
    ['dd/mm/yy', '12/13/26', undefined],
    ['dd/mm/yy', '31/02/26', undefined],
    ['dd/mm/yy', '2026-12-03', undefined],
    ['yyyymmdd', '202612', undefined],
    ['yyyy-mm-dd', '2026-12-03T10:30', undefined],
  ] as const)('%s %s', async (dates, sent, day) => {
    const read = await opened(file(row({ collected_on: sent })), inOrder(dates))
    expect(read.rows?.[0]?.row?.collectedOn).toBe(day)
  })

  it('two digits of a birth year are of the last adult, and of none without the day of collection', async () => {
    const born = async (date_of_birth: string, collected_on: string) =>
      (await opened(file(row({ date_of_birth, collected_on })), inOrder('dd/mm/yy'))).rows?.[0]?.row
        ?.birthDate
    expect(await born('10/01/50', '03/12/26')).toBe('1950-01-10')
    expect(await born('10/01/26', '03/12/26')).toBe('1926-01-10')
    expect(await born('10/01/08', '03/12/26')).toBe('2008-01-10')
    expect(await born('10/01/50', 'yesterday')).toBeUndefined()
  })

  it('a word of another laboratory, and its code, are no status; a withdrawal outweighs a word in the value', async () => {
    const read = await opened(
      file(
        row({ status: 'C' }),
        row({ status: 'Withdrawn', value: 'To follow' }),
        row({ status: 'Final', value: 'To follow' }),
      ),
      { ...SPECIFICATION, statuses: UK_DATES_AND_WORDS.statuses },
    )
    expect(read.rows?.map((one) => one.row?.status)).toEqual([undefined, 'wrong', undefined])
    expect(faultsOf(read).map((faults) => faults?.[0])).toEqual([
      'status-unreadable',
      'value-missing',
      'not-final',
    ])
  })
})

describe('LAB-02 a file that cannot be right is refused as a whole, with what to do', () => {
  const TEXT = file(row()).toString()
  it.each([
    ['an empty file', new Uint8Array(), SPECIFICATION, /^The file is empty/],
    [
      'XLSX',
      Buffer.from('PK\u0003\u0004'),
      SPECIFICATION,
      /^This is a workbook.*Ask the laboratory/,
    ],
    [
      'two bytes per character',
      Buffer.from(`\uFEFF${TEXT}`, 'utf16le'),
      SPECIFICATION,
      /Unicode Text/,
    ],
    [
      'ANSI',
      Buffer.from('BELLAM\xDD', 'latin1'),
      SPECIFICATION,
      /^This file is not UTF-8.*mapping/,
    ],
    ['UTF-8 where ANSI is usual', Buffer.from('BELLAMÝ'), OWN_HEADERS, /^This file is UTF-8/],
    [
      'day numbers',
      bytesOf('excel-serial-dates'),
      SPECIFICATION,
      /^a spreadsheet has changed.*date_of_birth/,
    ],
    [
      'day numbers, dd/mm/yy',
      bytesOf('excel-serial-dates'),
      UK_DATES_AND_WORDS,
      /^a spreadsheet has changed/,
    ],
    [
      'digits cut',
      file(row(), row({ nhs_number: '9.43E+09' })),
      SPECIFICATION,
      /nhs_number: a number without/,
    ],
    ['a value as a day', file(row({ value: '02-Jan' })), SPECIFICATION, /value: a value as a day/],
    [
      '#####',
      file(row({ collected_on: '########' })),
      SPECIFICATION,
      /an error of the spreadsheet/,
    ],
    [
      'columns moved',
      file(
        row().replace(`${NAME},`, `,${NAME},`).slice(0, -1),
        row().replace(`${NAME},`, `,${NAME},`).slice(0, -1),
      ),
      SPECIFICATION,
      /no row names/,
    ],
    [
      'headers of another',
      bytesOf('as-sent-title-row-own-headers'),
      { ...OWN_HEADERS, skipped: [] },
      /are missing/,
    ],
    [
      'another laboratory',
      file(row({ laboratory: 'Southgate' })),
      SPECIFICATION,
      /^no row names Northgate Pathology: choose/,
    ],
    ['another separator', bytesOf('tabs'), SPECIFICATION, /^the cells are not separated by commas/],
    [
      'days of another order',
      file(row({ collected_on: '20/11/2026' }), row({ collected_on: '20/11/2026', value: '2' })),
      SPECIFICATION,
      /^no row has a readable collected_on: days are written YYYY-MM-DD/,
    ],
  ] as const)('%s', async (_, bytes, mapping, problem) => {
    const read = await opened(bytes, mapping)
    expect(read.problems?.join('\n')).toMatch(problem)
  })

  it.each([
    ['as-sent-title-row-own-headers', OWN_HEADERS],
    ['as-sent-uk-dates-words', UK_DATES_AND_WORDS],
  ] as const)(
    '%s with a separator at the end of each line: a column without a header is passed over while its cells are empty',
    async (name, mapping) => {
      const text = bytesOf(name).toString('latin1')
      const openedText = (latin1: string) => opened(Buffer.from(latin1, 'latin1'), mapping)
      const ended = text.replaceAll('\r\n', ',\r\n')
      const read = await openedText(ended)
      expect(read.rows).toHaveLength(30)
      expect(read.rows).toEqual((await openedText(text)).rows)
      const filled = await openedText(ended.replace(/(H992PH53.*),\r\n/, '$1,x\r\n'))
      expect(filled.problems?.join()).toMatch(/^column 1[12] has no header/)
    },
  )

  it('what cannot be read is counted by the first reading, which takes turns with other work', async () => {
    const rows = [row({ value: '' }), row({ value: '', status: 'P' }), row()]
    expect(await opened(file(...rows), SPECIFICATION)).toMatchObject({
      faults: { 'value-missing': 2, 'not-final': 1 },
    })
  })

  it('no sentence repeats a cell', async () => {
    const read = await opened(
      Buffer.from('BELLAMY,1962-03-09\r\nHARPER,1960-01-01\r\n'),
      SPECIFICATION,
    )
    expect(read.problems?.join()).not.toMatch(/BELLAMY|HARPER|1962/)
  })

  it('a file with a withdrawal is read row by row all the same, but not of another laboratory', async () => {
    const wrong = row({ status: 'W', date_of_birth: '22714' })
    expect(await opened(file(wrong), SPECIFICATION)).toMatchObject({ rowCount: 1 })
    expect(await opened(file(wrong), SPECIFICATION, 'Southgate')).toHaveProperty('problems')
  })
})

describe('LAB-02 hostile files cost little', () => {
  const MEGABYTES = 2_000_000
  it.each([
    ['a quotation mark that is not closed', `"${'a'.repeat(MEGABYTES)}`],
    ['doubled quotation marks', `"${'""'.repeat(MEGABYTES / 2)}`],
    ['one line of commas', ','.repeat(MEGABYTES)],
    ['blank lines', '\n'.repeat(MEGABYTES)],
    ['one long cell', 'a'.repeat(MEGABYTES)],
    [
      'digits in every cell',
      `${HEADERS}\r\n${row({ value: '9'.repeat(4_900), label: 'H'.repeat(4_900), date_of_birth: ' '.repeat(4_900) })}`,
    ],
  ])('%s', async (_, text) => {
    const cost = await processorMs(() => opened(Buffer.from(text), SPECIFICATION))
    expect(cost).toBeLessThan(300)
  })
})

it('LAB-02 a preview keeps the form of a text and none of its letters and digits', () => {
  expect(masked('O’BRIEN-SMÏTH, Seán 03/12/26 <0.10 ug/L')).toBe(
    'A’AAAAA-AAAAA, AAAA 99/99/99 <9.99 AA/A',
  )
})
