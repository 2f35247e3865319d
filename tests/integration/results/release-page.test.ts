import { describe, expect, it } from 'vitest'
import type { Said } from '#results/server/judging/record-judgement.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  AMBER,
  clinician,
  GREEN,
  judgingPages,
  RED,
} from '#tests/integration/results/judging-setup.ts'
import { killAtMail } from '#tests/integration/results/kill-at-mail.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLERK, sealer } from '#tests/integration/results/lab-setup.ts'
import { importValue, newestOf } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(() => labDatabase(36))
const [ada, ben, cy] = [clinician('Ada Quill'), clinician('Ben Ashe'), clinician('Cy Ward')]
const pages = () => judgingPages(lab.database)

/** A result that is judged with this colour, by two where it is not green. */
async function judged(said: Said, value: string) {
  const one = await lab.matched(value)
  const { judge } = pages()
  await judge(ada, one.id, said)
  if (said.light !== 'green') await judge(ben, one.id, said)
  return one
}
const unconfirm = (profileId: number) =>
  lab.database.query('update app.profiles set is_verified = false where profile_id = $1', [
    profileId,
  ])
const stateOf = async (id: string) => {
  const { rows } = await lab.database.query<{ state: string }>(
    'select state from app.results where result_id = $1',
    [id],
  )
  return rows[0]?.state
}

