import { expect, it } from 'vitest'
import type { ShownResult, TestedAppointment } from '#server/repositories/released-results.ts'
import { itemsOf } from '#server/services/results-wire.ts'

const result = (
  resultId: string,
  day: string,
  over: Partial<Pick<ShownResult, 'appointmentId' | 'content' | 'releasedAt'>> = {},
): ShownResult => ({
  resultId,
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
const appointment = (appointmentId: string, eventOn: string): TestedAppointment => ({
  appointmentId,
  eventName: null,
  productName: 'Total PSA Test',
  eventOn,
  isSpoiled: false,
  resultDays: null,
})
const items = (results: ShownResult[], appointments: TestedAppointment[]) =>
  itemsOf({ results, appointments, tests: new Map(), product: 'Halyard', today: '2026-11-26' })
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
  const slow = items([], [{ ...appointment('slow', '2026-11-01'), resultDays: 30 }])
  expect(slow.map(({ waiting }) => waiting)).toEqual(['on-the-way'])
  const [shown] = items(
    [result('shown', '2026-11-01', { appointmentId: '2026-11-01' })],
    tests,
  ).filter((item) => item.result !== null)
  expect(shown?.waiting).toBeNull()
})
