import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { databaseClock } from '#core/server/database/clock.ts'
import type { CaseAction } from '#results/rules/call-case.ts'
import { callsService } from '#results/server/calls.ts'
import { closeRow } from '#results/server/laboratory/row-ends.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { caseTitle } from '#results/texts/calls.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { memberOf } from '#tests/fixtures/staff-member.ts'
import { killAtMail } from '#tests/integration/results/kill-at-mail.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLERK, CLINICIAN, SECOND, sealer } from '#tests/integration/results/lab-setup.ts'
import { approve, byTwo, importValue } from '#tests/integration/results/result-steps.ts'

const lab = perFile(() => labDatabase(22))
const ADA = memberOf('clinician')
const BEN = { ...memberOf('clinician'), name: 'Ben Ashe' }
const DAY = 86_400

const nudged = { times: 0 }
const nudgeJobs = () => {
  nudged.times += 1
}
const pagesOn = async (database: SqlDatabase) =>
  callsService({ database, sealer, nudgeJobs, clock: await databaseClock(database) })
const at = (seconds: number) => pagesOn(lab.test.open({ clockOffsetSeconds: seconds }))

async function judged(light: 'red' | 'amber' = 'red') {
  const one = await lab.matched('24.0')
  for (const by of [CLINICIAN, SECOND]) await approve(lab.database, [{ ...one, light }], by)
  return one
}

/** The open case of a result on the list. */
async function caseOf(id: string, pages?: Awaited<ReturnType<typeof at>>) {
  const list = await (pages ?? (await at(0))).list()
  return list.find(({ resultId }) => resultId === id)
}

async function neededCase(id: string) {
  const found = await caseOf(id)
  if (found === undefined) throw new Error('The result is not on the list.')
  return found
}

/** A form as the page shows it now. */
const step = (
  { caseId, notes }: { caseId: string; notes: number },
  action: CaseAction,
  details = '',
  reason = '',
) => ({ caseId, notes, key: randomUUID(), action, details, reason })

const stateOf = async (id: string) => (await lab.shown(id))?.['state']

