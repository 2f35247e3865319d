import { describe, expect, it } from 'vitest'
import { listResultFacts } from '#results/server/database/released-results.ts'
import { listOpenResults, releaseHeld } from '#results/server/database/results.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { closeRow } from '#results/server/laboratory/row-ends.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLERK, CLINICIAN, sealer } from '#tests/integration/results/lab-setup.ts'
import { approve, byTwo } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(() => labDatabase(20))

/** A green result that waits for its release. */
async function judged() {
  const one = await lab.matched('1.20')
  await approve(lab.database, [{ ...one, light: 'green' }])
  return one
}

type One = Awaited<ReturnType<typeof judged>>
type Change = { status?: string; surname?: string; laboratory?: string; more?: string }

/** A later row of the laboratory that must wait. */
async function sendLater({ tube }: One, value: string, change: Change) {
  const { more, ...cells } = change
  const whole = labCsv([{ ...cellsOf(tube, value), ...cells }])
  const csv = more === undefined ? whole : whole.replace(/\r\n$/, `${more}\r\n`)
  const outcome = await importLabFile({ database: lab.database, sealer }, csv, CLERK)
  expect(outcome).toMatchObject({ counts: { quarantined: 1 } })
}

/** Two people close the open rows of a tube. */
async function closeRows({ tube }: One): Promise<void> {
  const { rows } = await lab.database.query<{ id: string }>(
    `select row_id as id from app.lab_rows where label = $1 and decision = 'quarantined' and resolution is null`,
    [tube.label],
  )
  for (const { id } of rows) expect(await byTwo(lab.database, closeRow, id)).toBeUndefined()
}

it('RES-04 LAB-04 the day of a letter is also that on which a row hid the result or was dealt with; the same value again changes nothing', async () => {
  const one = await judged()
  await lab.release(one.id)
  const dayOf = async () => {
    const facts = await listResultFacts(lab.database, sealer, one.tube.profileId)
    return facts.find(({ resultId }) => resultId === one.id)?.changedAt.getTime() ?? 0
  }
  const released = await dayOf()
  const again = labCsv([cellsOf(one.tube, '1.20')])
  await importLabFile({ database: lab.database, sealer }, `${again}\n`, CLERK)
  expect(await dayOf()).toBe(released)
  await sendLater(one, '1.90', {})
  const hidden = await dayOf()
  expect(hidden).toBeGreaterThan(released)
  expect(await dayOf()).toBe(hidden)
  await closeRows(one)
  expect(await dayOf()).toBeGreaterThan(hidden)
})

const CONTRADICTIONS: [string, string, Change][] = [
  ['another final value', '1.90', {}],
  ['a final value of another patient', '1.20', { surname: 'Stranger' }],
  ['a correction with another name', '7.70', { status: 'C', surname: 'Stranger' }],
  ['a withdrawal of another laboratory', '', { status: 'W', laboratory: 'Elsewhere' }],
  ['a value that cannot be read', '1,90', {}],
  ['a withdrawal with a comma too many', '', { status: 'W', more: ',' }],
  ['a correction with a comma too many', '24.0', { status: 'C', more: ',' }],
  ['a name with an unquoted comma', '1.20', { more: ',Jnr', surname: 'Stranger' }],
]

describe('a row of the laboratory that waits', () => {
  it.each(CONTRADICTIONS)(
    'LAB-04 keeps a result back and hides a shown one until it is dealt with: %s',
    async (_, value, change) => {
      const [kept, shown] = [await judged(), await judged()]
      await lab.release(shown.id)
      for (const one of [kept, shown]) await sendLater(one, value, change)
      for (const release of [lab.release, lab.releaseAlone]) {
        expect(await release(kept.id)).toMatchObject({ leftOut: [{ reason: 'row-waits' }] })
      }
      const open = (await listOpenResults(lab.database)).find(
        ({ resultId }) => resultId === kept.id,
      )
      expect(open).toMatchObject({ state: 'graded', rowWaits: true })
      expect(await lab.shown(shown.id)).toEqual({
        state: 'withheld',
        corrected: false,
        finding_sealed: null,
        light_sealed: null,
        comments_sealed: null,
        retest_on_sealed: null,
      })
      for (const one of [kept, shown]) await closeRows(one)
      expect(await lab.shown(shown.id)).toMatchObject({ state: 'released', corrected: false })
      expect(await lab.release(kept.id)).toMatchObject({ released: [kept.id] })
    },
  )

  it('LAB-04 LAB-08 keeps back a held result too', async () => {
    const one = await judged()
    await lab.release(one.id)
    await hideResult(lab.database, 'hold', one.id, { by: CLERK, reason: 'a doubt' })
    await sendLater(one, '1.90', {})
    const why = { by: CLINICIAN, reason: 'answered' }
    expect(await releaseHeld(lab.database, one.id, why)).toBe('row-waits')
    await closeRows(one)
    expect(await releaseHeld(lab.database, one.id, why)).toBeUndefined()
  })

  it('LAB-04 L14 the database refuses the release beside it, also with the condition of the step removed', async () => {
    const one = await judged()
    await sendLater(one, '1.90', {})
    const restore = await patchFunction(lab.database, 'lab.unready', (text) =>
      text.replace("return 'row-waits'", 'null'),
    )
    await expect(lab.release(one.id)).rejects.toThrow(/L14/)
    await lab.database.query('alter table app.results disable trigger results_guard_call')
    expect(await lab.release(one.id)).toMatchObject({ released: [one.id] })
    await lab.database.query('alter table app.results enable trigger results_guard_call')
    await restore()
    expect(await lab.shown(one.id)).toMatchObject({ state: 'withheld' })
  })

  it('PORT-05 LAB-04 an account is not closed while a row waits for its shown result', async () => {
    const one = await judged()
    await lab.release(one.id)
    const refusal = async () => {
      const { rows } = await lab.database.query<{ reason: string | null }>(
        `select app.closing_refusal($1, now() + interval '30 days') as reason`,
        [one.tube.profileId],
      )
      return rows[0]?.reason
    }
    expect(await refusal()).toBeNull()
    await sendLater(one, '1.90', {})
    expect(await refusal()).toBe('result-pending')
  })
})
