import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { databaseClock } from '#core/server/database/clock.ts'
import { erasePatient } from '#portal/commands/erase-patient.ts'
import type { TickKind } from '#results/rules/call-case.ts'
import { spacedLabel } from '#results/rules/sample-label.ts'
import { callsService } from '#results/server/calls.ts'
import { openUnread } from '#results/server/database/call-cases.ts'
import { resultRecordsService } from '#results/server/result-records.ts'
import { wrongPatientService } from '#results/server/wrong-patient.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { memberOf } from '#tests/fixtures/staff-member.ts'
import { discloseOn } from '#tests/integration/results/judging-setup.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLINICIAN, SECOND, sealer, type TakenTube } from '#tests/integration/results/lab-setup.ts'
import { approve, importValue } from '#tests/integration/results/result-steps.ts'

const lab = perFile(() => labDatabase(43))
const ADA = memberOf('clinician')
const LEAD = { ...memberOf('coordinator'), name: 'Mo Finch' }
const NURSE = memberOf('phlebotomist')

const nudged = { times: 0 }
const nudgeJobs = () => {
  nudged.times += 1
}
const shownBy = () => ({
  database: lab.database,
  sealer,
  disclose: discloseOn(lab.database),
})
const pages = () => resultRecordsService({ ...shownBy(), nudgeJobs })
const checklists = () => wrongPatientService(shownBy())
const calls = async () =>
  callsService({
    database: lab.database,
    sealer,
    nudgeJobs,
    clock: await databaseClock(lab.database),
  })

async function shown(value = '1.20') {
  const one = await lab.matched(value)
  await approve(lab.database, [{ ...one, light: 'green' }])
  await lab.releaseAlone(one.id)
  return one
}
const stateOf = async (id: string) => (await lab.shown(id))?.['state']
const stepFor = async (resultId: string, reason = 'asked') => ({
  resultId,
  reason,
  seen: await pages().seen(resultId),
})

async function planWrong(resultId: string, otherLabel?: string) {
  const plan = await pages().plan(resultId, otherLabel)
  if (typeof plan === 'string') throw new Error(plan)
  const caseId = randomUUID()
  const form = { resultId, reason: 'the tubes were exchanged', seen: plan.seen }
  const send = () => pages().withdrawWrongPatient(ADA, form, { caseId, otherLabel })
  return { caseId, plan, form, send }
}
async function withdrawWrong(resultId: string, otherLabel?: string) {
  const planned = await planWrong(resultId, otherLabel)
  return { ...planned, refusal: await planned.send() }
}

