import { describe, expect, it } from 'vitest'
import { NOTE_LIMITS } from '#core/rules/character-limits.ts'
import { readClinicFile } from '#results/commands/clinic-file.ts'
import { readSheet } from '#results/commands/results-sheet.ts'
import { labelOf } from '#results/rules/sample-label.ts'
import { openLabFile } from '#results/server/laboratory/lab-file.ts'

const TODAY = '2026-11-23'
const [ONE, OTHER] = [labelOf('123456'), labelOf('654321')]
const SHEET =
  'result_id,version,label,value,unit,laboratory_comments,light,risk_group,next_test,comments'
const JUDGED = `b3a4fd8e-1111-4111-8111-000000000001,1,${ONE},6.1,ng/mL,,red,high,2027-11-23`
const CLINIC = 'reference,surname,outcome,label,taken_at'

const sheetFaults = (...lines: string[]) => readSheet(lines.join('\n'), TODAY).faults
const clinicFaults = (...lines: string[]) => readClinicFile(lines.join('\n')).faults
async function labFaults(...lines: string[]) {
  const opened = await openLabFile(lines.join('\n'))
  return opened.ok ? [] : opened.faults
}
const problemsOf = (faults: readonly { problem: string }[]) => faults.map((one) => one.problem)

describe('a file in which a cell could be read in two ways is refused', () => {
  it('LAB-06 a judgement sheet whose colour is in two columns', () => {
    expect(sheetFaults(SHEET, `${JUDGED},`)).toEqual([])
    expect(sheetFaults(`${SHEET},light`, `${JUDGED},,green`)).toEqual([
      { line: 1, problem: "the column 'light' is there twice" },
    ])
    expect(sheetFaults(`${SHEET},notes`, `${JUDGED},,x`)).toEqual([
      { line: 1, problem: "'notes' is no known column" },
    ])
  })

  it('LAB-06 a judgement whose comments have a comma without quotation marks: the patient would read half of them', () => {
    const quoted = readSheet(`${SHEET}\n${JUDGED},"Well done, but call us"`, TODAY)
    expect(quoted.rows[0]?.comments).toBe('Well done, but call us')
    const { rows, faults } = readSheet(`${SHEET}\n${JUDGED},Well done, but call us`, TODAY)
    expect(rows).toEqual([])
    expect(faults).toEqual([
      {
        line: 2,
        problem: 'has 11 cells instead of 10: put a text with a comma in quotation marks',
      },
    ])
    // Spreadsheets leave out empty cells at the end of a line.
    expect(readSheet(`${SHEET}\n${JUDGED}`, TODAY).rows[0]?.comments).toBeNull()
  })

  it('LAB-06 STF-09 a comment to the patient that is longer than on the page', () => {
    const comment = 'x'.repeat(NOTE_LIMITS.comment)
    expect(sheetFaults(SHEET, `${JUDGED},${comment}`)).toEqual([])
    expect(problemsOf(sheetFaults(SHEET, `${JUDGED},${comment}x`))).toEqual([
      'the column comments: Use 1000 characters or fewer.',
    ])
  })

  it('CLI-05 an attendance file whose label is in two columns', () => {
    expect(clinicFaults(CLINIC, `abcd-1234,Wren,attended,${ONE},09:00`)).toEqual([])
    expect(
      clinicFaults(`${CLINIC},label`, `abcd-1234,Wren,attended,${ONE},09:00,${OTHER}`),
    ).toEqual([{ line: 1, problem: "the column 'label' is there twice" }])
  })
})

describe('a file that cannot be used says what to do', () => {
  it.each([
    ['CLI-05 attendance', clinicFaults, CLINIC],
    ['LAB-06 judgements', sheetFaults, SHEET],
  ] as const)('%s: empty, or without a row', (_, faults, header) => {
    expect(problemsOf(faults(''))).toEqual(['the file is empty'])
    expect(problemsOf(faults(header))).toEqual(['the file has no rows'])
  })

  it('LAB-02 a laboratory file: empty, or with semicolons or tabs for commas', async () => {
    expect(problemsOf(await labFaults(''))).toEqual(['the file is empty'])
    for (const header of ['laboratory;label', 'laboratory\tlabel']) {
      expect(problemsOf(await labFaults(header))).toEqual([
        'the cells are not separated by commas: choose the laboratory that sent the file, and look at its mapping',
      ])
    }
  })
})

describe('OPS-02 a file as a spreadsheet in the United Kingdom saves it', () => {
  it('CLI-05 attendance: a title, semicolons, 9:00, empty rows and columns', () => {
    const { lines, faults } = readClinicFile(
      [
        '\uFEFFStowmarket, 10 February 2027;;;;;;',
        ';;;;;;',
        'Reference;Surname;Outcome;Label;Taken_at;;',
        `abcd-1234;Wren;attended;${ONE};9:00;;`,
        'ef01-2345;Oakley;no-show;;;;',
        ';;;;;;',
      ].join('\r\n'),
    )
    expect(faults).toEqual([])
    expect(lines).toMatchObject([
      {
        line: 4,
        who: { reference: 'abcd1234' },
        outcome: { kind: 'attended', label: ONE, takenAt: '09:00' },
      },
      { line: 5, who: { reference: 'ef012345' }, outcome: { kind: 'no-show' } },
    ])
  })

  it('LAB-06 a judgement whose next test became dd/mm/yyyy', () => {
    const judged = JUDGED.replace('2027-11-23', '23/11/2027')
    expect(readSheet(`${SHEET}\n${judged}`, TODAY).rows[0]?.retestOn).toBe('2027-11-23')
    const past = JUDGED.replace('2027-11-23', '23/11/2026')
    expect(problemsOf(sheetFaults(SHEET, past))).toEqual(['next_test is not in the future'])
    const short = JUDGED.replace('2027-11-23', '23/11/27')
    expect(problemsOf(sheetFaults(SHEET, short))).toEqual([
      'next_test must be a real day, dd/mm/yyyy',
    ])
  })
})
