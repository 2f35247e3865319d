import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SPECIFICATION } from '#results/rules/lab-mapping.ts'
import { fieldsOf, readMapping, ticksOf } from '#results/rules/lab-mapping-form.ts'
import { previewOf } from '#results/rules/lab-preview.ts'
import { OWN_HEADERS, UK_DATES_AND_WORDS } from '#tests/fixtures/lab-mappings.ts'

type Change = Record<string, string>
const formOf = (mapping: typeof OWN_HEADERS, change: Change = {}) => {
  const fields: Change = { ...fieldsOf(mapping), ...change }
  return readMapping({
    text: (name) => fields[name] ?? '',
    list: (name) => (name === 'also' ? ticksOf(mapping) : []),
  })
}

describe('LAB-02 the form of a mapping', () => {
  it.each([
    ['the specification', { ...SPECIFICATION, hasTimes: true }],
    ['own headers', OWN_HEADERS],
    [
      'tabs',
      { ...UK_DATES_AND_WORDS, separator: '\t', unread: ['Ward'], otherTests: ['Free PSA'] },
    ],
  ] as const)('reads back what it shows: %s', (_, mapping) => {
    expect(formOf(mapping)).toEqual({ mapping, faults: {} })
  })

  it.each([
    ['a header that is needed', { 'header-value': ' ' }, 'header-value'],
    ['one header for two columns', { 'header-value': 'dob' }, 'header-value'],
    ['a header that is not read', { unread: 'result' }, 'header-value'],
    ['a word with two meanings', { 'status-C': 'FINAL' }, 'status-C'],
    ['no word for final', { 'status-F': '' }, 'status-F'],
    ['a beginning of three letters', { skipped: 'Tot' }, 'skipped'],
    ['a beginning of the headers', { skipped: 'Sample' }, 'skipped'],
    ['a PSA test that is left out', { otherTests: ' psa ', tests: 'PSA' }, 'otherTests'],
    ['no test', { tests: '' }, 'tests'],
    ['an order of days that there is not', { dates: 'd' }, 'dates'],
    ['31 lines', { otherTests: 'x\n'.repeat(31) }, 'otherTests'],
    ['a long line', { skipped: 'x'.repeat(101) }, 'skipped'],
    ['no separator', { separator: '' }, 'separator'],
  ] as const)('refuses %s', (_, change, field) => {
    expect(Object.keys(formOf(OWN_HEADERS, change).faults)).toEqual([field])
  })
})

describe('LAB-02 the preview shows headers of the mapping and formats, and no patient', () => {
  const text = readFileSync(
    new URL('../../../fixtures/lab-files/as-sent-title-row-own-headers.csv', import.meta.url),
    'latin1',
  )
  const shownOf = (file: string, mapping = OWN_HEADERS) =>
    previewOf(file, mapping).map(({ kind, cells }) => `${kind}: ${cells.join('|')}`)

  it('with a mapping and before there is one', () => {
    const row = 'row: AA99-9999|A999AA99|AAAAAA|AAAA|99/99/99|99/99/99|AAAAA AAA|<9.99|AA/A|AAAAA'
    const headers =
      'headers: Lab No|Sample ID|Surname|Forename|DOB|Collected|Test|Result|Units|Status'
    const title = 'AAAAAAAAA AAAAAAAAA - AAA AAAAA 9999|||||||||'
    expect(shownOf(text).slice(0, 3)).toEqual([`skipped: ${title}`, headers, row])
    const some = 'headers: AAA AA|AAAAAA AA|Surname|Forename|AAA|AAAAAAAAA|Test|AAAAAA|AAAAA|Status'
    expect(shownOf(text, SPECIFICATION).slice(0, 3)).toEqual([`before: ${title}`, some, row])
  })

  it.each([
    ['a file without headers', text.split('\r\n').slice(2).join('\r\n')],
    ['a first line of five names', 'ARCHER,ALAN,BARKER,BRIAN,COOPER\r\n'],
    ['two names alone', 'ARCHER,ALAN\r\nBARKER,BRIAN\r\n'],
    ['the wrong separator', text.replaceAll(',', ';')],
    ['a wrong quotation mark', `"${text}`],
  ])('%s', (_, file) => {
    expect(shownOf(file, SPECIFICATION).join('\n')).not.toMatch(/ARCHER|ALAN|BARKER|H992PH53|1950/)
  })
})