describe('a release', () => {
  it('LAB-07 LAB-12 STF-07 of 20 with one red, one held, one contradicted and one unconfirmed address: 16 leave, four are named', async () => {
    const { releasing, nudged } = pages()
    const all = []
    for (let at = 0; at < 19; at += 1) all.push(await judged(GREEN, `0.${10 + at}`))
    const red = await judged(RED, '24.5')
    const [held, contradicted, unread] = all
    if (!held || !contradicted || !unread) throw new Error('There are too few.')
    await hideResult(lab.database, 'hold', held.id, { by: CLERK, reason: 'asked' })
    const other = labCsv([cellsOf(contradicted.tube, '9.99')])
    expect(await importLabFile({ database: lab.database, sealer }, other, CLERK)).toMatchObject({
      ok: true,
    })
    await unconfirm(unread.tube.profileId)

    const { ready, left } = await releasing.overview(cy)
    expect(ready.green).toHaveLength(16)
    expect(ready.amber).toEqual([])
    const reasons = new Map(left.map(({ resultId, reason }) => [resultId, reason]))
    expect(reasons).toEqual(
      new Map([
        [held.id, 'held'],
        [contradicted.id, 'row-waits'],
        [unread.id, 'unconfirmed'],
        [red.id, 'red'],
      ]),
    )
    expect(await releasing.release(cy, ready.green)).toEqual({ released: 16, changed: [] })
    expect(nudged.times).toBe(1)
    // A double click, and a form to which every other result was added.
    expect(await releasing.release(cy, ready.green)).toEqual({ released: 0, changed: [] })
    const added = [...ready.green, ...left.map(({ resultId }) => `${resultId}:9`)]
    expect(await releasing.release(cy, added)).toMatchObject({ released: 0 })
    // Not a form of the page.
    for (const form of [[], ['x'], ['y:1', ...ready.amber]])
      expect(await releasing.release(cy, form)).toBeUndefined()
    for (const { id } of [held, contradicted, unread, red]) {
      expect(await stateOf(id)).not.toBe('released')
      expect(await lab.mailsOf(id)).toEqual([])
    }
    for (const one of all.slice(3)) expect(await lab.mailsOf(one.id)).toEqual(['result-ready'])
    const { rows } = await lab.database.query(
      "select operator, staff_id, cardinality(subjects) as patients from app.audit_log where action = 'release-list-read'",
    )
    expect(rows).toEqual([{ operator: 'Cy Ward, clinician', staff_id: cy.staffId, patients: 20 }])
  })

  it('LAB-07 leaves out what has changed since the page, says what, and releases the rest; a mail comes with its release or not at all', async () => {
    const { releasing, judge } = pages()
    const [rejudged, fine, raised, withdrawn, broken] = [
      await judged(GREEN, '1.10'),
      await judged(GREEN, '1.11'),
      await judged(GREEN, '1.12'),
      await judged(GREEN, '1.13'),
      await judged(AMBER, '6.10'),
    ]
    const { ready } = await releasing.overview(cy)
    for (const person of [ben, ada]) {
      await judge(person, rejudged.id, AMBER)
      await judge(person, raised.id, RED)
    }
    await hideResult(lab.database, 'withdraw', withdrawn.id, {
      by: 'Cy Ward, clinician',
      reason: 'asked',
    })
    expect(await releasing.release(cy, ready.green)).toEqual({
      released: 1,
      changed: expect.arrayContaining([
        { resultId: rejudged.id, label: rejudged.tube.label, reason: 'changed' },
        { resultId: raised.id, label: raised.tube.label, reason: 'not-alone' },
        // It is not on the list any more.
        { resultId: withdrawn.id, label: withdrawn.tube.label, reason: 'not-open' },
      ]),
    })
    expect(await stateOf(fine.id)).toBe('released')
    expect(await stateOf(rejudged.id)).toBe('graded')

    // The mail cannot be queued: nothing of this release is kept.
    await lab.database.query(
      'alter table app.jobs add constraint no_mail check (payload is null) not valid',
    )
    const { ready: now } = await releasing.overview(cy)
    await expect(releasing.release(cy, now.amber)).rejects.toThrow()
    await lab.database.query('alter table app.jobs drop constraint no_mail')
    expect(await stateOf(broken.id)).toBe('graded')
    expect(await releasing.release(cy, now.amber)).toMatchObject({ released: 2 })
    expect(await lab.mailsOf(broken.id)).toEqual(['result-ready'])
    expect((await newestOf(lab.database, broken.tube)).state).toBe('released')
  })

  it('LAB-07 LAB-04 a value that the laboratory took back after it was shown is named as that, not as a hold that could end', async () => {
    const one = await judged(GREEN, '1.31')
    const { releasing } = pages()
    await releasing.release(cy, (await releasing.overview(cy)).ready.green)
    expect(await stateOf(one.id)).toBe('released')
    await importValue(lab.database, one.tube, '', { status: 'W' })
    expect(await stateOf(one.id)).toBe('on_hold')
    const { left } = await releasing.overview(cy)
    expect(left.find(({ resultId }) => resultId === one.id)?.reason).toBe('refused-by-laboratory')
  })

  it('LAB-07 kill -9 in the middle of a release leaves nothing of it, and the same form again releases all, once; result by result, half would be left: the control', async () => {
    const threeReady = async () => {
      const all = []
      for (const value of ['0.51', '0.52', '0.53']) all.push(await judged(GREEN, value))
      const ids = all.map(({ id }) => id)
      const { ready } = await pages().releasing.overview(cy)
      return { ids, shown: ready.green.filter((each) => ids.some((id) => each.startsWith(id))) }
    }
    const shownOf = async (ids: readonly string[]) => {
      const found = []
      for (const id of ids)
        if ((await stateOf(id)) === 'released' || (await lab.mailsOf(id)).length > 0) found.push(id)
      return found
    }
    const { ids, shown } = await threeReady()
    expect(shown).toHaveLength(3)
    await killAtMail(lab, ids.at(-1) ?? '', { member: cy, work: { releases: [shown] } })
    expect(await shownOf(ids)).toEqual([])
    expect(await pages().releasing.release(cy, shown)).toEqual({ released: 3, changed: [] })
    for (const id of ids) {
      expect(await stateOf(id)).toBe('released')
      expect(await lab.mailsOf(id)).toEqual(['result-ready'])
    }

    const other = await threeReady()
    const releases = other.shown.map((each) => [each])
    const last = releases.at(-1)?.[0]?.split(':')[0] ?? ''
    await killAtMail(lab, last, { member: cy, work: { releases } })
    expect(await shownOf(other.ids)).toHaveLength(2)
  })
})
