import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLabFile } from '#server/operations/results-import.ts'
import { confirmValue } from '#server/operations/results-quarantine.ts'
import { hideResult, releaseResults, showHeldResult } from '#server/operations/results-release.ts'
import { readJudgementSheet } from '#server/operations/results-worklist.ts'
import { resultContext } from '#server/repositories/results-contexts.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { cellsOf, labCsv } from '#tests/fixtures/lab-rows.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  CLERK,
  CLINICIAN,
  SECOND,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import {
  approve,
  importValue,
  newestOf,
  versionOf,
} from '#tests/integration/results/result-steps.ts'

const PEOPLE = Array.from({ length: 19 }, (_, at) => ({
  surname: `Harbour${'abcdefghijklmnopqrstuvw'[at]}`,
  forename: 'Edwin',
  birthDate: '1961-02-03',
}))

let test: TestDatabase
let tubes: TakenTube[]

beforeAll(async () => {
  test = await testDatabase()
  tubes = await takeTubes(test.database, PEOPLE)
})
afterAll(async () => {
  expect(await findViolations(test.database)).toEqual([])
  await test.close()
})

const nextTube = () => {
  const tube = tubes.shift()
  if (tube === undefined) throw new Error('There is no tube left.')
  return tube
}

/** A result with this value that waits for its colour. */
async function matched(value = '1.20') {
  const tube = nextTube()
  return { tube, value, id: await importValue(test.database, tube, value) }
}

async function shown(id: string) {
  const { rows } = await test.database.query<Record<string, unknown>>(
    'select state, corrected, finding_sealed, light_sealed, comments_sealed, retest_on from app.released_results where result_id = $1',
    [id],
  )
  return rows[0]
}

async function waitingRowsOf(tube: TakenTube): Promise<string[]> {
  const { rows } = await test.database.query<{ id: string }>(
    `select row_id as id from app.lab_rows where label = $1 and reasons = '{value-implausible}'`,
    [tube.label],
  )
  return rows.map(({ id }) => id)
}
const waitingRowOf = async (tube: TakenTube) => (await waitingRowsOf(tube))[0] ?? ''

const mailsOf = async (id: string) => {
  const { rows } = await test.database.query<{ template: string }>(
    `select payload ->> 'template' as template from app.jobs where payload ->> 'result_id' = $1 order by job_id`,
    [id],
  )
  return rows.map(({ template }) => template)
}

const release = (id: string, by = CLINICIAN) => releaseResults(test.database, [id], by)

