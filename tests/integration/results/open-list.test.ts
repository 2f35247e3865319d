import { describe, expect, it } from 'vitest'
import { comparedName } from '#core/rules/lab-key.ts'
import { addDays, type IsoDate } from '#core/rules/time.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import { readResults } from '#results/server/database/released-results.ts'
import { listOpenMatters, setResultDays } from '#results/server/database/results-open.ts'
import { endSample } from '#results/server/database/results-samples.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { closeRow } from '#results/server/laboratory/row-ends.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import {
  bookPast,
  CLERK,
  CLINICIAN,
  EVENT_DAY,
  LABORATORY,
  NURSE,
  newLabel,
  pastEvent,
  SECOND,
  sealer,
  type TakenTube,
} from '#tests/integration/results/lab-setup.ts'
import { approve, byTwo, importValue } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(() => labDatabase(16))

/** What the list says of a tube, as many days from now. */
async function openOf({ label }: TakenTube, days = 0) {
  const matters = await listOpenMatters(lab.test.open({ clockOffsetSeconds: days * 86_400 }))
  return matters.filter((one) => one.label === label).map(({ kind }) => kind)
}

/** A result that its patient is shown. */
async function shown(value = '1.20') {
  const one = await lab.matched(value)
  await approve(lab.database, [{ ...one, light: 'green' }])
  expect(await lab.release(one.id)).toMatchObject({ released: [one.id] })
  return one
}