describe('the page of a result', () => {
  it('LAB-08 AUD-01 it is found by its whole label or number, and names no patient; the audit row says who read it', async () => {
    const one = await shown()
    const { label, profileId } = one.tube
    expect(await pages().find(` ${label.slice(0, 4)} ${label.slice(4).toLowerCase()} `)).toBe(
      one.id,
    )
    expect(await pages().find(one.id.toUpperCase())).toBe(one.id)
    for (const typed of ['', label.slice(0, 7), 'Harboura', '%', randomUUID()]) {
      expect(await pages().find(typed), typed).toBeUndefined()
    }
    const record = await pages().open(ADA, one.id)
    expect(JSON.stringify(record)).not.toMatch(/Harbour/)
    expect(record?.versions).toMatchObject([
      { state: 'released', finding: { value: '1.20' }, judgements: [{ light: 'green' }] },
    ])
    expect(record?.actions.map(({ action }) => action)).toEqual([
      'result-matched',
      'result-judged',
      'result-graded',
      'result-released',
      'result-record-read',
    ])
    const { rows } = await lab.database.query(
      `select staff_id as "staffId", subjects from app.audit_log where action = 'result-record-read' and subject = $1`,
      [`result:${one.id}`],
    )
    expect(rows).toEqual([{ staffId: ADA.staffId, subjects: [profileId] }])
    // A coordinator holds, and needs neither value nor colour.
    const seenByLead = await pages().open(LEAD, one.id)
    expect(seenByLead?.versions[0]).toMatchObject({ finding: undefined })
    expect(JSON.stringify(seenByLead)).not.toMatch(/green|1\.20/)
    await expect(pages().open(NURSE, one.id)).rejects.toThrow(/may not hold-results/)
  })

  it('LAB-06 LAB-08 no colour is shown while a second judgement is missing', async () => {
    const one = await lab.matched('24.0')
    await approve(lab.database, [{ ...one, light: 'red' }])
    const judgements = async () => (await pages().open(ADA, one.id))?.versions[0]?.judgements
    expect(await judgements()).toMatchObject([{ givenBy: CLINICIAN, light: undefined }])
    await approve(lab.database, [{ ...one, light: 'red' }], SECOND)
    expect(await judgements()).toMatchObject([{ light: 'red' }, { light: 'red' }])
    // A hold before it was shown asks for a new judgement, whose readers see no earlier one.
    expect(await pages().hold(LEAD, one.id, 'a doubt')).toBeUndefined()
    expect(await judgements()).toMatchObject([{ light: undefined }, { light: undefined }])
  })

  it('LAB-07 FUP-03 a result whose address is not confirmed is released on its page, once, and is then on the list of calls', async () => {
    const one = await lab.matched('1.20')
    await approve(lab.database, [{ ...one, light: 'green' }])
    const isOffered = async () => (await pages().open(ADA, one.id))?.versions[0]?.isReadyUnconfirmed
    expect(await isOffered()).toBe(false)
    await lab.database.query('update app.profiles set is_verified = false where profile_id = $1', [
      one.tube.profileId,
    ])
    expect(await isOffered()).toBe(true)
    const stale = { resultId: one.id, seen: '' }
    expect(await pages().releaseUnconfirmed(ADA, stale)).toBe('changed')
    const form = await stepFor(one.id)
    await expect(pages().releaseUnconfirmed(LEAD, form)).rejects.toThrow(/may not judge-results/)
    nudged.times = 0
    const both = [form, form].map((each) => pages().releaseUnconfirmed(ADA, each))
    expect(await Promise.all(both)).toEqual([undefined, undefined])
    expect(nudged.times).toBeGreaterThan(0)
    expect(await stateOf(one.id)).toBe('released')
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
    expect(await isOffered()).toBe(false)
    await openUnread(lab.database)
    const listed = (await (await calls()).list()).find(({ resultId }) => resultId === one.id)
    expect(listed).toMatchObject({ kind: 'unread', step: 'not-confirmed' })
  })

  it('LAB-08 a coordinator cannot tell a red result from a green one: neither judgements nor calls are on the page', async () => {
    const [red, green] = [await lab.matched('24.0'), await shown()]
    for (const by of [CLINICIAN, SECOND])
      await approve(lab.database, [{ ...red, light: 'red' }], by)
    for (const kind of ['attempt', 'spoken-to'] as const) await lab.call(red.id, kind)
    await lab.releaseAlone(red.id, 'after the call')
    const read = async (member: typeof ADA, id: string) => {
      const record = await pages().open(member, id)
      return {
        judgements: record?.versions[0]?.judgements.length,
        actions: record?.actions.map(({ action, reason }) => `${action} ${reason ?? ''}`),
      }
    }
    expect(await read(LEAD, red.id)).toEqual(await read(LEAD, green.id))
    const own = await read(ADA, red.id)
    expect(own.judgements).toBe(2)
    expect(own.actions).toEqual(
      expect.arrayContaining(['call-attempt ', 'result-judged ', 'result-released after the call']),
    )
  })

  it('LAB-08 STF-07 hold hides at once; a stale form ends no hold, the right one does, and the same form again says the same', async () => {
    const one = await shown()
    const stale = await stepFor(one.id)
    expect(await pages().hold(LEAD, one.id, 'a doubt')).toBeUndefined()
    expect(await stateOf(one.id)).toBe('withheld')
    expect(await pages().endHold(ADA, stale)).toBe('changed')
    const form = await stepFor(one.id, 'answered')
    nudged.times = 0
    const both = await Promise.all([pages().endHold(ADA, form), pages().endHold(ADA, form)])
    expect(nudged.times).toBeGreaterThan(0)
    expect(both).toEqual([undefined, undefined])
    expect(await stateOf(one.id)).toBe('released')
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready', 'result-ready'])
  })

  it('LAB-08 STF-07 a withdrawal by a form that is out of date does nothing, and one that is sent twice acts once', async () => {
    const one = await shown()
    const stale = await stepFor(one.id)
    await pages().hold(LEAD, one.id, 'a doubt')
    expect(await pages().withdraw(ADA, stale)).toBe('changed')
    expect(await stateOf(one.id)).toBe('withheld')
    const form = await stepFor(one.id)
    nudged.times = 0
    const both = await Promise.all([pages().withdraw(ADA, form), pages().withdraw(ADA, form)])
    expect(nudged.times).toBeGreaterThan(0)
    expect(both).toEqual([undefined, undefined])
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready', 'result-withdrawn'])
  })
})

