import { describe, expect, it } from 'vitest'
import { byOf } from '#core/server/caller.ts'
import type { Said } from '#results/server/judging/record-judgement.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  AMBER,
  clinician,
  GREEN,
  judgingPages,
  RED,
} from '#tests/integration/results/judging-setup.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { sealer, type TakenTube } from '#tests/integration/results/lab-setup.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const ofAll = perFile(() => labDatabase(24))
const ofThree = perFile(() => labDatabase(24))
/** One person with both roles. */
const alone = clinician('Ada Quill')

type Step = 'import' | 'judge' | 'second' | 'release'

function orders<One>(steps: readonly One[]): One[][] {
  if (steps.length === 0) return [[]]
  return steps.flatMap((one, at) => orders(steps.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}

/** Tries the steps in this order by one account, twice over; a step that is refused is left out. Returns the state of the result at the end. */
async function tryAlone(
  lab: Pick<typeof ofAll, 'database'>,
  tube: TakenTube,
  { order, value, said }: { order: readonly Step[]; value: string; said: Said },
) {
  const { judging, judge, releasing } = judgingPages(lab.database)
  const find = async () => {
    const { rows } = await lab.database.query<{ id: string; state: string; revision: number }>(
      'select result_id as id, results.state, revision from app.results join app.samples using (sample_id) where label = $1',
      [tube.label],
    )
    return rows[0]
  }
  const run: Record<Step, () => Promise<unknown>> = {
    import: () =>
      importLabFile(
        { database: lab.database, sealer },
        labCsv([cellsOf(tube, value)]),
        byOf(alone, 'import-results'),
      ),
    judge: async () => judge(alone, (await find())?.id ?? '', said),
    second: async () => judge(alone, (await find())?.id ?? '', said),
    async release() {
      const { id, revision } = (await find()) ?? { id: '', revision: 1 }
      await releasing.release(alone, [`${id}:${revision}`])
    },
  }
  // The page of a case that the person may not judge does not open; `judge` throws its reason.
  for (const step of [...order, ...order]) await run[step]().catch(() => undefined)
  const found = await find()
  const open = found && (await judging.open(alone, found.id))
  return { state: found?.state, open: typeof open === 'string' ? open : 'open' }
}

describe('one account alone', () => {
  it('LAB-06 LAB-07 imports, judges, judges as the second and releases, in each of the 24 orders: no result is shown', async () => {
    for (const order of orders<Step>(['import', 'judge', 'second', 'release'])) {
      const end = await tryAlone(ofAll, ofAll.nextTube(), { order, value: '1.20', said: GREEN })
      expect(end, order.join()).toEqual({ state: 'matched', open: 'imported-it' })
    }
  })

  it.each([
    ['amber', '6.20', AMBER],
    ['red', '24.2', RED],
    ['green above the thresholds', '88', GREEN],
  ] as const)(
    'LAB-06 LAB-13 judges what another person imported, as both readers, and releases: no result is shown (%s)',
    async (_, value, said) => {
      for (const order of orders<Step>(['judge', 'second', 'release'])) {
        const { tube } = await ofThree.matched(value)
        const end = await tryAlone(ofThree, tube, { order, value, said })
        expect(end, order.join()).toEqual({ state: 'matched', open: 'needs-another-person' })
      }
    },
  )

  it('LAB-06 the control: a plain green of a file that another person imported is shown by one clinician', async () => {
    const { tube } = await ofThree.matched('1.20')
    const order = ['judge', 'release'] as const
    const end = await tryAlone(ofThree, tube, { order, value: '1.20', said: GREEN })
    expect(end.state).toBe('released')
  })
})