describe('the list of calls and its cases', () => {
  it('LAB-12 FUP-01 spoken to: call, release and mail are one step, the job loop is woken, the same step again changes nothing, and the case has left the list', async () => {
    const one = await judged()
    const pages = await at(0)
    const listed = await neededCase(one.id)
    expect(listed).toMatchObject({ kind: 'call-first', step: 'call', isDue: false, notes: 0 })
    expect(JSON.stringify(listed)).not.toMatch(/Harbour|24\.0/)
    expect(await stateOf(one.id)).toBeUndefined()
    const form = step(listed, 'spoken-to', 'At noon')
    nudged.times = 0
    const both = await Promise.all([pages.record(ADA, form), pages.record(ADA, form)])
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    expect(nudged.times).toBeGreaterThan(0)
    expect(await stateOf(one.id)).toBe('released')
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
    expect(await caseOf(one.id)).toBeUndefined()
    expect(await pages.record(ADA, step(listed, 'spoken-to'))).toEqual({
      ok: false,
      reason: 'closed',
    })
    expect(await pages.find(listed.caseId)).toMatchObject({
      outcome: 'spoken-to',
      closedBy: 'Ida Crane, clinician',
    })
  })

  it('LAB-12 two clinicians on one case: the second is told that it changed, and sees what is new', async () => {
    const one = await judged()
    const pages = await at(0)
    const listed = await neededCase(one.id)
    expect(await pages.record(ADA, step(listed, 'attempt', 'No answer'))).toMatchObject({
      ok: true,
    })
    expect(await pages.record(BEN, step(listed, 'spoken-to'))).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    expect(await stateOf(one.id)).toBeUndefined()
    const sheet = await pages.readSheet(BEN, listed)
    expect(sheet).toMatchObject({
      lastName: 'Harbourb',
      light: 'red',
      calls: [{ kind: 'attempt', details: 'No answer', madeBy: 'Ida Crane, clinician' }],
    })
    const { rows } = await lab.database.query(
      `select staff_id as "staffId", operator from app.audit_log where action = 'contact-read' and subjects = array[$1::bigint]`,
      [one.tube.profileId],
    )
    expect(rows).toEqual([{ staffId: BEN.staffId, operator: 'Ben Ashe, clinician' }])
    await pages.record(ADA, step(await neededCase(one.id), 'spoken-to'))
  })

  it('LAB-12 day 0, 2 and 3: due after three working days it is at the top, and shown with a reason after one attempt then, not without; what was said is not in the audit log', async () => {
    const first = await judged()
    const later = await judged()
    await lab.database.query('alter table app.gradings disable trigger user')
    await lab.database.query(
      `update app.gradings set given_at = '2026-12-04T16:00:00Z' where result_id = $1`,
      [later.id],
    )
    await lab.database.query('alter table app.gradings enable trigger user')
    const atInstant = (instant: string) =>
      at(Math.round((Date.parse(instant) - Date.now()) / 1_000))
    const friday = await atInstant('2026-12-04T17:00:00Z')
    expect(await caseOf(later.id, friday)).toMatchObject({ isDue: false, step: 'call' })
    // A weekend later it is the second working day.
    const tuesday = await atInstant('2026-12-08T15:59:00Z')
    expect(await caseOf(later.id, tuesday)).toMatchObject({ isDue: false })
    const wednesday = await atInstant('2026-12-09T16:01:00Z')
    const due = (await wednesday.list()).find(({ resultId }) => resultId === later.id)
    expect(due).toMatchObject({ isDue: true, step: 'call-now' })
    if (due === undefined) return
    expect(await wednesday.record(ADA, step(due, 'show', '', 'a letter was sent'))).toEqual({
      ok: false,
      reason: 'not-called',
    })
    await wednesday.record(ADA, step(due, 'attempt'))
    const tried = { ...due, notes: 1 }
    expect(await wednesday.record(ADA, step(tried, 'show', 'a long story'))).toMatchObject({
      reason: 'reason-needed',
    })
    expect(await wednesday.record(ADA, step(tried, 'not-reached'))).toMatchObject({
      reason: 'not-shown',
    })
    const show = step(tried, 'show', 'story-canary', 'a letter was sent')
    const both = [await wednesday.record(ADA, show), await wednesday.record(ADA, show)]
    expect(both).toEqual(both.map(() => ({ ok: true, isShown: true })))
    const shown = { ...tried, notes: 2 }
    expect(await caseOf(later.id, wednesday)).toMatchObject({ step: 'shown-not-reached', notes: 2 })
    expect(await wednesday.readSheet(ADA, due)).toMatchObject({
      calls: [{ kind: 'attempt' }, { kind: 'shown', details: 'story-canary' }],
    })
    const { rows } = await lab.database.query(
      `select to_jsonb(a)::text as entry from app.audit_log a where subject = $1`,
      [`result:${later.id}`],
    )
    const entries = rows.map(({ entry }) => entry).join()
    expect(entries).toContain('a letter was sent')
    expect(entries).not.toContain('story-canary')
    expect(await wednesday.record(ADA, step(shown, 'not-reached'))).toMatchObject({ ok: true })
    expect(await caseOf(later.id, wednesday)).toBeUndefined()
    expect(await caseOf(first.id)).toMatchObject({ step: 'call' })
    await (await at(0)).record(ADA, step(await neededCase(first.id), 'spoken-to'))
  })

  it('LAB-12 a call about a result that is held meanwhile is recorded, and nothing is shown', async () => {
    const one = await judged()
    await hideResult(lab.database, 'hold', one.id, { by: CLERK, reason: 'a doubt' })
    const pages = await at(0)
    const listed = await neededCase(one.id)
    expect(listed).toMatchObject({ unready: 'not-judged', step: 'held' })
    expect(await pages.readSheet(ADA, listed)).toBe('not-judged')
    expect(await pages.record(ADA, step(listed, 'spoken-to'))).toEqual({ ok: true, isShown: false })
    expect(await stateOf(one.id)).toBeUndefined()
    expect(await neededCase(one.id)).toMatchObject({ notes: 1, step: 'held' })
    await hideResult(lab.database, 'withdraw', one.id, { by: CLINICIAN, reason: 'asked' })
  })

  it('LAB-12 a call that took place is recorded while a row waits, shows nothing, and the patient is called again', async () => {
    const one = await judged()
    const pages = await at(0)
    const page = await neededCase(one.id)
    await importValue(lab.database, one.tube, '2.0')
    for (const action of ['show', 'not-reached'] as const)
      expect(await pages.record(ADA, step(page, action, '', 'x'))).toMatchObject({
        reason: 'row-waits',
      })
    const told = step(page, 'spoken-to', 'told before the row came')
    expect(await pages.record(ADA, told)).toEqual({ ok: true, isShown: false })
    expect(await pages.record(ADA, told)).toEqual({ ok: true, isShown: false })
    expect(await stateOf(one.id)).toBeUndefined()
    expect(await lab.mailsOf(one.id)).toEqual([])
    const waiting = await neededCase(one.id)
    expect(waiting).toMatchObject({ notes: 1, step: 'row-waits', outcome: null })
    expect(await pages.record(ADA, step(waiting, 'attempt'))).toMatchObject({ ok: true })
    const again = { ...waiting, notes: 2 }
    expect(await pages.record(ADA, step(again, 'attempt'))).toMatchObject({ reason: 'too-soon' })
    const { rows } = await lab.database.query<{ id: string }>(
      `select row_id as id from app.lab_rows where label = $1 and decision = 'quarantined'`,
      [one.tube.label],
    )
    for (const { id } of rows) expect(await byTwo(lab.database, closeRow, id)).toBeUndefined()
    expect(await neededCase(one.id)).toMatchObject({ step: 'told-early' })
    expect(await pages.readSheet(ADA, again)).toMatchObject({
      calls: [{ details: 'told before the row came' }, { kind: 'attempt' }],
    })
    expect(await pages.record(ADA, step(again, 'spoken-to'))).toEqual({ ok: true, isShown: true })
    expect(await caseOf(one.id)).toBeUndefined()
  })

  it('LAB-12 a call about a result that was withdrawn meanwhile is recorded with its case, which stays ended', async () => {
    const one = await judged()
    const pages = await at(0)
    const page = await neededCase(one.id)
    await hideResult(lab.database, 'withdraw', one.id, { by: CLINICIAN, reason: 'asked' })
    expect(await pages.find(page.caseId)).toMatchObject({ outcome: 'replaced' })
    expect(await pages.record(ADA, step(page, 'show', '', 'x'))).toMatchObject({
      reason: 'not-open',
    })
    const told = step(page, 'spoken-to', 'told the earlier value')
    expect(await pages.record(ADA, told)).toEqual({ ok: true, isShown: false })
    expect(await pages.find(page.caseId)).toMatchObject({ outcome: 'replaced', notes: 1 })
    expect(await pages.record(BEN, step(page, 'spoken-to'))).toMatchObject({
      reason: 'changed-meanwhile',
    })
    expect(await lab.mailsOf(one.id)).toEqual([])
  })

  it('LAB-12 the call is not stored when its release fails; without the transaction it would be', async () => {
    const one = await judged()
    const pages = await at(0)
    const listed = await neededCase(one.id)
    const { query } = lab.database
    await query(
      `create function app.no_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail'; end $$`,
    )
    await query(
      'create trigger no_mail before insert on app.jobs for each row execute function app.no_mail()',
    )
    await expect(pages.record(ADA, step(listed, 'spoken-to'))).rejects.toThrow('no mail')
    const left = async () =>
      (await query(`select 1 from app.follow_up_notes where follow_up_id = $1`, [listed.caseId]))
        .rows.length
    expect(await left()).toBe(0)
    expect(await stateOf(one.id)).toBeUndefined()
    // The control: two steps, each in its own transaction, leave half of it.
    expect(await lab.call(one.id)).toBeUndefined()
    await expect(lab.releaseAlone(one.id)).rejects.toThrow('no mail')
    expect(await left()).toBe(1)
    await query('drop function app.no_mail cascade')
    await lab.releaseAlone(one.id)
  })

  it('LAB-12 a process that is killed between call and mail leaves neither; the same step again does all of it once', async () => {
    const one = await judged()
    const listed = await neededCase(one.id)
    const ref = { caseId: listed.caseId, notes: 0, key: randomUUID() }
    await killAtMail(lab, one.id, { member: ADA, work: { ref } })
    expect(await stateOf(one.id)).toBeUndefined()
    expect(await neededCase(one.id)).toMatchObject({ notes: 0, outcome: null })
    const again = { ...ref, action: 'spoken-to', details: '', reason: '' } as const
    expect(await (await at(0)).record(ADA, again)).toMatchObject({ ok: true, isShown: true })
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
  })

  it('LAB-12 without the comparison of the notes a stale form is accepted', async () => {
    const one = await judged()
    const pages = await at(0)
    const stale = step(await neededCase(one.id), 'spoken-to')
    await pages.record(ADA, step(stale, 'attempt'))
    expect(await pages.record(BEN, stale)).toMatchObject({ reason: 'changed-meanwhile' })
    const restore = await patchFunction(lab.database, 'lab.lock_case', (text) =>
      text.replace('<> p_notes', '< 0'),
    )
    expect(await pages.record(BEN, stale)).toMatchObject({ ok: true })
    await restore()
  })

  it('LAB-06 LAB-12 a red result that is held and judged again is on the list without its colour and its day', async () => {
    const one = await judged()
    const listed = await neededCase(one.id)
    expect(caseTitle(listed)).toBe('Red result')
    expect(listed.dueAt).not.toBeNull()
    await hideResult(lab.database, 'hold', one.id, { by: CLERK, reason: 'a doubt' })
    const held = await neededCase(one.id)
    expect(caseTitle(held)).toBe('Result to be judged again')
    expect(held).toMatchObject({ step: 'held', dueAt: null, isDue: false })
    expect(await caseOf(one.id, await at(9 * DAY))).toMatchObject({ isDue: false })
  })
})

