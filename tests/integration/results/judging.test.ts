import { describe, expect, it, vi } from 'vitest'
import { listToJudge } from '#results/server/database/results-judgements.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { resultRecordsService } from '#results/server/result-records.ts'
import { JUDGING_REFUSALS } from '#results/texts/judging.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  AMBER,
  clinician,
  daysAfter,
  discloseOn,
  GREEN,
  judgingPages,
  RED,
} from '#tests/integration/results/judging-setup.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLERK, sealer } from '#tests/integration/results/lab-setup.ts'
import { newestOf } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

/** The controls: a check that is switched off. */
const isOn = { time: true, form: true }
vi.mock('#results/server/judging/served-form.ts', async (original) => {
  const actual = await original<typeof import('#results/server/judging/served-form.ts')>()
  return {
    ...actual,
    checkServed: (...args: Parameters<typeof actual.checkServed>) => {
      const found = actual.checkServed(...args)
      if (found === 'too-soon' && !isOn.time) return 'ok'
      return found === 'foreign' && !isOn.form ? 'ok' : found
    },
  }
})

const lab = perFile(() => labDatabase(26))
const [ada, ben] = [clinician('Ada Quill'), clinician('Ben Ashe')]
const pages = (texts?: Record<string, string>) => judgingPages(lab.database, texts)
const gradingsOf = async (id: string) => {
  const { rows } = await lab.database.query<{ by: string }>(
    'select given_by as by from app.gradings where result_id = $1 order by round, reader',
    [id],
  )
  return rows.map(({ by }) => by)
}

describe('one case a page', () => {
  it('LAB-06 AUD-01 the case has the evidence and neither name nor contact; who reads it is recorded with the patient first', async () => {
    const { judging } = pages()
    const { id, tube } = await lab.matched('4.10')
    const one = await judging.open(ada, id)
    expect(one).toMatchObject({
      label: tube.label,
      evidence: { finding: { value: '4.10', unit: 'ng/mL' }, earlier: [] },
    })
    expect(JSON.stringify(one)).not.toMatch(/harbour|edwin|1961-02|@/i)
    const { rows } = await lab.database.query(
      `select operator, staff_id, subjects from app.audit_log where action = 'result-evidence-read' and subject = $1`,
      [`result:${id}`],
    )
    expect(rows).toEqual([
      {
        operator: 'Ada Quill, clinician',
        staff_id: ada.staffId,
        subjects: [tube.profileId],
      },
    ])
  })

  it('LAB-06 AUD-01 when the audit row cannot be written, no case is shown', async () => {
    const { id } = await lab.matched('4.2')
    const failing = judgingPages(lab.database, {}, () => Promise.reject(new Error('no row')))
    await expect(failing.judging.open(ada, id)).rejects.toThrow('no row')
  })

  it('LAB-06 a judgement within a second of its page is refused, and taken after it; without the check it is stored', async () => {
    const { judging, formOf, wait } = pages()
    const { id } = await lab.matched('1.30')
    const { one, form } = await formOf(ada, id)
    const proposal = await judging.propose(GREEN, one.evidence)
    const said = { ...GREEN, retestOn: proposal.nextTest, retestReason: '', comments: '' }
    wait(999)
    const early = await judging.record(ada, { ...form, ...said })
    expect(early).toEqual({ ok: false, faults: { form: JUDGING_REFUSALS['too-soon'] } })
    expect(await judging.defer(ada, { ...form, reason: 'later' })).toMatchObject({ ok: false })
    expect(await gradingsOf(id)).toEqual([])
    wait(1)
    expect(await judging.record(ada, { ...form, ...said })).toEqual({ ok: true, done: 'recorded' })

    const other = await lab.matched('1.31')
    isOn.time = false
    try {
      const next = await formOf(ada, other.id)
      const quick = await judging.record(ada, { ...next.form, ...said })
      expect(quick).toEqual({ ok: true, done: 'recorded' })
    } finally {
      isOn.time = true
    }
  })

  it('LAB-06 the form of case A with the id of case B, of another person, or of an earlier page is refused; without the signature it is stored', async () => {
    const { judging, formOf, wait } = pages()
    const [a, b] = [await lab.matched('1.40'), await lab.matched('1.41')]
    const { one, form } = await formOf(ada, a.id)
    wait(2000)
    const { nextTest } = await judging.propose(GREEN, one.evidence)
    const said = { ...GREEN, retestOn: nextTest, retestReason: '', comments: '' }
    const foreign = { ok: false, faults: { form: JUDGING_REFUSALS.foreign } }
    for (const sent of [
      { ...form, resultId: b.id },
      { ...form, revision: form.revision + 1 },
      { ...form, judgements: 1 },
      { ...form, signed: form.signed.replace(/^\d+/, '1') },
      { ...form, signed: '' },
    ]) {
      expect(await judging.record(ada, { ...sent, ...said })).toEqual(foreign)
    }
    expect(await judging.record(ben, { ...form, ...said })).toEqual(foreign)
    expect(await gradingsOf(b.id)).toEqual([])
    isOn.form = false
    try {
      const swapped = await judging.record(ada, { ...form, resultId: b.id, ...said })
      expect(swapped).toEqual({ ok: true, done: 'recorded' })
    } finally {
      isOn.form = true
    }
  })

  it('LAB-06 a form that is sent twice, also at one moment, is one judgement, and never judges the next patient', async () => {
    const { judging, formOf, wait } = pages()
    const { id } = await lab.matched('6.60')
    const { one, form } = await formOf(ada, id)
    wait(2000)
    const { nextTest } = await judging.propose(AMBER, one.evidence)
    const sent = { ...form, ...AMBER, retestOn: nextTest, retestReason: '', comments: '' }
    const both = await Promise.all([judging.record(ada, sent), judging.record(ada, sent)])
    expect(both.every(({ ok }) => ok)).toBe(true)
    expect(await judging.record(ada, sent)).toEqual({ ok: true, done: 'known' })
    expect(await gradingsOf(id)).toEqual(['Ada Quill, clinician'])
  })

  it.each([
    ['green', GREEN],
    ['amber', AMBER],
  ] as const)(
    'LAB-06 two clinicians, one case: the second is told ‘changed meanwhile’ (%s)',
    async (_, said) => {
      const { judging, judge, formOf, wait } = pages()
      const { id } = await lab.matched('1.50')
      const { one, form } = await formOf(ben, id)
      expect(await judge(ada, id, said)).toMatchObject({ ok: true })
      wait(2000)
      const { nextTest } = await judging.propose(said, one.evidence)
      const sent = { ...form, ...said, retestOn: nextTest, retestReason: '', comments: '' }
      expect(await judging.record(ben, sent)).toEqual({
        ok: false,
        faults: { form: JUDGING_REFUSALS.changed },
      })
      expect(await gradingsOf(id)).toEqual(['Ada Quill, clinician'])
    },
  )
})

