import fc from 'fast-check'
import type { SignUpForm } from '#account/rules/sign-up.ts'
import type { ScreeningEvent } from '#events/rules/event.ts'

/** A fixed seed for every property, so that failures are reproducible; fast-check prints it with the counterexample. */
export const PROPERTY = { seed: 20_261_121, numRuns: 300 }

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The last Sunday of a month at 01:00 UTC, when British clocks change by law (Summer Time Order 2002). */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1))
  return last.getTime() - last.getUTCDay() * DAY
}

export function clocksForward(year: number): number {
  return lastSunday(year, 2)
}

export function clocksBack(year: number): number {
  return lastSunday(year, 9)
}

/** London wall-clock time computed from the law, without Intl: the oracle for the domain. Format `YYYY-MM-DD HH:mm`. */
export function wallClock(at: Date): string {
  const year = at.getUTCFullYear()
  const summer = at.getTime() >= clocksForward(year) && at.getTime() < clocksBack(year)
  return new Date(at.getTime() + (summer ? HOUR : 0)).toISOString().slice(0, 16).replace('T', ' ')
}

const years = fc.integer({ min: 2024, max: 2040 })

/** Whole-minute instants within four days of a clock change, in both directions. */
export const nearClockChange: fc.Arbitrary<Date> = fc
  .tuple(years, fc.boolean(), fc.integer({ min: -4 * 24 * 60, max: 4 * 24 * 60 }))
  .map(
    ([year, forward, minutes]) =>
      new Date((forward ? clocksForward(year) : clocksBack(year)) + minutes * MINUTE),
  )

/** Whole-minute instants within 90 minutes of a London midnight, winter and summer. */
export const nearMidnight: fc.Arbitrary<Date> = fc
  .tuple(years, fc.integer({ min: 0, max: 364 }), fc.integer({ min: -150, max: 90 }))
  .map(([year, day, minutes]) => new Date(Date.UTC(year, 0, 1) + day * DAY + minutes * MINUTE))

/** Any whole-minute instant of those years. */
export const anyInstant: fc.Arbitrary<Date> = fc
  .tuple(years, fc.integer({ min: 0, max: 365 * 24 * 60 - 1 }))
  .map(([year, minutes]) => new Date(Date.UTC(year, 0, 1) + minutes * MINUTE))

/** The instants for tests of rules about time. */
export const instant = fc.oneof(nearClockChange, nearMidnight, anyInstant)

/** An open, public, free event on a Wednesday in winter, 09:00 to 12:00 in slots of 30 minutes. */
export function sampleEvent(changes: Partial<ScreeningEvent> = {}): ScreeningEvent {
  return {
    eventId: 7,
    startsAt: new Date('2026-12-09T09:00:00Z'),
    endsAt: new Date('2026-12-09T12:00:00Z'),
    date: '2026-12-09',
    startTime: '09:00',
    endTime: '12:00',
    sessionMinutes: 30,
    productId: 1,
    isPrivate: false,
    audience: 'community',
    totalSpaces: 20,
    bookedSpaces: 3,
    placesPerSlot: 1,
    cancelled: false,
    ...changes,
  }
}

/** A sign-up form that is valid on any day of 2026. */
export function sampleForm(changes: Partial<SignUpForm> = {}): SignUpForm {
  return {
    firstName: 'Edwin Arthur',
    lastName: 'Sample',
    address1: '1 Harbour Row',
    address2: '',
    postCode: 'ZZ1 1ZZ',
    country: 'United Kingdom',
    occupation: '',
    nhs: '',
    gender: 'Male',
    dateOfBirth: '1966-05-04',
    phoneNumber: '+447700900123',
    email: 'edwin@example.org',
    password: 'harbour',
    confirmPassword: 'harbour',
    ethnicity: 'Not stated',
    ...changes,
  }
}
