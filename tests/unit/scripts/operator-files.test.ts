import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../scripts/operator/command-line.ts'
import { readCsvFile, writeNewFile } from '../../../scripts/operator/staff.ts'

const folder = mkdtempSync(join(tmpdir(), 'halyard-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const read = (file: string | undefined) => readCsvFile(file, 'the usage')

describe('a file that an operator names', () => {
  it('OPS-02 is read with or without a byte-order mark', () => {
    expect(read(write('plain.csv', 'a,é\r\n'))).toBe('a,é\r\n')
    expect(read(write('mark.csv', '\uFEFFa\n'))).toBe('a\n')
  })

  it('OPS-02 that is missing, a folder or no text says so in a sentence', () => {
    const missing = join(folder, 'missing.csv')
    expect(() => read(missing)).toThrow(new Refusal(`There is no file ${missing}.`))
    expect(() => read(folder)).toThrow(new Refusal(`${folder} is a folder: name a file.`))
    expect(() => read(join(write('a.csv', 'x'), 'b.csv'))).toThrow(/cannot be read \(ENOTDIR\)\.$/)
    expect(() => read(undefined)).toThrow(new Refusal('the usage'))
    for (const bytes of [
      Buffer.from('a,\xE9\n', 'latin1'),
      Buffer.from('\uFEFFa,b\n', 'utf16le'),
      Buffer.from([0xff, 0xd8, 0, 1]),
    ]) {
      expect(() => read(write('bytes.csv', bytes))).toThrow(
        /is not UTF-8 text: in the spreadsheet choose "Save As", "CSV UTF-8 \(Comma delimited\)"\.$/,
      )
    }
    for (const bytes of [
      Buffer.from('PK\x03\x04\0\0\0'),
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
    ]) {
      expect(() => read(write('bytes.csv', bytes))).toThrow(
        /is a workbook, not a CSV file: in the spreadsheet choose "Save As"/,
      )
    }
  })

  it('LAB-06 a sheet is written for its owner only, and never over another file', () => {
    const file = join(folder, 'sheet.csv')
    writeNewFile(file, 'first')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(() => writeNewFile(file, 'second')).toThrow(
      new Refusal(`There is ${file} already: choose another name.`),
    )
    expect(readFileSync(file, 'utf8')).toBe('first')
    expect(() => writeNewFile(join(folder, 'none', 'x.csv'), '')).toThrow(
      /cannot be written \(ENOENT\): choose another folder\.$/,
    )
  })
})
