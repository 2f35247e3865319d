import { describe, expect, it } from 'vitest'
import type { LabCells } from '#results/rules/lab-row.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { closeRow, confirmRow } from '#results/server/laboratory/row-ends.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import {
  CLERK,
  LEAD,
  SECOND_CLERK,
  sealer,
  type TakenTube,
} from '#tests/integration/results/lab-setup.ts'
import { byTwo, newestOf } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(() => labDatabase(26))

const deps = () => ({ database: lab.database, sealer })

/** Imports these rows; the reasons of each row that waits. */
async function importRows(...rows: readonly LabCells[]): Promise<string[]> {
  const outcome = await importLabFile(deps(), labCsv(rows), CLERK)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.waiting.map(({ reasons }) => reasons.join(' '))
}

/** The rows of a tube that wait, the oldest first. */
async function openRows({ label }: TakenTube): Promise<string[]> {
  const { rows } = await lab.database.query<{ id: string }>(
    `select row_id as id from app.lab_rows join app.lab_files using (file_id)
      where label = $1 and decision = 'quarantined' and resolution is null order by imported_at, line`,
    [label],
  )
  return rows.map(({ id }) => id)
}

async function valuesOf({ label }: TakenTube): Promise<number | undefined> {
  const { rows } = await lab.database.query<{ n: number }>(
    'select count(*)::int as n from app.results join app.samples using (sample_id) where label = $1',
    [label],
  )
  return rows[0]?.n
}

