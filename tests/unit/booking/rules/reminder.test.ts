import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeDeadline } from '#booking/rules/appointment.ts'
import {
  dueReminders,
  nextReminderTime,
  REMINDER_KINDS,
  type Reminded,
} from '#booking/rules/reminder.ts'
import {
  DAY,
  HOUR,
  instant,
  nearClockChange,
  PROPERTY,
  wallClock,
} from '../../events/rules/samples.ts'

const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const at = (iso: string) => new Date(iso)
/** The first instants of both reminders, as London shows them. */
const firstTimes = (startsAt: string, toldAt = LONG_AGO) =>
  REMINDER_KINDS.map((kind) => {
    const time = nextReminderTime(kind, { startsAt: at(startsAt), toldAt }, LONG_AGO)
    return time && wallClock(time)
  })

describe('the reminders of an appointment', () => {
  it.each([
    ['in winter', '2026-12-16T09:20:00Z', ['2026-12-09 09:00', '2026-12-13 09:00']],
    ['in summer', '2026-07-15T08:20:00Z', ['2026-07-08 09:00', '2026-07-12 09:00']],
    [
      'just after clocks go forward',
      '2026-03-31T08:00:00Z',
      ['2026-03-24 09:00', '2026-03-28 09:00'],
    ],
    ['just after clocks go back', '2026-10-27T09:00:00Z', ['2026-10-20 09:00', '2026-10-24 09:00']],
    ['at midnight', '2026-12-16T00:00:00Z', ['2026-12-09 09:00', '2026-12-13 09:00']],
    ['late in the evening', '2026-12-16T21:40:00Z', ['2026-12-09 09:00', '2026-12-13 09:00']],
  ])('REM-01 are sent at nine, seven and three days before: %s', (_, startsAt, expected) => {
    expect(firstTimes(startsAt)).toEqual(expected)
  })

  it.each([
    ['at noon eight days before', '2026-12-08T12:00:00Z', ['2026-12-09 12:00', '2026-12-13 09:00']],
    ['at noon seven days before', '2026-12-09T12:00:00Z', ['2026-12-10 12:00', '2026-12-13 09:00']],
    ['in the evening seven days before', '2026-12-09T21:00:00Z', [undefined, '2026-12-13 09:00']],
    ['at night four days before', '2026-12-12T02:00:00Z', [undefined, '2026-12-13 09:00']],
    ['at noon four days before', '2026-12-12T12:00:00Z', [undefined, '2026-12-13 12:00']],
    ['at eleven three days before', '2026-12-13T11:00:00Z', [undefined, '2026-12-14 11:00']],
    ['at one three days before', '2026-12-13T13:00:00Z', [undefined, undefined]],
    ['two days before', '2026-12-14T09:00:00Z', [undefined, undefined]],
  ])('REM-01 wait a day after a booking %s', (_, toldAt, expected) => {
    // Starts at five in the afternoon: the last reminder is sent until one, two days before.
    expect(firstTimes('2026-12-16T17:00:00Z', at(toldAt))).toEqual(expected)
  })

  it('REM-01 are sent later on their day, not at night, and after an outage of more than two days not at all', () => {
    const appointment = { startsAt: at('2026-12-16T17:00:00Z'), toldAt: LONG_AGO }
    const next = (kind: 'week' | 'last', now: string) =>
      nextReminderTime(kind, appointment, at(now))?.toISOString()
    expect(next('week', '2026-12-09T14:30:00Z')).toBe('2026-12-09T14:30:00.000Z')
    expect(next('week', '2026-12-09T20:00:00Z')).toBe('2026-12-10T09:00:00.000Z')
    expect(next('week', '2026-12-10T20:00:00Z')).toBeUndefined()
    expect(next('last', '2026-12-13T23:00:00Z')).toBe('2026-12-14T09:00:00.000Z')
    expect(next('last', '2026-12-14T12:59:00Z')).toBe('2026-12-14T12:59:00.000Z')
    expect(next('last', '2026-12-14T13:00:00Z')).toBeUndefined()
    expect(dueReminders(appointment, at('2026-12-13T09:00:00Z'))).toEqual(['last'])
    expect(dueReminders(appointment, at('2026-12-13T08:59:00Z'))).toEqual([])
  })

  const appointments: fc.Arbitrary<Reminded> = fc
    .tuple(fc.oneof(instant, nearClockChange), fc.integer({ min: 0, max: 12 * 24 * 60 }))
    .map(([startsAt, minutes]) => ({
      startsAt,
      toldAt: new Date(startsAt.getTime() - minutes * 60_000),
    }))

  it('REM-01 keep every rule for any appointment and booking, over both clock changes', () => {
    fc.assert(
      fc.property(appointments, fc.integer({ min: 0, max: 9 * 24 * 60 }), (appointment, before) => {
        const { startsAt, toldAt } = appointment
        const now = new Date(startsAt.getTime() - before * 60_000)
        for (const kind of REMINDER_KINDS) {
          const time = nextReminderTime(kind, appointment, now)
          if (time === undefined) continue
          const clock = wallClock(time).slice(11)
          expect(clock >= '09:00' && clock < '20:00').toBe(true)
          expect(time.getTime()).toBeGreaterThanOrEqual(now.getTime())
          expect(time.getTime() - toldAt.getTime()).toBeGreaterThanOrEqual(DAY)
          expect(time.getTime()).toBeLessThan(changeDeadline(appointment).getTime() - 4 * HOUR)
          expect(time.getTime()).toBeLessThan(startsAt.getTime())
          // What may be sent at an instant may be sent when it has come.
          expect(nextReminderTime(kind, appointment, time)).toEqual(time)
        }
      }),
      PROPERTY,
    )
  })

  it('REM-01 of an appointment that was booked long before both have a time', () => {
    fc.assert(
      fc.property(fc.oneof(instant, nearClockChange), (startsAt) => {
        const times = REMINDER_KINDS.map((kind) =>
          nextReminderTime(kind, { startsAt, toldAt: LONG_AGO }, LONG_AGO),
        )
        expect(times.map((time) => time && wallClock(time).slice(11))).toEqual(['09:00', '09:00'])
        expect(Number(times[1]) - Number(times[0])).toBeGreaterThan(3 * DAY)
      }),
      PROPERTY,
    )
  })
})