describe('results that are not opened', () => {
  async function shown() {
    const one = await judged('amber')
    await lab.database.query('update app.profiles set is_verified = true where profile_id = $1', [
      one.tube.profileId,
    ])
    expect(await lab.release(one.id)).toMatchObject({ released: [one.id] })
    return one
  }
  const openUnreadAt = async (days: number) => {
    const database = lab.test.open({ clockOffsetSeconds: days * DAY + 60 })
    await database.query('select app.open_unread()')
    return pagesOn(database)
  }
  const read = ({ tube }: { tube: { profileId: number } }, database: SqlDatabase = lab.database) =>
    database.query(
      `select lab.read_results($1, (select user_id from app.profiles where profile_id = $1), 'result-read', null)`,
      [tube.profileId],
    )

  it('FUP-03 on day 7 a second mail, once; on day 14 a place on the list of calls; reading ends it', async () => {
    const one = await shown()
    const listedAt = async (days: number) => caseOf(one.id, await openUnreadAt(days))
    expect(await listedAt(6)).toBeUndefined()
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
    for (const days of [7, 8, 13]) expect(await listedAt(days)).toBeUndefined()
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready', 'result-unread'])
    const listed = await listedAt(14)
    expect(listed).toMatchObject({ kind: 'unread', step: 'unread' })
    await read(one, lab.test.open({ clockOffsetSeconds: 15 * DAY }))
    expect(await listedAt(16)).toBeUndefined()
    expect(await (await at(0)).find(listed?.caseId ?? '')).toMatchObject({ outcome: 'read' })
  })

  it('FUP-03 PORT-05 a closed account is not on the list of calls: an open case ends, and none is opened', async () => {
    const close = ({ tube }: { tube: { profileId: number } }) =>
      lab.database.query(
        `select app.reduce_patient(p, array(select appointment_id from app.appointments a where a.profile_id = p.profile_id),
           array(select consent_id from app.consents c where c.profile_id = p.profile_id), '{}') from app.profiles p where profile_id = $1`,
        [tube.profileId],
      )
    const listed = await shown()
    const pages = await openUnreadAt(15)
    const open = await caseOf(listed.id, pages)
    expect(open).toMatchObject({ kind: 'unread' })
    await close(listed)
    expect(await caseOf(listed.id, pages)).toBeUndefined()
    expect(await pages.find(open?.caseId ?? '')).toMatchObject({ outcome: 'not-reached' })
    const closed = await shown()
    await close(closed)
    expect(await caseOf(closed.id, await openUnreadAt(20))).toBeUndefined()
  })

  it('FUP-03 a result that is read in time causes neither; a withdrawal ends a case', async () => {
    const opened = await shown()
    await read(opened)
    const other = await shown()
    const listed = await caseOf(other.id, await openUnreadAt(8))
    expect(listed).toBeUndefined()
    const later = await openUnreadAt(15)
    expect(await caseOf(other.id, later)).toMatchObject({ kind: 'unread' })
    expect(await caseOf(opened.id, later)).toBeUndefined()
    expect(await lab.mailsOf(opened.id)).toEqual(['result-ready'])
    await hideResult(lab.database, 'withdraw', other.id, { by: CLINICIAN, reason: 'asked' })
    expect(await caseOf(other.id, later)).toBeUndefined()
  })

  it('FUP-03 an unconfirmed address is on the list immediately, without a mail that could not be followed; a call ends it', async () => {
    const one = await shown()
    await lab.database.query('update app.profiles set is_verified = false where profile_id = $1', [
      one.tube.profileId,
    ])
    const pages = await openUnreadAt(0)
    const listed = await caseOf(one.id, pages)
    expect(listed).toMatchObject({ kind: 'unread', step: 'not-confirmed' })
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
    // It stays on the list when the address is confirmed.
    await lab.database.query('update app.profiles set is_verified = true where profile_id = $1', [
      one.tube.profileId,
    ])
    const confirmed = await caseOf(one.id, pages)
    if (confirmed === undefined) throw new Error('The case has left the list.')
    expect(await pages.record(ADA, step(confirmed, 'spoken-to'))).toMatchObject({ ok: true })
    expect(await caseOf(one.id, await openUnreadAt(20))).toBeUndefined()
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
  })

  it('FUP-03 a red result that was shown without a call is listed again when it is not opened', async () => {
    const one = await judged()
    await lab.database.query('update app.profiles set is_verified = true where profile_id = $1', [
      one.tube.profileId,
    ])
    const hourLater = lab.test.open({ clockOffsetSeconds: 3_700 })
    await lab.call(one.id, 'attempt')
    await lab.call(one.id, 'attempt', hourLater)
    await lab.releaseAlone(one.id, 'a letter is sent')
    expect(await caseOf(one.id, await openUnreadAt(8))).toMatchObject({ kind: 'call-first' })
    await lab.call(one.id, 'not-reached')
    expect(await caseOf(one.id, await openUnreadAt(9))).toBeUndefined()
    expect(await lab.mailsOf(one.id)).toEqual(['result-ready', 'result-unread'])
    expect(await caseOf(one.id, await openUnreadAt(15))).toMatchObject({ kind: 'unread' })
  })
})
