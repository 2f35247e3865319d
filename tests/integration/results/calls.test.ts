import { describe, expect, it } from 'vitest'
import { readCallSheet } from '#results/server/calls.ts'
import { listOpenResults, releaseHeld } from '#results/server/database/results.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { type LabDatabase, labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLERK, CLINICIAN, SECOND, sealer } from '#tests/integration/results/lab-setup.ts'
import { approve, importValue } from '#tests/integration/results/result-steps.ts'

const lab = perFile(() => labDatabase(14))

/** A result that two clinicians judged alike. */
async function judged(light: 'red' | 'amber', one?: Awaited<ReturnType<LabDatabase['matched']>>) {
  const result = one ?? (await lab.matched('24.0'))
  for (const by of [CLINICIAN, SECOND]) await approve(lab.database, [{ ...result, light }], by)
  return result
}

const listed = async (id: string) =>
  (await listOpenResults(lab.database)).find(({ resultId }) => resultId === id)

const left = (reason: string) => ({ released: [], leftOut: [{ reason }] })

const casesOf = async (id: string) => {
  const { rows } = await lab.database.query<{ round: number; outcome: string | null }>(
    'select round, outcome from app.follow_ups where result_id = $1 order by round',
    [id],
  )
  return rows
}

/** Moves the judgements of a result and the attempts about it into the past. */
async function age(id: string, judgedAt: string) {
  const { query } = lab.database
  await query('alter table app.gradings disable trigger user')
  await query('update app.gradings set given_at = $2 where result_id = $1', [id, judgedAt])
  await query('alter table app.gradings enable trigger user')
}

/** The database with its clock at this instant. */
const clockAt = (instant: string) =>
  lab.test.open({ clockOffsetSeconds: Math.round((Date.parse(instant) - Date.now()) / 1_000) })