describe('two readers', () => {
  it('LAB-06 LAB-13 88 as green: a second clinician is asked, and sees nothing of the first opinion', async () => {
    const { judging, judge } = pages()
    const { id, tube } = await lab.matched('88')
    const before = await judging.open(ben, id)
    expect(await judge(ada, id, GREEN)).toEqual({ ok: true, done: 'table' })
    expect(await judging.open(ada, id)).toBe('needs-another-person')
    const after = await judging.open(ben, id)
    const plain = (one: typeof before) =>
      typeof one === 'string' ? one : { ...one, signed: '', judgements: 0 }
    expect(plain(after)).toEqual(plain(before))
    expect(await judge(ben, id, RED)).toEqual({ ok: true, done: 'differs' })
    expect((await newestOf(lab.database, tube)).state).toBe('matched')
  })

  it('LAB-06 the importer is shown no evidence and judges nothing', async () => {
    const { judging, formOf } = pages()
    const tube = lab.nextTube()
    const outcome = await importLabFile(
      { database: lab.database, sealer },
      labCsv([cellsOf(tube, '1.60')]),
      'Ada Quill, coordinator',
    )
    expect(outcome.ok).toBe(true)
    const { id } = await newestOf(lab.database, tube)
    expect(await judging.open(ada, id)).toBe('imported-it')
    expect((await formOf(ben, id)).one.label).toBe(tube.label)
  })

  it('LAB-06 the oldest case comes first, and not the one that a colleague has open', async () => {
    const { judging } = pages()
    const [cy, di] = [clinician('Cy Ward'), clinician('Di Moss')]
    for (const value of ['1.61', '1.62']) await lab.matched(value)
    const first = (await judging.next(cy)) ?? ''
    expect(await judging.next(di)).toBe(first)
    await judging.open(di, first)
    const second = await judging.next(cy)
    expect(second).not.toBe(first)
    expect(await judging.next(di)).toBe(first)
    const { rows } = await lab.database.query<{ isOlder: boolean }>(
      `select (select matched_at from app.results where result_id = $1) < (select matched_at from app.results where result_id = $2) as "isOlder"`,
      [first, second],
    )
    expect(rows).toEqual([{ isOlder: true }])
  })
})

describe('a shown result that is held', () => {
  it('LAB-06 LAB-08 its page leads to another judgement, and the queue has it for the second clinician until it is complete', async () => {
    const { judging, judge, releasing } = pages()
    const [eve, fay] = [clinician('Eve Holm'), clinician('Fay Lund')]
    const { id, tube } = await lab.matched('1.65')
    await judge(eve, id, GREEN)
    await releasing.release(eve, (await releasing.overview(eve)).ready.green)
    const records = resultRecordsService({
      database: lab.database,
      sealer,
      disclose: discloseOn(lab.database),
      nudgeJobs() {},
    })
    const isJudgeable = async () => (await records.open(fay, id))?.versions[0]?.isJudgeable
    expect(await isJudgeable()).toBe(false)
    expect(await records.hold(fay, id, 'a doubt')).toBeUndefined()
    expect(await isJudgeable()).toBe(true)
    const queue = async () => (await listToJudge(lab.database)).map(({ label }) => label)
    expect(await queue()).not.toContain(tube.label)
    expect(await judge(eve, id, AMBER)).toEqual({ ok: true, done: 'second' })
    expect(await queue()).toContain(tube.label)
    expect(await judging.open(eve, id)).toBe('needs-another-person')
    expect(await judge(fay, id, AMBER)).toMatchObject({ ok: true })
    expect(await queue()).not.toContain(tube.label)
  })
})

