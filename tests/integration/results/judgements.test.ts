import { describe, expect, it } from 'vitest'
import { readJudgementSheet } from '#results/commands/results-worklist.ts'
import { resultContext } from '#results/server/database/results-contexts.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { confirmRow } from '#results/server/laboratory/row-ends.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLERK, CLINICIAN, SECOND, sealer } from '#tests/integration/results/lab-setup.ts'
import {
  approve,
  byTwo,
  importValue,
  newestOf,
  nextTestOf,
} from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(() => labDatabase(10))

describe('judgement and release', () => {
  it('LAB-06 LAB-07 a green result needs one clinician; it is shown when released, with one mail', async () => {
    const one = await lab.matched()
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    expect(await lab.shown(one.id)).toBeUndefined()
    const undated = await approve(lab.database, [{ ...one, light: 'green', nextTest: '' }])
    expect(undated).toMatchObject({ ok: false, faults: [{ line: 2 }] })
    const row = { ...one, light: 'Green', comments: 'See you in 2099' }
    expect(await approve(lab.database, [row])).toMatchObject({ ok: true, judged: 1 })
    expect(await lab.shown(one.id)).toBeUndefined()
    expect(await lab.release(one.id)).toMatchObject({ released: [one.id], leftOut: [] })
    const seen = await lab.shown(one.id)
    expect(seen).toMatchObject({ state: 'released', corrected: false })
    const open = (
      column: 'light_sealed' | 'comments_sealed' | 'finding_sealed' | 'retest_on_sealed',
    ) => sealer.open(seen?.[column] as Buffer, resultContext(one.id, column))
    expect(open('light_sealed')).toBe('green')
    expect(open('comments_sealed')).toBe('See you in 2099')
    expect(open('retest_on_sealed')).toBe(nextTestOf('green'))
    expect(JSON.parse(open('finding_sealed'))).toEqual({ value: '1.20', unit: 'ng/mL' })
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'released' }] })
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
  })

  it('LAB-07 a result that its patient could not read is left out of a release of several, and released alone', async () => {
    const one = await lab.matched()
    await approve(lab.database, [{ ...one, light: 'green' }])
    await lab.database.query('update app.profiles set is_verified = false where profile_id = $1', [
      one.tube.profileId,
    ])
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'unconfirmed' }] })
    expect(await lab.mailsOf(one.id)).toEqual([])
    expect(await lab.releaseAlone(one.id)).toMatchObject({
      released: [one.id],
      unreadable: [one.id],
    })
  })

  it('LAB-06 anything but green needs a second person who agrees in everything', async () => {
    const one = await lab.matched('9.7')
    const row = { ...one, light: 'red' }
    expect(await approve(lab.database, [row])).toMatchObject({ ok: true, needSecond: 1 })
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    const again = await approve(lab.database, [row], 'ADA QUILL, clinician')
    expect(again).toMatchObject({ ok: false, faults: [{ line: 2 }] })
    const differs = await approve(lab.database, [{ ...row, risk: 'high' }], SECOND)
    expect(differs).toMatchObject({ ok: true, disagreed: 1 })
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    await approve(lab.database, [row], SECOND)
    expect(await approve(lab.database, [row])).toMatchObject({ ok: true, judged: 1 })
    await lab.call(one.id)
    expect(await lab.releaseAlone(one.id)).toMatchObject({ released: [one.id] })
  })

  it('LAB-06 another judgement before the release takes the first back until two persons agree', async () => {
    const one = await lab.matched()
    await approve(lab.database, [{ ...one, light: 'green' }])
    expect(await approve(lab.database, [{ ...one, light: 'green' }], SECOND)).toMatchObject({
      unchanged: 1,
    })
    await approve(lab.database, [{ ...one, light: 'amber' }], SECOND)
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    await approve(lab.database, [{ ...one, light: 'amber' }])
    expect(await lab.release(one.id)).toMatchObject({ released: [one.id] })
  })

  it('LAB-06 the person who imported a result does not judge it; a sheet whose rows slipped is refused as a whole', async () => {
    const tube = lab.nextTube()
    const id = await importValue(lab.database, tube, '2.5', { by: 'Ada Quill, clinician' })
    const own = { id, tube, value: '2.5', light: 'green' }
    expect(await approve(lab.database, [own])).toMatchObject({ ok: false })
    const other = await lab.matched('3.5')
    const slipped = [
      { ...own, value: '3.5' },
      { ...other, light: 'green', value: '2.5' },
    ]
    expect(await approve(lab.database, slipped, SECOND)).toMatchObject({
      ok: false,
      faults: [{ line: 2 }, { line: 3 }],
    })
    expect((await newestOf(lab.database, tube)).state).toBe('matched')
  })

  it('LAB-06 the sheet has no names and no judgement, and is recorded before it is written', async () => {
    const one = await lab.matched('4.4')
    await approve(lab.database, [{ ...one, light: 'amber' }])
    const mine = await readJudgementSheet({ database: lab.database, sealer }, CLINICIAN)
    expect(mine).not.toContain(one.id)
    const theirs = await readJudgementSheet({ database: lab.database, sealer }, SECOND)
    expect(theirs).toContain(`${one.id},1,${one.tube.label},4.4,ng/mL,`)
    expect(theirs).toMatch(/,,,,\r\n$/)
    // Each line has a random id, which can contain any four digits: a birth date is longer.
    expect(theirs).not.toMatch(/harbour|edwin|1961-02|\/1961/i)
    const { rows } = await lab.database.query(
      `select operator from app.audit_log where action = 'results-sheet-read' order by audit_id`,
    )
    expect(rows).toEqual([{ operator: CLINICIAN }, { operator: SECOND }])
  })

  it('LAB-06 other comments are another judgement, by the same person and between two', async () => {
    const one = await lab.matched()
    const row = { ...one, light: 'green', comments: 'All is well' }
    await approve(lab.database, [row])
    expect(await approve(lab.database, [row])).toMatchObject({ unchanged: 1 })
    const better = { ...row, comments: 'All is well; call us when you like' }
    expect(await approve(lab.database, [better])).toMatchObject({ needSecond: 1 })
    const differs = await approve(lab.database, [row], SECOND)
    expect(differs).toMatchObject({ disagreed: 1 })
    await approve(lab.database, [better], SECOND)
    expect(await approve(lab.database, [better])).toMatchObject({ judged: 1 })
    await lab.release(one.id)
    const seen = await lab.shown(one.id)
    const context = resultContext(one.id, 'comments_sealed')
    expect(sealer.open(seen?.['comments_sealed'] as Buffer, context)).toBe(better.comments)
  })

  it('LAB-06 a held result whose one green judgement was mine is in my sheet again', async () => {
    const one = await lab.matched()
    await approve(lab.database, [{ ...one, light: 'green' }])
    await hideResult(lab.database, 'hold', one.id, { by: CLERK, reason: 'asked' })
    expect(await readJudgementSheet({ database: lab.database, sealer }, CLINICIAN)).toContain(
      one.id,
    )
  })

  it('LAB-03 LAB-06 the person who imported the file does not judge a value that another one confirmed', async () => {
    const tube = lab.nextTube()
    const importer = 'Ada Quill, clinician'
    await importLabFile(
      { database: lab.database, sealer },
      labCsv([cellsOf(tube, '250')]),
      importer,
    )
    const row = (await lab.waitingRowsOf(tube))[0] ?? ''
    expect(await byTwo(lab.database, confirmRow, row)).toBeUndefined()
    const { id } = await newestOf(lab.database, tube)
    const red = { id, tube, value: '250', light: 'red' }
    expect(await approve(lab.database, [red], importer)).toMatchObject({ ok: false })
    expect(await approve(lab.database, [red], 'Ada-Quill, clinician')).toMatchObject({ ok: false })
    await expect(
      lab.database.query(
        `insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at, light_sealed, risk_group_sealed,
           comments_sealed, retest_on_sealed, judgement_mac, second_needed)
           values (gen_random_uuid(), $1, 1, 1, $2, 'adaquill', now(), 'x', 'x', 'x', 'x', 'x', true)`,
        [id, importer],
      ),
    ).rejects.toThrow(/L7/)
  })
})
