import { expect, it } from 'vitest'
import type { PatientTest } from '#results/server/database/patient-tests.ts'
import type { ShownResult } from '#results/server/database/released-results.ts'
import { itemsOf } from '#results/server/results-wire.ts'

const result = (
  resultId: string,
  day: string,
  over: Partial<Pick<ShownResult, 'appointmentId' | 'content' | 'releasedAt'>> = {},
): ShownResult => ({
  resultId,
  sampleId: `sample of ${resultId}`,
  appointmentId: null,
  laboratory: 'Eastmoor Pathology',
  takenAt: new Date(`${day}T10:20:00Z`),
  version: 1,
  round: 1,
  corrected: false,
  releasedAt: new Date('2026-11-12T09:00:00Z'),
  readAt: null,
  content: 'withheld',
  ...over,
})
const appointment = (
  id: string,
  eventOn: string,
  over: Partial<PatientTest> = {},
): PatientTest => ({
  id,
  eventName: null,
  productName: 'Total PSA Test',
  eventOn,
  spoiled: null,
  isArranged: true,
  resultDays: null,
  ...over,
})
const items = (results: ShownResult[], tests: PatientTest[]) =>
  itemsOf({ results, tests, names: new Map(), product: 'Halyard', today: '2026-11-26' })
const namesOf = (...of: Parameters<typeof items>) =>
  items(...of).map((item) => item.result?.result_id ?? item.appointment?.event_date)

it('RES-01 the newest test is first, with a result, without one or withheld; appointments to come are last', () => {
  const results = [
    result('linked', '2024-11-06', { appointmentId: 'a' }),
    result('withheld', '2026-11-05'),
    result('walk-in', '2025-11-05'),
  ]
  const appointments = [
    appointment('to-come', '2026-12-10'),
    appointment('today', '2026-11-26'),
    appointment('waiting', '2026-11-20'),
    appointment('old', '2023-11-07'),
    appointment('a', '2024-11-06'),
  ]
  expect(namesOf(results, appointments)).toEqual([
    '2026-11-26',
    '2026-11-20',
    'withheld',
    'walk-in',
    'linked',
    '2023-11-07',
    '2026-12-10',
  ])
  expect(namesOf(results.toReversed(), appointments.toReversed())).toEqual(
    namesOf(results, appointments),
  )
})

it('RES-01 a test without a result says whether it is on the way or late; one with a result says neither', () => {
  const days = ['2026-11-01', '2026-11-20', '2026-12-10'] as const
  const tests = days.map((day) => appointment(day, day))
  expect(items([], tests).map(({ waiting }) => waiting)).toEqual(['on-the-way', 'late', 'to-come'])
  const slow = items([], [appointment('slow', '2026-11-01', { resultDays: 30 })])
  expect(slow.map(({ waiting }) => waiting)).toEqual(['on-the-way'])
  const [shown] = items(
    [result('shown', '2026-11-01', { appointmentId: '2026-11-01' })],
    tests,
  ).filter((item) => item.result !== null)
  expect(shown?.waiting).toBeNull()
})

it('LAB-14 a spoiled test says whether its free repeat is still to be booked; a tube without an appointment has its event', () => {
  const spoiled = items(
    [result('shown', '2026-11-05')],
    [
      appointment('open', '2026-11-20', { spoiled: 'spoiled', isArranged: false }),
      appointment('used', '2026-11-10', { spoiled: 'repeated', isArranged: false }),
      appointment('sample of shown', '2026-11-05'),
    ],
  )
  expect(spoiled.map(({ waiting }) => waiting)).toEqual(['spoiled', 'repeated', null])
  expect(spoiled[0]?.appointment).toMatchObject({ event_date: '2026-11-20' })
})

it('RES-02 LAB-14 a next test is arranged by a test that is booked or waits for its result, not by a spoiled one', () => {
  const content: ShownResult['content'] = {
    finding: { value: '1.20', unit: 'ng/mL' },
    light: 'green',
    riskGroup: 'low',
    comments: undefined,
    retestOn: '2026-11-20',
    patient: { name: 'Arthur Pendle', birthDate: '1960-02-03' },
  }
  const stateWith = (over: Partial<PatientTest>) =>
    items([result('shown', '2023-11-20', { content })], [appointment('later', '2026-11-21', over)])
      .map((item) => item.result?.retest_state)
      .find((state) => state !== undefined)
  expect(stateWith({})).toBe('arranged')
  expect(stateWith({ isArranged: false, spoiled: 'spoiled' })).toBe('due')
  expect(stateWith({ isArranged: false })).toBe('due')
})