describe('a red result is told by telephone first', () => {
  it('LAB-07 LAB-12 it is named as red, left out of every release of many, and shown alone after the call', async () => {
    const one = await judged('red')
    expect(await listed(one.id)).toMatchObject({ isRed: true, call: null })
    const amber = await judged('amber')
    expect(await listed(amber.id)).toMatchObject({ isRed: false })
    expect(await lab.release(one.id)).toMatchObject(left('not-alone'))
    expect(await lab.releaseAlone(one.id, 'nobody calls')).toMatchObject(left('not-called'))
    expect(await lab.call(one.id)).toBeUndefined()
    expect(await listed(one.id)).toMatchObject({ call: 'spoken-to' })
    expect(await lab.release(one.id)).toMatchObject(left('not-alone'))
    expect(await lab.releaseAlone(one.id)).toMatchObject({ released: [one.id] })
    expect(await casesOf(one.id)).toEqual([{ round: 1, outcome: 'spoken-to' }])
    expect(await lab.call(one.id)).toBe('closed')
  })

  it('LAB-06 LAB-12 the first of two judgements does not say that it is red', async () => {
    const one = await lab.matched('24.0')
    await approve(lab.database, [{ ...one, light: 'red' }])
    expect(await listed(one.id)).toMatchObject({ isRed: false, firstJudge: CLINICIAN })
    expect(await lab.call(one.id)).toBe('not-judged')
  })

  it('LAB-12 FUP-01 two attempts, an hour apart, and a reason show it; its case stays open until it ends with an outcome', async () => {
    const one = await judged('red')
    const later = lab.test.open({ clockOffsetSeconds: 3_601 })
    expect(await lab.call(one.id, 'not-reached')).toBe('not-shown')
    expect(await lab.call(one.id, 'attempt')).toBeUndefined()
    expect(await lab.call(one.id, 'attempt')).toBe('too-soon')
    expect(await lab.releaseAlone(one.id, 'once')).toMatchObject(left('not-called'))
    expect(await lab.call(one.id, 'attempt', later)).toBeUndefined()
    expect(await lab.releaseAlone(one.id)).toMatchObject(left('reason-needed'))
    expect(await lab.releaseAlone(one.id, ' ')).toMatchObject(left('reason-needed'))
    expect(await lab.releaseAlone(one.id, 'a letter is sent')).toMatchObject({ released: [one.id] })
    expect(await casesOf(one.id)).toEqual([{ round: 1, outcome: null }])
    expect(await lab.call(one.id, 'not-reached')).toBeUndefined()
    expect(await casesOf(one.id)).toEqual([{ round: 1, outcome: 'not-reached' }])
  })

  it.each([
    // Friday, then a weekend.
    ['2026-12-04T16:00:00Z', '2026-12-09T15:59:00Z', '2026-12-09T16:01:00Z'],
    // Wednesday 23 December: Christmas Day, a weekend and the substitute of Boxing Day are not working days.
    ['2026-12-23T16:00:00Z', '2026-12-30T15:59:00Z', '2026-12-30T16:01:00Z'],
  ])(
    'LAB-12 one attempt and three working days after the judgement of %s: not at %s, but at %s',
    async (at, before, after) => {
      const one = await judged('red')
      await age(one.id, at)
      expect(await lab.call(one.id, 'attempt')).toBeUndefined()
      const release = (instant: string) =>
        lab.releaseAlone(one.id, 'a letter is sent', clockAt(instant))
      expect(await release(before)).toMatchObject(left('not-called'))
      expect(await release(after)).toMatchObject({ released: [one.id] })
    },
  )

  it('LAB-12 without any attempt no time shows it', async () => {
    const one = await judged('red')
    await age(one.id, '2020-01-02T12:00:00Z')
    expect(await lab.releaseAlone(one.id, 'long ago')).toMatchObject(left('not-called'))
  })

  it('LAB-12 each red judgement and each red version needs a call, also one that is held; amber after red needs none', async () => {
    const one = await judged('red')
    await lab.call(one.id)
    await lab.releaseAlone(one.id)
    await hideResult(lab.database, 'hold', one.id, { by: CLERK, reason: 'a doubt' })
    const why = { by: CLINICIAN, reason: 'answered' }
    // The same judgement was told: its hold ends without another call.
    expect(await releaseHeld(lab.database, one.id, why)).toBeUndefined()
    await hideResult(lab.database, 'hold', one.id, { by: CLERK, reason: 'a doubt' })
    for (const by of [CLINICIAN, SECOND]) {
      await approve(lab.database, [{ ...one, light: 'red', comments: 'Today' }], by)
    }
    expect(await releaseHeld(lab.database, one.id, why)).toBe('not-called')
    expect(await casesOf(one.id)).toEqual([
      { round: 1, outcome: 'spoken-to' },
      { round: 2, outcome: null },
    ])
    await judged('amber', one)
    expect(await releaseHeld(lab.database, one.id, why)).toBeUndefined()
    expect((await casesOf(one.id)).at(-1)).toEqual({ round: 2, outcome: 'replaced' })
    const next = await importValue(lab.database, one.tube, '31.0', { status: 'C' })
    await judged('red', { ...one, id: next, value: '31.0' })
    expect(await lab.call(one.id)).toBe('newer-version')
    expect(await releaseHeld(lab.database, next, why)).toBe('not-held')
    expect(await lab.releaseAlone(next)).toMatchObject(left('not-called'))
    await lab.call(next)
    expect(await lab.releaseAlone(next)).toMatchObject({ released: [next] })
  })

  it('LAB-12 L15 the database refuses the release, and a change of whether a call is needed, whatever the application does', async () => {
    const one = await judged('red')
    const update = (set: string) =>
      lab.database.query(`update app.results set ${set} where result_id = $1`, [one.id])
    const release = `state = 'released', released_at = now(), changed_by = '${CLINICIAN}', change_reason = 'x'`
    await expect(update(release)).rejects.toThrow(/L15/)
    await expect(update('call_needed = false')).rejects.toThrow(/L15/)
    await expect(update('call_needed = null')).rejects.toThrow(/L15/)
    const { query } = lab.database
    await lab.call(one.id, 'attempt')
    for (const change of [
      'delete from app.follow_up_notes',
      `update app.follow_up_notes set kind = 'spoken-to'`,
      'delete from app.follow_ups',
      `update app.follow_ups set outcome = 'spoken-to' where outcome is not null`,
      `update app.follow_ups set opened_at = now()`,
      'truncate app.follow_ups cascade',
    ]) {
      await expect(query(change), change).rejects.toThrow(/append-only/)
    }
    await expect(
      query(`select lab.note_call(gen_random_uuid(), $1, 'spoken-to', 'x', $2)`, [one.id, CLERK]),
    ).rejects.toThrow(/a clinician telephones/)
  })

  it('LAB-12 with the condition removed in the database a red result is shown without a call, and the rules find it', async () => {
    const released = async (id: string) => (await lab.releaseAlone(id, 'x')).released.length
    const one = await judged('red')
    expect(await released(one.id)).toBe(0)
    const restore = await patchFunction(lab.database, 'lab.call_state', (text) =>
      text.replace('select case', `select case when true then 'spoken-to'`),
    )
    expect(await released(one.id)).toBe(1)
    await restore()
    expect((await findViolations(lab.database)).map(({ violated }) => violated)).toEqual([
      'L15 shown without the call that it needs',
    ])
    await lab.call(one.id)
  })

  it('LAB-12 the contact is printed only with an audit entry that names the patient, and only of a value that stands', async () => {
    const deps = { database: lab.database, sealer }
    const one = await judged('red')
    const audit = async () => {
      const { rows } = await lab.database.query<{ operator: string; reason: string }>(
        `select operator, reason from app.audit_log where action = 'contact-read' and subject = $1`,
        [`profile:${one.tube.profileId}`],
      )
      return rows
    }
    expect(await readCallSheet(deps, one.id, CLINICIAN)).toMatchObject({
      firstName: 'Edwin',
      label: one.tube.label,
      finding: { value: '24.0' },
      calls: [],
    })
    expect(await audit()).toEqual([{ operator: CLINICIAN, reason: `result:${one.id}` }])
    await lab.call(one.id, 'attempt')
    expect(await readCallSheet(deps, one.id, CLINICIAN)).toMatchObject({
      calls: [{ kind: 'attempt', madeBy: CLINICIAN, details: 'At noon' }],
    })
    const { query } = lab.database
    await query(
      `create function app.full_disk() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`,
    )
    await query(
      'create trigger full_disk before insert on app.audit_log for each row execute function app.full_disk()',
    )
    await expect(readCallSheet(deps, one.id, CLINICIAN)).rejects.toThrow('disk full')
    await query('drop function app.full_disk cascade')
    await expect(readCallSheet(deps, one.id, CLERK)).rejects.toThrow(/a clinician telephones/)
    const amber = await judged('amber')
    expect(await readCallSheet(deps, amber.id, CLINICIAN)).toBe('not-to-be-called')
    await importValue(lab.database, one.tube, '2.0')
    expect(await readCallSheet(deps, one.id, CLINICIAN)).toBe('row-waits')
    expect(await lab.call(one.id)).toBe('row-waits')
    expect(await audit()).toHaveLength(2)
  })
})