describe('the next test', () => {
  it('LAB-06 LAB-13 another day than the text says needs a reason, which is encrypted; more than a month is refused', async () => {
    const { judging, formOf, wait } = pages()
    const { id } = await lab.matched('1.70')
    const { one, form } = await formOf(ada, id)
    wait(2000)
    const { nextTest } = await judging.propose(GREEN, one.evidence)
    const rest = { ...GREEN, comments: '' }
    const sent = { ...form, ...rest, retestOn: daysAfter(nextTest, 20), retestReason: '' }
    expect(await judging.record(ada, sent)).toMatchObject({ faults: { reason: /^Write why/ } })
    const far = { ...sent, retestOn: daysAfter(nextTest, 200), retestReason: 'a long journey' }
    expect(await judging.record(ada, far)).toMatchObject({
      faults: { retest: expect.stringMatching(/does not agree with the text/) },
    })
    expect(await judging.record(ada, { ...far, retestOn: undefined })).toMatchObject({
      faults: { retest: expect.stringMatching(/real day/) },
    })
    const near = { ...sent, retestReason: 'a long journey' }
    expect(await judging.record(ada, near)).toEqual({ ok: true, done: 'recorded' })
    const { rows } = await lab.database.query<{ row: string }>(
      'select to_jsonb(g)::text as row from app.gradings g where result_id = $1',
      [id],
    )
    expect(rows[0]?.row).not.toContain('journey')
    const { database } = lab
    const disclose = discloseOn(database)
    const records = resultRecordsService({ database, sealer, disclose, nudgeJobs() {} })
    const judgements = (await records.open(ben, id))?.versions[0]?.judgements
    expect(judgements).toMatchObject([{ light: 'green', retestReason: 'a long journey' }])
  })

  it('LAB-13 a published text that names another interval stops the judgement; one that agrees, or cannot be read, does not', async () => {
    const { id } = await lab.matched('1.80')
    const wrong = pages({ 'green-low': 'Please have another test in two years.' })
    const refused = await wrong.judge(ada, id, GREEN)
    expect(refused).toMatchObject({ faults: { form: expect.stringMatching(/in 2 years/) } })
    const right = pages({ 'green-low': 'Please have another test in three years.' })
    expect(await right.judge(ada, id, GREEN)).toEqual({ ok: true, done: 'recorded' })
  })
})

describe('a deferred case', () => {
  it('LAB-06 is out of the queue, in the list with its reason, and back after its next judgement', async () => {
    const { judging, judge, formOf, wait } = pages()
    const { id, tube } = await lab.matched('5.70')
    const { form } = await formOf(ada, id)
    wait(2000)
    const reason = 'the family history is not clear'
    expect(await judging.defer(ada, { ...form, reason: '' })).toMatchObject({ ok: false })
    expect(await judging.defer(ada, { ...form, reason })).toEqual({ ok: true, done: 'deferred' })
    expect(await judging.defer(ada, { ...form, reason })).toEqual({ ok: true, done: 'deferred' })
    const listed = async () => (await judging.overview(ben)).deferred
    expect(await listed()).toMatchObject([
      { resultId: id, label: tube.label, by: 'Ada Quill, clinician', reason },
    ])
    const { rows } = await lab.database.query<{ all: string }>(
      'select to_jsonb(d)::text as all from app.deferrals d',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.all).not.toContain('family')
    expect(await judge(ben, id, AMBER)).toEqual({ ok: true, done: 'second' })
    expect(await listed()).toEqual([])
    await expect(
      lab.database.query("update app.deferrals set deferred_by = 'Mo Finch, clinician'"),
    ).rejects.toThrow(/append-only/)
    await expect(lab.database.query('delete from app.deferrals')).rejects.toThrow(/append-only/)
  })

  it('LAB-06 a case that was held since its page was opened is not deferred', async () => {
    const { judging, formOf, wait } = pages()
    const { id } = await lab.matched('5.80')
    const { form } = await formOf(ada, id)
    wait(2000)
    await hideResult(lab.database, 'hold', id, { by: CLERK, reason: 'asked' })
    const late = await judging.defer(ada, { ...form, reason: 'later' })
    expect(late).toEqual({ ok: false, faults: { form: JUDGING_REFUSALS.changed } })
  })
})
