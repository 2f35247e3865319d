import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hideResult, releaseResults } from '#server/operations/results-release.ts'
import { readJudgementSheet } from '#server/operations/results-worklist.ts'
import { resultContext } from '#server/repositories/results-contexts.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  CLERK,
  CLINICIAN,
  SECOND,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-world.ts'
import { approve, importValue, newestOf } from '#tests/integration/results/result-steps.ts'

const PEOPLE = Array.from({ length: 12 }, (_, at) => ({
  surname: `Harbour${'abcdefghijklmnop'[at]}`,
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
    expect(theirs).toContain(`${one.id},${one.tube.label},4.4,ng/mL,,,,,\r\n`)
    expect(theirs).not.toMatch(/harbour|edwin|1961/i)
    const { rows } = await test.database.query(
      `select operator from app.audit_log where action = 'results-sheet-read' order by audit_id`,
    )
    expect(rows).toEqual([{ operator: CLINICIAN }, { operator: SECOND }])
  })

  it('LAB-08 a hold hides at once and without a mail; a release shows the result again', async () => {
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
    await release(one.id)
    expect(await shown(one.id)).toMatchObject({ state: 'released', corrected: false })
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
    await release(one.id)
    expect(await shown(one.id)).toMatchObject({ state: 'released', corrected: true })
  })
})