describe('a result of another patient', () => {
  const ticksOf = async (caseId: string) => {
    const found = await (await calls()).find(caseId)
    if (found === undefined) throw new Error('There is no case.')
    return { found, open: found.openSteps, ...(await checklists().readChecklist(ADA, found)) }
  }
  const tick = async (caseId: string, step: TickKind, details = '') => {
    const { found } = await ticksOf(caseId)
    const ref = { caseId, key: randomUUID(), notes: found.notes }
    return await checklists().tick(ADA, ref, { step, details })
  }

  const onListOf = async (caseId: string) =>
    (await (await calls()).list()).some((each) => each.caseId === caseId)

  it('LAB-08 FUP-01 both results are hidden in one step, both patients are named after an audit row, and four ticks close the case', async () => {
    const one = await shown('1.20')
    const other = await shown('1.90')
    nudged.times = 0
    const { caseId, plan, form, refusal } = await withdrawWrong(one.id, other.tube.label)
    expect(refusal).toBeUndefined()
    expect(nudged.times).toBeGreaterThan(0)
    expect(plan).toMatchObject({ isShown: true, other: { isShown: true, hasResult: true } })
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(['withheld', 'withheld'])
    const again = { caseId, otherLabel: other.tube.label }
    expect(await pages().withdrawWrongPatient(ADA, form, again)).toBeUndefined()
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready', 'result-withdrawn'])
    expect(await lab.mailsOf(other.id)).toEqual(['result-ready'])

    const { patients, open } = await ticksOf(caseId)
    expect(patients.map(({ label }) => label)).toEqual([one.tube.label, other.tube.label])
    expect(new Set(patients.map(({ lastName }) => lastName)).size).toBe(2)
    const { rows } = await lab.database.query(
      `select subjects from app.audit_log where action = 'wrong-patient-read' and subject = $1 order by audit_id desc limit 1`,
      [`result:${one.id}`],
    )
    expect(rows).toEqual([{ subjects: [one.tube.profileId, other.tube.profileId] }])
    expect(open).toEqual(['told-patient', 'told-other', 'told-laboratory', 'incident'])
    for (const step of open) {
      expect(await onListOf(caseId)).toBe(true)
      expect(await tick(caseId, step, step === 'incident' ? 'INC-7' : '')).toBeUndefined()
    }
    expect(await onListOf(caseId)).toBe(false)
    const done = await ticksOf(caseId)
    expect(done.found).toMatchObject({ outcome: 'done' })
    expect(done.ticks.at(-1)).toMatchObject({
      kind: 'incident',
      details: 'INC-7',
      madeBy: 'Ida Crane, clinician',
    })
    expect(await tick(caseId, 'incident', 'INC-8')).toBe('closed')
    for (const change of ['delete from', `update`]) {
      const set = change === 'update' ? `set made_by = 'x, clinician'` : ''
      await expect(
        lab.database.query(`${change} app.follow_up_notes ${set} where follow_up_id = $1`, [
          caseId,
        ]),
      ).rejects.toThrow(/append-only/)
    }
  })

  it('LAB-08 a number of an incident and why no other patient is affected are written, whatever sends the form', async () => {
    const one = await shown()
    const { caseId } = await withdrawWrong(one.id)
    for (const step of ['incident', 'no-other'] as const) {
      for (const details of ['', ' \n'])
        expect(await tick(caseId, step, details)).toBe('details-needed')
      expect((await ticksOf(caseId)).open).toContain(step)
      expect(await tick(caseId, step, 'INC-9')).toBeUndefined()
    }
    for (const step of ['told-patient', 'told-laboratory'] as const)
      expect(await tick(caseId, step)).toBeUndefined()
    expect((await ticksOf(caseId)).found).toMatchObject({ outcome: 'done' })
  })

  it('LAB-08 a checklist that ended by mistake begins again, with a reason in the audit log: each step is asked again, and the withdrawal stays; sent twice it begins once; with the control', async () => {
    const [one, other] = [await shown(), await shown('1.90')]
    const { caseId } = await withdrawWrong(one.id)
    const steps = ['told-patient', 'no-other', 'told-laboratory', 'incident'] as const
    for (const step of steps) expect(await tick(caseId, step, 'INC-9')).toBeUndefined()
    const { found } = await ticksOf(caseId)
    expect(found).toMatchObject({ outcome: 'done', pass: 1 })
    const ref = { caseId, notes: found.notes, key: randomUUID() }
    const reopen = (reason: string, sent = ref) => checklists().reopen(ADA, sent, reason)
    expect(await reopen(' ')).toBe('reason-needed')
    expect(await reopen('x', { ...ref, notes: 0 })).toBe('changed-meanwhile')
    expect((await ticksOf(caseId)).found.outcome).toBe('done')
    const sent = await Promise.all([reopen('not telephoned'), reopen('not telephoned')])
    expect(sent).toEqual([undefined, undefined])
    const again = await ticksOf(caseId)
    expect(again.found).toMatchObject({ outcome: null, closedAt: null, pass: 2 })
    expect(again.open).toEqual(steps)
    expect(again.ticks.map(({ kind }) => kind)).toEqual([...steps, 'reopened'])
    expect(await stateOf(one.id)).toBe('withheld')
    expect(await onListOf(caseId)).toBe(true)
    const { rows } = await lab.database.query(
      `select operator, reason from app.audit_log where action = 'wrong-patient-reopened' and subject = $1`,
      [`result:${one.id}`],
    )
    expect(rows).toEqual([{ operator: 'Ida Crane, clinician', reason: 'not telephoned' }])
    // Nothing counts yet: there is nothing to begin again.
    const now = { caseId, notes: again.found.notes, key: randomUUID() }
    expect(await reopen('x', now)).toBe('nothing-recorded')
    // The tube that was overlooked is named, and the checklist ends once more.
    expect(await (await planOther(caseId, other.tube.label)).send()).toBeUndefined()
    for (const step of ['told-patient', 'told-other', 'told-laboratory', 'incident'] as const) {
      expect((await ticksOf(caseId)).found.outcome).toBeNull()
      expect(await tick(caseId, step, 'INC-9')).toBeUndefined()
    }
    expect((await ticksOf(caseId)).found).toMatchObject({ outcome: 'done', pass: 2 })
    await expect(
      lab.database.query(
        'update app.follow_ups set outcome = null, closed_at = null, closed_by = null where follow_up_id = $1',
        [caseId],
      ),
    ).rejects.toThrow(/append-only/)
    const restore = await patchFunction(lab.database, 'lab.reopen_checklist', (text) =>
      text.replace(
        "when coalesce(pg_catalog.btrim(p_reason), '') = '' then 'reason-needed' end",
        'end',
      ),
    )
    const last = { caseId, notes: (await ticksOf(caseId)).found.notes, key: randomUUID() }
    expect(await reopen(' ', last)).toBeUndefined()
    await restore()
  })

  it('LAB-08 LAB-14 a result that was withdrawn by mistake is not shown again: its tube gets a free repeat', async () => {
    const one = await shown()
    expect(await pages().withdraw(ADA, await stepFor(one.id, 'a mistake'))).toBeUndefined()
    await expect(
      lab.database.query(`update app.results set state = 'matched' where result_id = $1`, [one.id]),
    ).rejects.toThrow(/cannot change from withdrawn/)
    const { rows } = await lab.database.query(
      `select lab.spoil_sample($1, $2, 'withdrawn by mistake') as refused`,
      [one.tube.label, CLINICIAN],
    )
    expect(rows).toEqual([{ refused: null }])
    const granted = await lab.database.query(
      'select 1 from app.free_repeats join app.samples using (sample_id) where label = $1',
      [one.tube.label],
    )
    expect(granted.rowCount).toBe(1)
  })

  it('LAB-08 only a clinician begins a checklist again, and an open one too', async () => {
    const one = await shown()
    const { caseId } = await withdrawWrong(one.id)
    expect(await tick(caseId, 'told-patient')).toBeUndefined()
    const { found } = await ticksOf(caseId)
    const step = `select lab.reopen_checklist(gen_random_uuid(), $1, $2, '\\x00', 'Mo Finch, coordinator', 'x')`
    await expect(lab.database.query(step, [caseId, found.notes])).rejects.toThrow(
      /a clinician works/,
    )
    const ref = { caseId, notes: found.notes, key: randomUUID() }
    expect(await checklists().reopen(ADA, ref, 'another patient')).toBeUndefined()
    expect((await ticksOf(caseId)).open).toContain('told-patient')
  })

  /** The form that names the other tube, as its page shows it now. */
  const planOther = async (caseId: string, typed: string) => {
    const { found } = await ticksOf(caseId)
    const plan = await checklists().planOther(found, typed)
    if (typeof plan === 'string') return { plan, send: () => Promise.resolve(plan) }
    const { resultId, otherLabel: was, notes } = found
    const form = { caseId, resultId, label: plan.label, was, notes, seen: plan.seen }
    return { plan, send: () => checklists().nameOther(ADA, form) }
  }

  it('LAB-08 the other tube can be named later, after a page that says what will happen; a label that no other tube has changes nothing', async () => {
    const one = await shown()
    const other = await shown('1.90')
    expect(await pages().plan(one.id, one.tube.label)).toBe('no-tube')
    const { caseId } = await withdrawWrong(one.id)
    expect((await ticksOf(caseId)).open).toContain('no-other')
    for (const typed of ['H000 0000', one.tube.label, ''])
      expect((await planOther(caseId, typed)).plan).toBe('no-tube')
    expect(await tick(caseId, 'told-other')).toBe('other-tube')
    const { plan, send } = await planOther(caseId, spacedLabel(other.tube.label))
    expect(plan).toMatchObject({ label: other.tube.label, isShown: true, hasResult: true })
    expect(await stateOf(other.id)).toBe('released')
    // A click that is sent twice.
    expect(await Promise.all([send(), send()])).toEqual([undefined, undefined])
    expect(await stateOf(other.id)).toBe('withheld')
    expect((await planOther(caseId, other.tube.label)).plan).toBe('named-already')
    expect((await ticksOf(caseId)).patients).toHaveLength(2)
    expect(await tick(caseId, 'no-other', 'x')).toBe('other-tube')
    // Two clinicians at one checklist.
    const { found } = await ticksOf(caseId)
    const stale = { caseId, key: randomUUID(), notes: found.notes }
    expect(await tick(caseId, 'told-patient')).toBeUndefined()
    expect(await checklists().tick(ADA, stale, { step: 'told-patient', details: '' })).toBe(
      'changed-meanwhile',
    )
  })

  it('LAB-08 AUD-01 a tube that was named by mistake is replaced until its patient was told, with an audit row; a page that is out of date changes nothing; with the control', async () => {
    const one = await shown()
    const [wrong, right, third] = [await shown('1.90'), await shown('1.80'), await shown('1.70')]
    const { caseId } = await withdrawWrong(one.id, wrong.tube.label)
    const [stale, late] = [
      await planOther(caseId, third.tube.label),
      await planOther(caseId, third.tube.label),
    ]
    const held = await planOther(caseId, right.tube.label)
    expect(await pages().hold(LEAD, right.id, 'a doubt')).toBeUndefined()
    expect(await held.send()).toBe('changed')
    expect(await (await planOther(caseId, right.tube.label)).send()).toBeUndefined()
    const { rows } = await lab.database.query(
      `select subjects from app.audit_log where action = 'other-tube-changed' and subject = $1`,
      [`result:${one.id}`],
    )
    expect(rows).toEqual([{ subjects: [wrong.tube.profileId, right.tube.profileId] }])
    const { patients } = await ticksOf(caseId)
    expect(patients.map(({ label }) => label)).toEqual([one.tube.label, right.tube.label])
    expect(await stateOf(wrong.id)).toBe('withheld')
    // A colleague has named another tube since.
    expect(await stale.send()).toBe('changed-meanwhile')
    expect(await stateOf(third.id)).toBe('released')
    const restore = await patchFunction(lab.database, 'lab.name_other_tube', (text) =>
      text.replace('was.label is distinct from p_was', 'false'),
    )
    expect(await late.send()).toBeUndefined()
    expect(await stateOf(third.id)).toBe('withheld')
    await restore()
    const last = await planOther(caseId, right.tube.label)
    expect(await tick(caseId, 'told-other')).toBeUndefined()
    expect(await last.send()).toBe('changed-meanwhile')
    expect(await (await planOther(caseId, right.tube.label)).send()).toBe('settled')
    await expect(
      lab.database.query(
        `update app.follow_ups set other_sample_id = (select sample_id from app.samples where label = $2) where follow_up_id = $1`,
        [caseId, right.tube.label],
      ),
    ).rejects.toThrow(/append-only/)
  })

  it('LAB-08 a result that was withdrawn for another reason, and a version that was replaced, still get the case with the checklist, once', async () => {
    const one = await shown()
    const other = await shown('1.90')
    expect(await pages().withdraw(ADA, await stepFor(one.id))).toBeUndefined()
    const { plan, caseId, refusal } = await withdrawWrong(one.id, other.tube.label)
    expect(refusal).toBeUndefined()
    expect(plan).toMatchObject({ isOpen: false, isShown: false, versions: 0 })
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready', 'result-withdrawn'])
    expect(await stateOf(other.id)).toBe('withheld')
    expect((await ticksOf(caseId)).patients).toHaveLength(2)
    expect((await pages().open(ADA, one.id))?.versions).toMatchObject([
      { wrongPatientCase: caseId },
    ])
    expect((await withdrawWrong(one.id)).refusal).toBe('case-exists')

    const third = await shown()
    const id = await importValue(lab.database, third.tube, '1.80', { status: 'C' })
    await approve(lab.database, [{ id, tube: third.tube, value: '1.80', light: 'green' }])
    await lab.releaseAlone(id)
    const states = async () => (await pages().open(ADA, id))?.versions.map(({ state }) => state)
    expect(await states()).toEqual(['released', 'superseded'])
    expect((await withdrawWrong(third.id)).refusal).toBeUndefined()
    expect(await states()).toEqual(['withdrawn', 'superseded'])
    expect(await lab.mailsOf(id)).toContain('result-withdrawn')
    expect((await withdrawWrong(id)).refusal).toBe('case-exists')
  })

  it('LAB-08 a newer value of the other tube makes the form out of date; two withdrawals that name each other do not block each other', async () => {
    const one = await shown()
    const other = await shown('1.90')
    const plan = await pages().plan(one.id, other.tube.label)
    if (typeof plan === 'string') throw new Error(plan)
    await importValue(lab.database, other.tube, '1.80', { status: 'C' })
    const form = { resultId: one.id, reason: 'x', seen: plan.seen }
    expect(
      await pages().withdrawWrongPatient(ADA, form, {
        caseId: randomUUID(),
        otherLabel: other.tube.label,
      }),
    ).toBe('changed')
    expect(await stateOf(one.id)).toBe('released')
    const third = await shown()
    const fourth = await shown()
    // Both pages are open before the first form is sent.
    const planned = [
      await planWrong(third.id, fourth.tube.label),
      await planWrong(fourth.id, third.tube.label),
    ]
    const both = await Promise.all(planned.map((each) => each.send()))
    // The second one sees that its tube is held already.
    expect(both.sort()).toEqual(['changed', undefined])
    expect([await stateOf(third.id), await stateOf(fourth.id)]).toEqual(['withheld', 'withheld'])
  })

  it('OPS-05 PORT-05 LAB-08 no patient of an open case is erased or closes the account before they are told; the case ends after the other patient is erased, also when it begins again; with the control', async () => {
    const one = await shown()
    const other = await shown('1.90')
    const { caseId } = await withdrawWrong(one.id, other.tube.label)
    const identity = { deleteAccount: () => Promise.resolve(true) }
    const deps = { database: lab.database, sealer, identity }
    const erase = ({ profileId }: TakenTube, apply = false) =>
      erasePatient(deps, { profileId, operator: 'Ada Quill', reason: 'asked', apply })
    const refusal = async ({ profileId }: TakenTube) =>
      (await lab.database.query('select app.closing_refusal($1, now()) as reason', [profileId]))
        .rows[0]?.['reason']
    // What a closing leaves of a patient.
    const close = ({ profileId }: TakenTube) =>
      lab.database.query(
        'update app.profiles set phone = null, is_active = false, updated_at = app.clock_now() where profile_id = $1',
        [profileId],
      )
    const begin = async () => {
      const ref = { caseId, key: randomUUID(), notes: (await ticksOf(caseId)).found.notes }
      expect(await checklists().reopen(ADA, ref, 'not certain')).toBeUndefined()
    }
    const open = { ok: false, reason: 'case-open' }
    for (const { tube } of [one, other]) {
      expect(await erase(tube, true)).toEqual(open)
      expect(await refusal(tube)).toBe('result-pending')
    }
    const restore = await patchFunction(lab.database, 'app.has_open_case', (text) =>
      text.replace("f.kind = 'wrong-patient'", 'false'),
    )
    expect(await erase(one.tube)).toMatchObject({ ok: true })
    expect(await refusal(one.tube)).not.toBe('result-pending')
    await restore()

    expect(await tick(caseId, 'told-patient')).toBeUndefined()
    expect(await tick(caseId, 'told-other')).toBeUndefined()
    expect(await erase(one.tube, true)).toEqual(open)
    expect(await erase(other.tube, true)).toMatchObject({ ok: true })
    const left = await ticksOf(caseId)
    expect(left.found).toMatchObject({ otherLabel: null, outcome: null })
    expect(left.patients).toHaveLength(1)
    expect(left.open).toEqual(['told-laboratory', 'incident'])
    for (const step of left.open) expect(await tick(caseId, step, 'x')).toBeUndefined()
    expect((await ticksOf(caseId)).found).toMatchObject({ outcome: 'done' })
    expect(await refusal(one.tube)).not.toBe('result-pending')
    expect(await erase(one.tube)).toMatchObject({ ok: true })

    // Begun again: who was told and cannot be reached any more is not asked about.
    await begin()
    expect((await ticksOf(caseId)).open).toEqual(['told-patient', 'told-laboratory', 'incident'])
    for (const step of ['told-patient', 'told-laboratory'] as const)
      expect(await tick(caseId, step)).toBeUndefined()
    expect(await tick(caseId, 'incident', 'INC-9')).toBeUndefined()
    expect((await ticksOf(caseId)).found).toMatchObject({ outcome: 'done', pass: 2 })
    await close(one.tube)
    await begin()
    expect((await ticksOf(caseId)).open).toEqual(['told-laboratory', 'incident'])
    // Another tube is still named, and its patient is telephoned; one who closed the account before that was not.
    const [right, gone] = [await shown('1.90'), await shown('1.90')]
    await close(gone.tube)
    expect(await (await planOther(caseId, right.tube.label)).send()).toBeUndefined()
    expect((await ticksOf(caseId)).open).toEqual(['told-other', 'told-laboratory', 'incident'])
    for (const step of (await ticksOf(caseId)).open)
      expect(await tick(caseId, step, 'INC-9')).toBeUndefined()
    expect((await ticksOf(caseId)).found).toMatchObject({ outcome: 'done', pass: 3 })
    await close(right.tube)
    await begin()
    expect((await ticksOf(caseId)).open).toEqual(['told-laboratory', 'incident'])
    expect(await (await planOther(caseId, gone.tube.label)).send()).toBeUndefined()
    expect((await ticksOf(caseId)).open).toContain('told-other')
  })

  it('LAB-08 a correction that waits for its judgement is withdrawn with the version that the patient saw, with one mail; without it, it is shown: the control', async () => {
    const corrected = async () => {
      const one = await shown()
      const id = await importValue(lab.database, one.tube, '1.80', { status: 'C' })
      const planned = await planWrong(one.id)
      expect(planned.plan).toMatchObject({ versions: 2 })
      return { ...one, ...planned, newer: { id, tube: one.tube, value: '1.80', light: 'green' } }
    }
    const states = async (id: string) =>
      (await pages().open(ADA, id))?.versions.map(({ state }) => state)
    const one = await corrected()
    expect(await one.send()).toBeUndefined()
    expect(await states(one.id)).toEqual(['withdrawn', 'withdrawn'])
    await approve(lab.database, [one.newer])
    await lab.release(one.newer.id)
    expect(await stateOf(one.newer.id)).toBeUndefined()
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready', 'result-withdrawn'])
    expect(await lab.mailsOf(one.newer.id)).toEqual([])

    // A correction that comes after the page said what will happen.
    const third = await shown()
    const stale = await planWrong(third.id)
    const later = await importValue(lab.database, third.tube, '1.80', { status: 'C' })
    expect(await stale.send()).toBe('changed')
    expect(await states(later)).toEqual(['matched', 'on_hold'])

    const other = await corrected()
    const restore = await patchFunction(lab.database, 'lab.withdraw_wrong_patient', (text) =>
      text.replace('where r.sample_id = v_sample', 'where r.result_id = p_result'),
    )
    expect(await other.send()).toBeUndefined()
    await restore()
    await approve(lab.database, [other.newer])
    await lab.release(other.newer.id)
    expect(await stateOf(other.newer.id)).toBe('released')
  })

  it('LAB-08 a result of the other tube that comes after the tube was named is held too, also after the checklist; without the question it is shown: the control', async () => {
    const arrives = async (tube: TakenTube) => {
      const id = await importValue(lab.database, tube, '1.90')
      await approve(lab.database, [{ id, tube, value: '1.90', light: 'green' }])
      await lab.release(id)
      return { id, state: await stateOf(id) }
    }
    const one = await shown()
    const other = lab.nextTube()
    const { caseId, plan } = await withdrawWrong(one.id, other.label)
    expect(plan.other).toEqual({ label: other.label, isShown: false, hasResult: false })
    const held = await arrives(other)
    expect(held.state).toBeUndefined()
    expect((await pages().open(ADA, held.id))?.versions).toMatchObject([{ isHeld: true }])
    for (const step of (await ticksOf(caseId)).open) await tick(caseId, step, 'x')
    expect((await ticksOf(caseId)).found).toMatchObject({ outcome: 'done' })

    const late = lab.nextTube()
    const ended = await withdrawWrong((await shown()).id, late.label)
    for (const step of (await ticksOf(ended.caseId)).open) await tick(ended.caseId, step, 'x')
    expect((await arrives(late)).state).toBeUndefined()

    const third = lab.nextTube()
    await withdrawWrong((await shown()).id, third.label)
    const restore = await patchFunction(lab.database, 'lab.take_over', (text) =>
      text.replace('where f.other_sample_id = s.sample_id', 'where false'),
    )
    expect((await arrives(third)).state).toBe('released')
    await restore()
  })

  it('LAB-08 without the hold of the other tube its result stays visible: the control', async () => {
    const one = await shown()
    const other = await shown('1.90')
    const restore = await patchFunction(lab.database, 'lab.name_other_tube', (text) =>
      text.replace('if v_result is not null then', 'if false then'),
    )
    await withdrawWrong(one.id, other.tube.label)
    expect(await stateOf(other.id)).toBe('released')
    await restore()
    expect(await pages().hold(LEAD, other.id, 'exchanged')).toBeUndefined()
  })
})