describe('quarantine is a wall', () => {
  it('LAB-05 a row with identifiers copied from the tube waits, until two people close the first one and confirm it', async () => {
    const tube = lab.nextTube()
    const stranger = { ...cellsOf(tube, '24.0'), surname: 'STRANGER' }
    expect(await importRows(stranger)).toEqual(['surname-differs'])
    for (const edited of [{}, { forename: '' }, { lab_ref: 'again' }]) {
      expect(await importRows({ ...cellsOf(tube, '24.0'), ...edited })).toEqual([
        'another-row-waits',
      ])
    }
    const [first = '', second = ''] = await openRows(tube)
    expect(await byTwo(lab.database, confirmRow, first)).toBe('other-reasons')
    expect(await byTwo(lab.database, confirmRow, second)).toBe('another-row-waits')
    expect(await byTwo(lab.database, closeRow, first)).toBeUndefined()
    // The edited row without a forename still contradicts the one with it.
    expect(await byTwo(lab.database, confirmRow, second)).toBe('another-row-waits')
    const [, third = ''] = await openRows(tube)
    expect(await byTwo(lab.database, closeRow, third)).toBeUndefined()
    expect(await byTwo(lab.database, confirmRow, second)).toBeUndefined()
    expect(await newestOf(lab.database, tube)).toMatchObject({ version: 1, state: 'matched' })
  })

  it('LAB-05 a row with a cell too many, or a label in another column, is part of the wall', async () => {
    for (const broken of [
      (cells: LabCells) => labCsv([cells]).replace(/\r\n$/, ',more\r\n'),
      (cells: LabCells) => labCsv([{ ...cells, label: cells.surname, surname: cells.label }]),
    ]) {
      const [tube, good] = [lab.nextTube(), lab.nextTube()]
      const csv = broken(cellsOf(tube, '24.0'))
      const outcome = await importLabFile(deps(), csv, CLERK)
      expect(outcome).toMatchObject({ waiting: [{ label: tube.label }] })
      // The same row again counts once.
      expect(await importLabFile(deps(), `${csv}End\r\n`, CLERK)).toMatchObject({
        waiting: [{ line: 3, label: undefined }],
        counts: { unchanged: 1, quarantined: 1 },
      })
      expect(await importRows(cellsOf(tube, '24.0'), cellsOf(good, '1.1'))).toEqual([
        'another-row-waits',
      ])
      const [first = '', second = ''] = await openRows(tube)
      expect(await byTwo(lab.database, confirmRow, first)).toBe('other-reasons')
      expect(await byTwo(lab.database, confirmRow, second)).toBe('another-row-waits')
      expect(await byTwo(lab.database, closeRow, first)).toBeUndefined()
      expect(await byTwo(lab.database, confirmRow, second)).toBeUndefined()
    }
  })

  it('LAB-05 LAB-02 a lost line break names two tubes: both wait, also beside their right rows in one file', async () => {
    const [one, other] = [lab.nextTube(), lab.nextTube()]
    const csv = labCsv([cellsOf(one, '1.1'), cellsOf(other, '2.2')])
    const [header = '', first = '', second = ''] = csv.split('\r\n')
    const joined = [header, `${first}${second}`, second, ''].join('\r\n')
    expect(await importLabFile(deps(), joined, CLERK)).toMatchObject({
      rowCount: 3,
      counts: { quarantined: 3 },
      waiting: [
        { line: 2, label: one.label, reasons: ['cells-missing'] },
        { line: 2, label: other.label, reasons: ['cells-missing'] },
        { line: 3, label: other.label, reasons: ['label-twice-in-file'] },
      ],
    })
    expect([await valuesOf(one), await valuesOf(other)]).toEqual([0, 0])
  })

  it('LAB-05 a preliminary row does not keep its final row back, and a withdrawal always counts', async () => {
    const tube = lab.nextTube()
    expect(await importRows({ ...cellsOf(tube, '1.1'), status: 'P' })).toEqual(['not-final'])
    expect(await importRows(cellsOf(tube, '1.2'))).toEqual([])
    // The final value overtook it: nothing is left for two people.
    expect(await openRows(tube)).toEqual([])
    const other = lab.nextTube()
    await importRows({ ...cellsOf(other, '1.1'), surname: 'Stranger' })
    expect(await importRows({ ...cellsOf(other, ''), status: 'W' })).toEqual([])
    expect((await openRows(other)).length).toBe(1)
    await expect(
      lab.database.query(
        `update app.lab_rows set resolution = 'overtaken', resolved_by = 'x, y', resolved_at = now() where decision = 'quarantined' and resolution is null`,
      ),
    ).rejects.toThrow(/LAB-05/)
  })

  it('LAB-05 one person proposes and another accepts; the importer, and the same person as a doctor, do neither', async () => {
    const tube = lab.nextTube()
    await importRows(cellsOf(tube, '250'))
    const [row = ''] = await openRows(tube)
    const step = (by: string, end = closeRow) => end(deps(), row, { by, reason: 'asked back' })
    expect(await step(CLERK)).toEqual({ refused: 'importer' })
    expect(await step('Dr. Mo Finch, clinician')).toEqual({ refused: 'importer' })
    expect(await step(LEAD)).toEqual({ done: 'proposed' })
    expect(await step('Dr Cy Ward, clinician')).toEqual({ refused: 'own-proposal' })
    // It waits, and another end is another proposal.
    expect(await openRows(tube)).toEqual([row])
    expect(await step(SECOND_CLERK, confirmRow)).toEqual({ done: 'proposed' })
    expect(await step(LEAD)).toEqual({ done: 'proposed' })
    expect(await step(SECOND_CLERK)).toEqual({ done: 'ended' })
    expect(await step(SECOND_CLERK)).toEqual({ refused: 'not-waiting' })
    const { rows } = await lab.database.query(
      `select resolution, proposed_by, resolved_by, proposed_by_key, resolved_by_key from app.lab_rows where row_id = $1`,
      [row],
    )
    expect(rows).toEqual([
      {
        resolution: 'closed',
        proposed_by: LEAD,
        resolved_by: SECOND_CLERK,
        proposed_by_key: 'cyward',
        resolved_by_key: 'dimoss',
      },
    ])
  })

  it('LAB-05 the database refuses a row that one person ends, or the importer; with the guard disabled, the rule finds it', async () => {
    const tube = lab.nextTube()
    await importRows(cellsOf(tube, '250'))
    const [row = ''] = await openRows(tube)
    const propose = (key: string) =>
      `update app.lab_rows set proposed_resolution = 'closed', proposed_by = 'x, y', proposed_by_key = '${key}', proposed_at = now(),
        proposed_reason = 'x' where row_id = '${row}'`
    const accept = (key: string, end = 'closed') =>
      `update app.lab_rows set resolution = '${end}', resolved_by = 'x, y', resolved_by_key = '${key}', resolved_at = now() where row_id = '${row}'`
    const refused = (text: string) =>
      expect(lab.database.query(text), text).rejects.toThrow(/LAB-05/)
    await refused(accept('dimoss'))
    await refused(propose('mofinch'))
    await lab.database.query(propose('cyward'))
    await refused(accept('cyward'))
    await refused(accept('mofinch'))
    await refused(accept('dimoss', 'confirmed'))
    await lab.database.query(
      `alter table app.lab_rows disable trigger user; ${accept('cyward')}; alter table app.lab_rows enable trigger user`,
    )
    expect((await findViolations(lab.database)).map(({ violated }) => violated)).toEqual([
      'LAB-05 a row that fewer than two people ended',
    ])
    await lab.database.query(
      `alter table app.lab_rows disable trigger user; ${accept('dimoss')}; alter table app.lab_rows enable trigger user`,
    )
  })
})