describe('npm run results -- open', () => {
  it('LAB-11 a tube without a result is open after the days of its laboratory, seven unless they are set', async () => {
    const tube = lab.nextTube()
    expect(await openOf(tube, 3)).toEqual([])
    expect(await openOf(tube, 5)).toEqual(['no-result'])
    const days = (labKey: string) => setResultDays(lab.database, { labKey, days: 20, by: CLERK })
    expect(await days('nowhere')).toBe(false)
    expect(await days(comparedName(LABORATORY))).toBe(true)
    expect(await openOf(tube, 5)).toEqual([])
    expect(await openOf(tube, 18)).toEqual(['no-result'])
  })

  it('LAB-11 a row that waits, or was closed without a result, is open until the tube has one', async () => {
    const tube = lab.nextTube()
    const csv = labCsv([cellsOf(tube, '250')])
    await importLabFile({ database: lab.database, sealer }, csv, CLERK)
    expect(await openOf(tube)).toEqual(['row-waits'])
    const [row = ''] = await lab.waitingRowsOf(tube)
    expect(await byTwo(lab.database, closeRow, row)).toBeUndefined()
    expect(await openOf(tube)).toEqual(['row-closed'])
    const id = await importValue(lab.database, tube, '2.5')
    expect(await openOf(tube)).toEqual(['not-shown'])
    await approve(lab.database, [{ id, tube, value: '2.5', light: 'amber' }])
    await approve(lab.database, [{ id, tube, value: '2.5', light: 'amber' }], SECOND)
    await lab.release(id)
    expect(await openOf(tube)).toEqual([])
  })

  it('LAB-11 an appointment is open after its time until its outcome is recorded', async () => {
    const eventId = await pastEvent(lab.database, 1)
    const person = { surname: 'Absent', forename: 'Guy', birthDate: '1961-02-03' }
    const [booked] = await bookPast(lab.database, eventId, [person])
    const open = async () =>
      (await listOpenMatters(lab.database)).filter((one) => one.eventId === eventId)
    expect(await open()).toMatchObject([
      { kind: 'no-outcome', appointmentId: booked?.appointmentId, label: null },
    ])
    await lab.database.query(`update app.appointments set status = 'no_show' where event_id = $1`, [
      eventId,
    ])
    expect(await open()).toEqual([])
  })

  it('LAB-11 CLI-05 a patient without a result stays on the list: a void tube, and a result that was withdrawn', async () => {
    const since = (id: string) => async () =>
      (await listOpenMatters(lab.database)).filter((one) => one.appointmentId === id)
    const tube = lab.nextTube()
    const why = { by: NURSE, reason: 'mislabelled' }
    expect(await endSample(lab.database, tube.label, { as: 'void', ...why })).toBeUndefined()
    expect(await since(tube.appointmentId)()).toMatchObject([{ kind: 'no-live-result' }])
    const spoiled = lab.nextTube()
    await endSample(lab.database, spoiled.label, { as: 'spoiled', ...why })
    expect(await since(spoiled.appointmentId)()).toEqual([])
    const one = await lab.matched()
    const taken = { by: CLINICIAN, reason: 'not the blood of this patient' }
    await hideResult(lab.database, 'withdraw', one.id, taken)
    expect(await openOf(one.tube)).toEqual(['no-live-result'])
    await endSample(lab.database, one.tube.label, { as: 'spoiled', ...why })
    expect(await openOf(one.tube)).toEqual([])
  })

  it('LAB-11 CLI-06 a patient who came without an appointment stays on it too, until a later tube', async () => {
    const birthDate = '1961-02-03'
    const profileId = await buildProfile(lab.database, { birth_date: birthDate })
    const came = async (day: IsoDate, form: string) => {
      const event = { event_on: day, start_time: '08:00', end_time: '20:00', lab_name: LABORATORY }
      const eventId = await buildEvent(lab.database, event)
      const label = newLabel()
      const csv = `reference,patient,event,date of birth,consent,outcome,label,taken_at\n,${profileId},${eventId},${birthDate},${form},attended,${label},09:30\n`
      const outcome = await recordAttendance({ database: lab.database, sealer }, csv, NURSE)
      expect(outcome).toMatchObject({
        ok: true,
        held: 0,
      })
      return { label, eventId }
    }
    const { label, eventId } = await came(EVENT_DAY, 'P-77')
    const open = async () =>
      (await listOpenMatters(lab.database)).filter((one) => one.eventId === eventId)
    expect(await open()).toEqual([])
    await endSample(lab.database, label, { as: 'void', by: NURSE, reason: 'mislabelled' })
    expect(await open()).toMatchObject([{ kind: 'no-live-result', label }])
    await came(addDays(EVENT_DAY, 1), 'P-78')
    expect(await open()).toEqual([])
  })

  it('LAB-07 LAB-11 a release names the result that its patient cannot read, and the list keeps it until it is read', async () => {
    const one = await lab.matched()
    await approve(lab.database, [{ ...one, light: 'green' }])
    const verify = (is: boolean) =>
      lab.database.query('update app.profiles set is_verified = $2 where profile_id = $1', [
        one.tube.profileId,
        is,
      ])
    await verify(false)
    expect(await lab.releaseAlone(one.id)).toEqual({
      released: [one.id],
      leftOut: [],
      unreadable: [one.id],
    })
    expect(await openOf(one.tube)).toEqual(['cannot-read'])
    await verify(true)
    expect(await openOf(one.tube)).toEqual([])
  })

  it('LAB-11 an unread shown result is open after seven days; reading it, or a call, ends that', async () => {
    const [read, called, again] = [await shown(), await shown(), await shown()]
    for (const one of [read, called, again]) {
      expect(await openOf(one.tube, 6)).toEqual([])
      expect(await openOf(one.tube, 8)).toEqual(['not-read'])
    }
    const reading = { why: 'result-read', requestId: null } as const
    for (const { tube } of [read, again]) {
      const caller = { profileId: tube.profileId, userId: '00000000-0000-4000-8000-000000000001' }
      await readResults(lab.database, sealer, caller, reading)
    }
    expect(await openOf(read.tube, 8)).toEqual([])
    await lab.call(called.id)
    expect(await openOf(called.tube, 8)).toEqual([])
    // What is shown after a hold is unread again.
    await hideResult(lab.database, 'hold', again.id, { by: CLERK, reason: 'a doubt' })
    expect(await openOf(again.tube)).toEqual(['held'])
  })

  it('LAB-11 FUP-01 a red result is open from its judgement until its calls end', async () => {
    const one = await lab.matched('24.0')
    for (const by of [undefined, SECOND])
      await approve(lab.database, [{ ...one, light: 'red' }], by)
    expect(await openOf(one.tube)).toEqual(['red'])
    await lab.call(one.id, 'attempt')
    await lab.call(one.id, 'attempt', lab.test.open({ clockOffsetSeconds: 3_601 }))
    await lab.releaseAlone(one.id, 'a letter is sent')
    expect(await openOf(one.tube)).toEqual(['red'])
    await lab.call(one.id, 'not-reached')
    expect(await openOf(one.tube, 6)).toEqual([])
    // The patient was told nothing: what they do not open is open like every other result.
    expect(await openOf(one.tube, 8)).toEqual(['not-read'])
    await lab.call(one.id)
    expect(await openOf(one.tube, 8)).toEqual([])
  })
})