describe('judgement and release', () => {
  it('LAB-06 LAB-07 a green result needs one clinician; it is shown when released, with one mail', async () => {
    const one = await matched()
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    expect(await shown(one.id)).toBeUndefined()
    const undated = await approve(test.database, [{ ...one, light: 'green', nextTest: '' }])
    expect(undated).toEqual({ ok: false, faults: [{ line: 2, problem: 'green needs next_test' }] })
    const row = { ...one, light: 'Green', nextTest: '2099-01-02', comments: 'See you in 2099' }
    expect(await approve(test.database, [row])).toMatchObject({ ok: true, judged: 1 })
    expect(await shown(one.id)).toBeUndefined()
    expect(await release(one.id)).toEqual({ released: [one.id], leftOut: [] })
    const seen = await shown(one.id)
    expect(seen).toMatchObject({ state: 'released', corrected: false, retest_on: '2099-01-02' })
    const open = (column: 'light_sealed' | 'comments_sealed' | 'finding_sealed') =>
      sealer.open(seen?.[column] as Buffer, resultContext(one.id, column))
    expect(open('light_sealed')).toBe('green')
    expect(open('comments_sealed')).toBe('See you in 2099')
    expect(JSON.parse(open('finding_sealed'))).toEqual({ value: '1.20', unit: 'ng/mL' })
    expect(await mailsOf(one.id)).toEqual(['result-ready'])
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'released' }] })
    expect(await mailsOf(one.id)).toEqual(['result-ready'])
  })

  it('LAB-06 anything but green needs a second person who agrees in everything', async () => {
    const one = await matched('9.7')
    const row = { ...one, light: 'red' }
    expect(await approve(test.database, [row])).toMatchObject({ ok: true, needSecond: 1 })
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    const again = await approve(test.database, [row], 'ADA QUILL, clinician')
    expect(again).toMatchObject({ ok: false, faults: [{ line: 2 }] })
    const differs = await approve(test.database, [{ ...row, risk: 'high' }], SECOND)
    expect(differs).toMatchObject({ ok: true, disagreed: 1 })
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    await approve(test.database, [row], SECOND)
    expect(await approve(test.database, [row])).toMatchObject({ ok: true, judged: 1 })
    expect(await release(one.id)).toMatchObject({ released: [one.id] })
  })

  it('LAB-06 another judgement before the release takes the first back until two persons agree', async () => {
    const one = await matched()
    await approve(test.database, [{ ...one, light: 'green' }])
    expect(await approve(test.database, [{ ...one, light: 'green' }], SECOND)).toMatchObject({
      unchanged: 1,
    })
    await approve(test.database, [{ ...one, light: 'amber' }], SECOND)
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    await approve(test.database, [{ ...one, light: 'amber' }])
    expect(await release(one.id)).toMatchObject({ released: [one.id] })
  })

  it('LAB-06 the person who imported a result does not judge it; a sheet whose rows slipped is refused as a whole', async () => {
    const tube = nextTube()
    const id = await importValue(test.database, tube, '2.5', { by: 'Ada Quill, clinician' })
    const own = { id, tube, value: '2.5', light: 'green' }
    expect(await approve(test.database, [own])).toMatchObject({ ok: false })
    const other = await matched('3.5')
    const slipped = [
      { ...own, value: '3.5' },
      { ...other, light: 'green', value: '2.5' },
    ]
    expect(await approve(test.database, slipped, SECOND)).toMatchObject({
      ok: false,
      faults: [{ line: 2 }, { line: 3 }],
    })
    expect((await newestOf(test.database, tube)).state).toBe('matched')
  })

  it('LAB-06 the sheet names nobody, shows no judgement, and is recorded before it is written', async () => {
    const one = await matched('4.4')
    await approve(test.database, [{ ...one, light: 'amber' }])
    const mine = await readJudgementSheet({ database: test.database, sealer }, CLINICIAN)
    expect(mine).not.toContain(one.id)
    const theirs = await readJudgementSheet({ database: test.database, sealer }, SECOND)
    expect(theirs).toContain(`${one.id},1,${one.tube.label},4.4,ng/mL,,,,,\r\n`)
    expect(theirs).not.toMatch(/harbour|edwin|1961/i)
    const { rows } = await test.database.query(
      `select operator from app.audit_log where action = 'results-sheet-read' order by audit_id`,
    )
    expect(rows).toEqual([{ operator: CLINICIAN }, { operator: SECOND }])
  })

  it('LAB-08 a hold hides at once and without a mail; no release of many ends it, a named one with a reason does, and each hold is audited', async () => {
    const one = await matched()
    await approve(test.database, [{ ...one, light: 'green' }])
    await release(one.id)
    const action = { by: CLERK, reason: 'asked by the laboratory' }
    expect(await hideResult(test.database, 'hold', one.id, action)).toBeUndefined()
    expect(await shown(one.id)).toEqual({
      state: 'withheld',
      corrected: false,
      finding_sealed: null,
      light_sealed: null,
      comments_sealed: null,
      retest_on: null,
    })
    expect(await mailsOf(one.id)).toEqual(['result-ready'])
    await hideResult(test.database, 'hold', one.id, { by: SECOND, reason: 'another doubt' })
    const { rows: holds } = await test.database.query(
      `select operator, reason from app.audit_log where subject = $1 and action = 'result-on_hold' order by audit_id`,
      [`result:${one.id}`],
    )
    expect(holds).toEqual([
      { operator: CLERK, reason: action.reason },
      { operator: SECOND, reason: 'another doubt' },
    ])
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'held' }] })
    expect(await shown(one.id)).toMatchObject({ state: 'withheld' })
    await expect(showHeldResult(test.database, one.id, { by: SECOND, reason: '' })).rejects.toThrow(
      /a hold ends by a release with a reason/,
    )
    const answered = { by: SECOND, reason: 'answered' }
    expect(await showHeldResult(test.database, one.id, answered)).toBeUndefined()
    expect(await shown(one.id)).toMatchObject({ state: 'released', corrected: false })
    expect(await showHeldResult(test.database, one.id, answered)).toBe('released')
  })

  it('LAB-06 LAB-08 a hold of a result that is not shown survives an older sheet, a new one and a correction', async () => {
    const one = await matched()
    const version = await versionOf(test.database, one.id)
    await hideResult(test.database, 'hold', one.id, { by: CLERK, reason: 'the wrong tube?' })
    const stale = await approve(test.database, [{ ...one, light: 'green', version }])
    expect(stale).toMatchObject({
      ok: false,
      faults: [{ problem: expect.stringMatching(/changed since this sheet/) }],
    })
    await approve(test.database, [{ ...one, light: 'green' }])
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'held' }] })
    const next = await importValue(test.database, one.tube, '1.30', { status: 'C' })
    await approve(test.database, [{ ...one, id: next, value: '1.30', light: 'green' }])
    expect(await release(next)).toMatchObject({ leftOut: [{ reason: 'held' }] })
    const action = { by: CLINICIAN, reason: 'it was the right tube' }
    expect(await showHeldResult(test.database, next, action)).toBeUndefined()
  })

  it('LAB-06 other comments are another judgement, by the same person and between two', async () => {
    const one = await matched()
    const row = { ...one, light: 'green', comments: 'All is well' }
    await approve(test.database, [row])
    expect(await approve(test.database, [row])).toMatchObject({ unchanged: 1 })
    const better = { ...row, comments: 'All is well; call us when you like' }
    expect(await approve(test.database, [better])).toMatchObject({ needSecond: 1 })
    const differs = await approve(test.database, [row], SECOND)
    expect(differs).toMatchObject({ disagreed: 1 })
    await approve(test.database, [better], SECOND)
    expect(await approve(test.database, [better])).toMatchObject({ judged: 1 })
    await release(one.id)
    const seen = await shown(one.id)
    const context = resultContext(one.id, 'comments_sealed')
    expect(sealer.open(seen?.['comments_sealed'] as Buffer, context)).toBe(better.comments)
  })

  it('LAB-06 a held result whose one green judgement was mine is in my sheet again', async () => {
    const one = await matched()
    await approve(test.database, [{ ...one, light: 'green' }])
    await hideResult(test.database, 'hold', one.id, { by: CLERK, reason: 'asked' })
    expect(await readJudgementSheet({ database: test.database, sealer }, CLINICIAN)).toContain(
      one.id,
    )
  })

  it('LAB-03 LAB-06 the person who imported the file does not judge a value that another one confirmed', async () => {
    const tube = nextTube()
    const importer = 'Ada Quill, clinician'
    await importLabFile(
      { database: test.database, sealer },
      labCsv([cellsOf(tube, '250')]),
      importer,
    )
    await confirmValue({ database: test.database, sealer }, await waitingRowOf(tube), {
      by: CLERK,
      reason: 'by telephone',
    })
    const { id } = await newestOf(test.database, tube)
    const row = { id, tube, value: '250', light: 'red' }
    expect(await approve(test.database, [row], importer)).toMatchObject({ ok: false })
    expect(await approve(test.database, [row], 'Ada-Quill, clinician')).toMatchObject({ ok: false })
    await expect(
      test.database.query(
        `insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at, light_sealed, risk_group_sealed,
           judgement_mac, second_needed) values (gen_random_uuid(), $1, 1, 1, $2, 'adaquill', now(), 'x', 'x', 'x', true)`,
        [id, importer],
      ),
    ).rejects.toThrow(/L7/)
  })

  it('LAB-04 a value taken back before it was a result needs a correction: no late file and no confirmation brings it', async () => {
    const [late, very] = [nextTube(), nextTube()]
    const importRow = (tube: TakenTube, value: string, status: string) =>
      importLabFile(
        { database: test.database, sealer },
        labCsv([{ ...cellsOf(tube, value), status }]),
        CLERK,
      )
    await importRow(late, '', 'W')
    expect(await importRow(late, '1.2', 'F')).toMatchObject({ counts: { quarantined: 1 } })
    await importRow(very, '250', 'F')
    await importRow(very, '', 'W')
    const action = { by: CLERK, reason: 'by telephone' }
    const deps = { database: test.database, sealer }
    expect(await confirmValue(deps, await waitingRowOf(very), action)).toBe('changed')
    await expect(newestOf(test.database, very)).rejects.toThrow(/no result/)
    expect(await importRow(very, '251', 'C')).toMatchObject({ counts: { quarantined: 1 } })
    expect(await importRow(very, '2.5', 'C')).toMatchObject({ counts: { accepted: 1 } })
    const rows = await waitingRowsOf(very)
    for (const row of rows) expect(await confirmValue(deps, row, action)).toBe('changed')
    expect(await newestOf(test.database, very)).toMatchObject({ version: 1 })
  })

  it('LAB-08 a withdrawal is final: neutral mail, and later rows of the label wait', async () => {
    const one = await matched()
    await approve(test.database, [{ ...one, light: 'green' }])
    await release(one.id)
    const action = { by: CLINICIAN, reason: 'wrong patient' }
    expect(await hideResult(test.database, 'withdraw', one.id, action)).toBeUndefined()
    expect(await shown(one.id)).toMatchObject({ state: 'withheld', finding_sealed: null })
    expect(await mailsOf(one.id)).toEqual(['result-ready', 'result-withdrawn'])
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-open' }] })
    await importValue(test.database, one.tube, '7.7', { status: 'C' })
    expect(await newestOf(test.database, one.tube)).toMatchObject({ id: one.id, version: 1 })
  })

  it('LAB-04 LAB-09 a corrected value hides the shown one, is judged and released again, and says so', async () => {
    const one = await matched()
    await approve(test.database, [{ ...one, light: 'green' }])
    await release(one.id)
    const second = await importValue(test.database, one.tube, '12.0', { status: 'C' })
    expect(second).not.toBe(one.id)
    expect(await shown(one.id)).toMatchObject({ state: 'withheld' })
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'newer-version' }] })
    const row = { ...one, id: second, value: '12', light: 'red' }
    await approve(test.database, [row])
    await approve(test.database, [row], SECOND)
    await release(second)
    expect(await shown(one.id)).toBeUndefined()
    expect(await shown(second)).toMatchObject({ state: 'released', corrected: true })
  })

  it('LAB-04 LAB-08 status W hides whatever else the row says, and the value is not released again', async () => {
    const one = await matched()
    await approve(test.database, [{ ...one, light: 'green' }])
    await release(one.id)
    await importValue(test.database, { ...one.tube, surname: 'Another' }, '1.20', { status: 'W' })
    expect(await shown(one.id)).toMatchObject({ state: 'withheld' })
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'refused-by-laboratory' }] })
    expect(await approve(test.database, [{ ...one, light: 'red' }])).toMatchObject({ ok: false })
  })

  it('LAB-09 a held result whose colour is changed by two persons says that it was corrected', async () => {
    const one = await matched()
    await approve(test.database, [{ ...one, light: 'green' }])
    await release(one.id)
    await hideResult(test.database, 'hold', one.id, { by: CLINICIAN, reason: 'colour' })
    await approve(test.database, [{ ...one, light: 'amber' }])
    expect(await release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    await approve(test.database, [{ ...one, light: 'amber' }], SECOND)
    const answered = { by: CLINICIAN, reason: 'judged again' }
    expect(await showHeldResult(test.database, one.id, answered)).toBeUndefined()
    expect(await shown(one.id)).toMatchObject({ state: 'released', corrected: true })
  })
})
