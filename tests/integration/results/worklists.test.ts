import { expect, it } from 'vitest'
import { addDays, londonDate } from '#core/rules/time.ts'
import { openUnread } from '#results/server/database/call-cases.ts'
import { countWorklists, type Worklists } from '#results/server/database/worklists.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { closeRow } from '#results/server/laboratory/row-ends.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLERK, CLINICIAN, LEAD, SECOND, sealer } from '#tests/integration/results/lab-setup.ts'
import { approve, importValue } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(() => labDatabase(5))
const today = londonDate(new Date())

const countsOf = (by: string, days = 0): Promise<Worklists> =>
  countWorklists(lab.test.open({ clockOffsetSeconds: days * 86_400 }), {
    name: by.split(',')[0] ?? '',
    day: addDays(today, days),
  })

it('STF-08 LAB-05 LAB-06 each worklist counts what waits for this person', async () => {
  expect(await countsOf(LEAD)).toEqual({
    drafts: 0,
    notClosed: 1,
    filesChecked: 0,
    rowsWaiting: 0,
    rowsForMe: 0,
    lateTubes: 0,
    toJudge: 0,
    secondReadings: 0,
    toRelease: 0,
    calls: 0,
    unread: 0,
  })
  expect((await countsOf(LEAD, 8)).lateTubes).toBe(5)

  const tube = lab.nextTube()
  const csv = labCsv([{ ...cellsOf(tube, '1.1'), surname: 'Stranger' }])
  await importLabFile({ database: lab.database, sealer }, csv, CLERK)
  const { rows } = await lab.database.query<{ id: string }>('select row_id as id from app.lab_rows')
  const rowsOf = async (by: string) => {
    const { rowsWaiting, rowsForMe } = await countsOf(by)
    return [rowsWaiting, rowsForMe]
  }
  expect(await rowsOf(LEAD)).toEqual([1, 0])
  const why = { by: LEAD, reason: 'asked' }
  await closeRow({ database: lab.database, sealer }, rows[0]?.id ?? '', why)
  // Neither for the person who proposed it, nor for the one who imported it, whatever the title.
  expect([await rowsOf(LEAD), await rowsOf(`Dr ${CLERK}`), await rowsOf(SECOND)]).toEqual([
    [1, 0],
    [1, 0],
    [1, 1],
  ])

  const judging = async (by: string) => {
    const { toJudge, secondReadings, toRelease, calls } = await countsOf(by)
    return [toJudge, secondReadings, toRelease, calls]
  }
  const [green, red] = [lab.nextTube(), lab.nextTube()]
  const greenId = await importValue(lab.database, green, '1.20')
  const redId = await importValue(lab.database, red, '24.0')
  expect([await judging(CLINICIAN), await judging(CLERK)]).toEqual([
    [2, 0, 0, 0],
    [0, 0, 0, 0],
  ])
  const greenRow = { id: greenId, tube: green, value: '1.20', light: 'green' }
  const redRow = { id: redId, tube: red, value: '24.0', light: 'red', risk: 'high' }
  await approve(lab.database, [greenRow, redRow])
  expect([await judging(CLINICIAN), await judging(SECOND)]).toEqual([
    [0, 0, 1, 0],
    [0, 1, 1, 0],
  ])
  // As the page of the release leaves it out.
  const confirmed = (is: boolean) =>
    lab.database.query('update app.profiles set is_verified = $1 where profile_id = $2', [
      is,
      green.profileId,
    ])
  await confirmed(false)
  expect(await judging(SECOND)).toEqual([0, 1, 0, 0])
  await confirmed(true)
  await approve(lab.database, [redRow], SECOND)
  expect(await judging(SECOND)).toEqual([0, 0, 1, 1])
  await lab.release(greenId)
  expect(await judging(SECOND)).toEqual([0, 0, 0, 1])
  await openUnread(lab.test.open({ clockOffsetSeconds: 8 * 86_400 }))
  expect([(await countsOf(SECOND, 8)).unread, (await countsOf(SECOND, 16)).unread]).toEqual([0, 1])
  // A shown result that is held is judged again from its page, and then waits for the second clinician.
  await hideResult(lab.database, 'hold', greenId, { by: LEAD, reason: 'a doubt' })
  expect(await judging(SECOND)).toEqual([0, 0, 0, 1])
  const amberRow = { ...greenRow, light: 'amber' }
  await approve(lab.database, [amberRow])
  expect([await judging(SECOND), await judging(CLINICIAN)]).toEqual([
    [0, 1, 0, 1],
    [0, 0, 0, 1],
  ])
  await approve(lab.database, [amberRow], SECOND)
  expect(await judging(SECOND)).toEqual([0, 0, 0, 1])
})
