import { describe, expect, it } from 'vitest'
import { releaseHeld } from '#results/server/database/results.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { confirmRow } from '#results/server/laboratory/row-ends.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import {
  CLERK,
  CLINICIAN,
  SECOND,
  sealer,
  type TakenTube,
} from '#tests/integration/results/lab-setup.ts'
import {
  approve,
  byTwo,
  importValue,
  newestOf,
  versionOf,
} from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(() => labDatabase(8))

describe('results that are hidden, withdrawn or corrected', () => {
  it('LAB-08 a hold hides at once and without a mail; no release of many ends it, a named one with a reason does, and each hold is audited', async () => {
    const one = await lab.matched()
    await approve(lab.database, [{ ...one, light: 'green' }])
    await lab.release(one.id)
    const action = { by: CLERK, reason: 'asked by the laboratory' }
    expect(await hideResult(lab.database, 'hold', one.id, action)).toBeUndefined()
    expect(await lab.shown(one.id)).toEqual({
      state: 'withheld',
      corrected: false,
      finding_sealed: null,
      light_sealed: null,
      comments_sealed: null,
      retest_on_sealed: null,
    })
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
    await hideResult(lab.database, 'hold', one.id, { by: SECOND, reason: 'another doubt' })
    const { rows: holds } = await lab.database.query(
      `select operator, reason from app.audit_log where subject = $1 and action = 'result-on_hold' order by audit_id`,
      [`result:${one.id}`],
    )
    expect(holds).toEqual([
      { operator: CLERK, reason: action.reason },
      { operator: SECOND, reason: 'another doubt' },
    ])
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'held' }] })
    expect(await lab.shown(one.id)).toMatchObject({ state: 'withheld' })
    await expect(releaseHeld(lab.database, one.id, { by: SECOND, reason: '' })).rejects.toThrow(
      /a hold, its end and a withdrawal need a reason/,
    )
    const answered = { by: SECOND, reason: 'answered' }
    expect(await releaseHeld(lab.database, one.id, answered)).toBeUndefined()
    expect(await lab.shown(one.id)).toMatchObject({ state: 'released', corrected: false })
    expect(await releaseHeld(lab.database, one.id, answered)).toBe('released')
  })

  it('LAB-06 LAB-08 a hold of a result that is not shown survives an older sheet, a new one and a correction', async () => {
    const one = await lab.matched()
    const version = await versionOf(lab.database, one.id)
    await hideResult(lab.database, 'hold', one.id, { by: CLERK, reason: 'the wrong tube?' })
    const stale = await approve(lab.database, [{ ...one, light: 'green', version }])
    expect(stale).toMatchObject({
      ok: false,
      faults: [{ problem: expect.stringMatching(/changed since this sheet/) }],
    })
    await approve(lab.database, [{ ...one, light: 'green' }])
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'held' }] })
    const next = await importValue(lab.database, one.tube, '1.30', { status: 'C' })
    await approve(lab.database, [{ ...one, id: next, value: '1.30', light: 'green' }])
    expect(await lab.release(next)).toMatchObject({ leftOut: [{ reason: 'held' }] })
    const action = { by: CLINICIAN, reason: 'it was the right tube' }
    expect(await releaseHeld(lab.database, next, action)).toBeUndefined()
  })

  it('LAB-04 a value taken back before it was a result needs a correction: no late file and no confirmation brings it', async () => {
    const [late, very] = [lab.nextTube(), lab.nextTube()]
    const importRow = (tube: TakenTube, value: string, status: string) =>
      importLabFile(
        { database: lab.database, sealer },
        labCsv([{ ...cellsOf(tube, value), status }]),
        CLERK,
      )
    await importRow(late, '', 'W')
    expect(await importRow(late, '1.2', 'F')).toMatchObject({ counts: { quarantined: 1 } })
    await importRow(very, '250', 'F')
    await importRow(very, '', 'W')
    expect(await byTwo(lab.database, confirmRow, (await lab.waitingRowsOf(very))[0] ?? '')).toBe(
      'changed',
    )
    await expect(newestOf(lab.database, very)).rejects.toThrow(/no result/)
    expect(await importRow(very, '251', 'C')).toMatchObject({ counts: { quarantined: 1 } })
    expect(await importRow(very, '2.5', 'C')).toMatchObject({ counts: { accepted: 1 } })
    const rows = await lab.waitingRowsOf(very)
    for (const row of rows) expect(await byTwo(lab.database, confirmRow, row)).toBe('changed')
    expect(await newestOf(lab.database, very)).toMatchObject({ version: 1 })
  })

  it('LAB-08 a withdrawal is final: neutral mail, and later rows of the label wait', async () => {
    const one = await lab.matched()
    await approve(lab.database, [{ ...one, light: 'green' }])
    await lab.release(one.id)
    const action = { by: CLINICIAN, reason: 'wrong patient' }
    expect(await hideResult(lab.database, 'withdraw', one.id, action)).toBeUndefined()
    expect(await lab.shown(one.id)).toMatchObject({ state: 'withheld', finding_sealed: null })
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready', 'result-withdrawn'])
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-open' }] })
    await importValue(lab.database, one.tube, '7.7', { status: 'C' })
    expect(await newestOf(lab.database, one.tube)).toMatchObject({ id: one.id, version: 1 })
  })

  it('LAB-04 LAB-09 a corrected value hides the shown one, is judged and released again, and says so', async () => {
    const one = await lab.matched()
    await approve(lab.database, [{ ...one, light: 'green' }])
    await lab.release(one.id)
    const second = await importValue(lab.database, one.tube, '12.0', { status: 'C' })
    expect(second).not.toBe(one.id)
    expect(await lab.shown(one.id)).toMatchObject({ state: 'withheld' })
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'newer-version' }] })
    const row = { ...one, id: second, value: '12', light: 'red' }
    await approve(lab.database, [row])
    await approve(lab.database, [row], SECOND)
    await lab.call(second)
    await lab.releaseAlone(second)
    expect(await lab.shown(one.id)).toBeUndefined()
    expect(await lab.shown(second)).toMatchObject({ state: 'released', corrected: true })
  })

  it('LAB-04 LAB-08 status W hides whatever else the row says, and the value is not released again', async () => {
    const one = await lab.matched()
    await approve(lab.database, [{ ...one, light: 'green' }])
    await lab.release(one.id)
    await importValue(lab.database, { ...one.tube, surname: 'Another' }, '1.20', { status: 'W' })
    expect(await lab.shown(one.id)).toMatchObject({ state: 'withheld' })
    expect(await lab.release(one.id)).toMatchObject({
      leftOut: [{ reason: 'refused-by-laboratory' }],
    })
    expect(await approve(lab.database, [{ ...one, light: 'red' }])).toMatchObject({ ok: false })
  })

  it('LAB-09 a held result whose colour is changed by two persons says that it was corrected', async () => {
    const one = await lab.matched()
    await approve(lab.database, [{ ...one, light: 'green' }])
    await lab.release(one.id)
    await hideResult(lab.database, 'hold', one.id, { by: CLINICIAN, reason: 'colour' })
    await approve(lab.database, [{ ...one, light: 'amber' }])
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    await approve(lab.database, [{ ...one, light: 'amber' }], SECOND)
    const answered = { by: CLINICIAN, reason: 'judged again' }
    expect(await releaseHeld(lab.database, one.id, answered)).toBeUndefined()
    expect(await lab.shown(one.id)).toMatchObject({ state: 'released', corrected: true })
  })
})
