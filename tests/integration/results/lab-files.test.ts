import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openLabFile } from '#results/server/laboratory/lab-file.ts'
import { checkLabFile, importLabFile } from '#results/server/laboratory/lab-import.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  CLERK,
  EVENT_DAY,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const test = perFile(testDatabase)

const PERSON = { surname: 'Bellamy', forename: 'Arthur', birthDate: '1962-03-09' } as const
let laboratories = 0

/** A file as a laboratory sent it, with the label and the day of a tube that was taken here. */
async function sent(name: string): Promise<{ csv: string; tube: TakenTube }> {
  laboratories += 1
  const laboratory = `Northgate Pathology ${laboratories}`
  const [tube] = await takeTubes(test.database, [PERSON], { laboratory })
  if (tube === undefined) throw new Error('There is no tube.')
  const text = readFileSync(
    new URL(`../../fixtures/lab-files/${name}.csv`, import.meta.url),
    'utf8',
  )
  const csv = text
    .replaceAll('HFXM083T', tube.label)
    .replaceAll('Northgate Pathology', laboratory)
    .replaceAll('2026-11-20', EVENT_DAY)
  return { csv, tube }
}

const deps = () => ({ database: test.database, sealer })

describe('files as laboratories and spreadsheets send them', () => {
  it.each([
    ['datetime', ['birth-date-unreadable', 'collection-day-unreadable']],
    ['excel-dates-uk', ['birth-date-unreadable', 'collection-day-unreadable']],
    ['hl7-dates', ['birth-date-unreadable', 'collection-day-unreadable']],
    ['forename-initial', ['forename-differs']],
    ['status-words', ['status-unreadable']],
    ['title-in-surname', ['surname-differs']],
    ['value-leading-zeros', ['value-unreadable']],
    ['value-over-100', ['value-implausible']],
  ])('LAB-01 LAB-03 %s: the row waits', async (name, reasons) => {
    const outcome = await importLabFile(deps(), (await sent(name)).csv, CLERK)
    expect(outcome).toMatchObject({ ok: true, counts: { quarantined: 1 }, waiting: [{ reasons }] })
  })

  it('LAB-04 duplicate-rows: the equal row counts once', async () => {
    const outcome = await importLabFile(deps(), (await sent('duplicate-rows')).csv, CLERK)
    expect(outcome).toMatchObject({ ok: true, counts: { accepted: 1, unchanged: 1 } })
  })

  it('LAB-02 footer-row: the row is taken over, the footer waits', async () => {
    const outcome = await importLabFile(deps(), (await sent('footer-row')).csv, CLERK)
    expect(outcome).toMatchObject({ ok: true, counts: { accepted: 1, quarantined: 1 } })
  })

  it.each(['tabs', 'as-sent-title-row-own-headers', 'excel-serial-dates'])(
    'LAB-02 %s: refused as a whole',
    async (name) => {
      const { csv } = await sent(name)
      expect(await importLabFile(deps(), csv, CLERK)).toMatchObject({ ok: false })
    },
  )

  it('LAB-02 days that a spreadsheet rewrote: one sentence per column, nothing is stored, and the right file comes later', async () => {
    const { csv } = await sent('as-sent-uk-dates-words')
    for (const step of [checkLabFile, importLabFile]) {
      const outcome = await step(deps(), csv, CLERK)
      expect(outcome).toMatchObject({
        ok: false,
        faults: [
          { problem: expect.stringMatching(/^no row has a readable date_of_birth: .*YYYY-MM-DD/) },
          { problem: expect.stringMatching(/^no row has a readable collected_on: .*YYYY-MM-DD/) },
          { problem: expect.stringMatching(/^no row has a readable status: /) },
        ],
      })
    }
    const { rows } = await test.database.query(
      'select from app.lab_files where sha256 = sha256($1::bytea)',
      [Buffer.from(csv)],
    )
    expect(rows).toEqual([])
  })

  it('LAB-02 one readable row, one row alone, or a row that takes a value back: the file is read row by row', async () => {
    const { tube } = await sent('tabs')
    const bad = { ...cellsOf(tube, '1.1'), date_of_birth: '09/03/1962' }
    const isRead = async (...rows: Parameters<typeof labCsv>[0]) =>
      (await openLabFile(labCsv(rows))).ok
    expect(await isRead(bad, { ...bad, value: '1.2' })).toBe(false)
    expect(await isRead(bad, cellsOf(tube, '1.2'))).toBe(true)
    expect(await isRead(bad)).toBe(true)
    expect(await isRead(bad, { ...bad, status: 'W' })).toBe(true)
  })
})