describe('ways out that need no editing', () => {
  it('LAB-04 an equal row counts once, in one file and in a later one', async () => {
    const tube = lab.nextTube()
    const cells = cellsOf(tube, '1.4')
    expect(await importRows(cells, cells)).toEqual([])
    expect(await valuesOf(tube)).toBe(1)
    const early = lab.nextTube()
    expect(
      await importRows(cellsOf(early, '250'), { ...cellsOf(early, '1.4'), status: 'P' }),
    ).toEqual(['value-implausible label-twice-in-file', 'not-final label-twice-in-file'])
    const strange = { ...cellsOf(lab.nextTube(), '1.4'), surname: 'Stranger' }
    expect(await importRows(strange, strange)).toEqual(['surname-differs'])
    expect(await importRows(strange, cells)).toEqual([])
  })

  it('LAB-04 of two rows of one label that say something else, two people take one; then the other is closed', async () => {
    const tube = lab.nextTube()
    expect(await importRows(cellsOf(tube, '1.4'), cellsOf(tube, '14'))).toEqual([
      'label-twice-in-file',
      'label-twice-in-file',
    ])
    const [first = '', second = ''] = await openRows(tube)
    expect(await byTwo(lab.database, confirmRow, first)).toBeUndefined()
    expect(await byTwo(lab.database, closeRow, second)).toBeUndefined()
    expect(await newestOf(lab.database, tube)).toMatchObject({ version: 1 })
  })

  it('LAB-04 a correction beside a withdrawal in one file is not confirmed: only a later one brings a value', async () => {
    const { tube } = await lab.matched('1.4')
    const [corrected, wrong] = [cellsOf(tube, '1.5'), cellsOf(tube, '')]
    await importRows({ ...corrected, status: 'C' }, { ...wrong, status: 'W' })
    const [row = ''] = await openRows(tube)
    expect(await byTwo(lab.database, confirmRow, row)).toBe('changed')
    expect(await byTwo(lab.database, closeRow, row)).toBeUndefined()
    expect(await importRows({ ...corrected, status: 'C' })).toEqual([])
  })

  it('LAB-04 another final value: two people let the stored value stand, or make the row the new version', async () => {
    const [stands, replaced] = [await lab.matched('11.4'), await lab.matched('11.4')]
    for (const { tube } of [stands, replaced]) {
      expect(await importRows(cellsOf(tube, '1.90'))).toEqual(['another-final-value'])
    }
    const [one = ''] = await openRows(stands.tube)
    expect(await byTwo(lab.database, closeRow, one)).toBeUndefined()
    expect(await newestOf(lab.database, stands.tube)).toMatchObject({ id: stands.id, version: 1 })
    const [two = ''] = await openRows(replaced.tube)
    expect(await byTwo(lab.database, confirmRow, two)).toBeUndefined()
    expect(await newestOf(lab.database, replaced.tube)).toMatchObject({ version: 2 })
  })

  it('LAB-04 a proposal about an earlier result of the tube no longer counts', async () => {
    const { tube } = await lab.matched('11.4')
    await importRows(cellsOf(tube, '1.90'))
    const [row = ''] = await openRows(tube)
    const step = (by: string) => closeRow(deps(), row, { by, reason: 'the first one stands' })
    expect(await step(LEAD)).toEqual({ done: 'proposed' })
    await importRows({ ...cellsOf(tube, '12.0'), status: 'C' })
    expect(await step(SECOND_CLERK)).toEqual({ done: 'proposed' })
    expect(await step(LEAD)).toEqual({ done: 'ended' })
  })

  it('LAB-03 a decimal comma and a unit behind the value: two people take over what the row plainly says', async () => {
    for (const [value, more, taken] of [
      ['4,2', {}, '4.2'],
      ['0.8 ug/L', { unit: 'ug/L' }, '0.8'],
      ['<0,1 µg/L', { unit: '' }, '<0.1'],
    ] as const) {
      const tube = lab.nextTube()
      expect((await importRows({ ...cellsOf(tube, value), ...more })).length).toBe(1)
      const [row = ''] = await openRows(tube)
      expect(await byTwo(lab.database, confirmRow, row), value).toBeUndefined()
      const { id } = await newestOf(lab.database, tube)
      const { rows } = await lab.database.query<{ sealed: Buffer }>(
        'select finding_sealed as sealed from app.results where result_id = $1',
        [id],
      )
      const context = { table: 'results', row: id, column: 'finding_sealed' }
      const finding = JSON.parse(sealer.open(rows[0]?.sealed ?? Buffer.alloc(0), context))
      expect(finding).toMatchObject({ value: taken })
    }
    const tube = lab.nextTube()
    await importRows({ ...cellsOf(tube, '0.8 ug/L'), unit: 'nmol/L' })
    const [row = ''] = await openRows(tube)
    expect(await byTwo(lab.database, confirmRow, row)).toBe('other-reasons')
  })
})
