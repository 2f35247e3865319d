import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AppointmentStatus,
  appointmentCan,
  blocksBooking,
  changeDeadline,
  hasEnded,
  isPaymentNegative,
  referenceNumber,
} from '#booking/rules/appointment.ts'
import { CHANGE_CUT_OFF_HOURS } from '#booking/rules/change-cut-off.ts'
import {
  CANCEL_DIALOG,
  CANCEL_FAILED_NOTICE,
  CANCEL_REFUSALS,
  CANCELLED_NOTICE,
  CHANGE_REFUSALS,
  RESCHEDULE_FAILED_TEXT,
  RESCHEDULED_TEXT,
} from '#booking/texts/appointments.ts'
import { formatDeadline } from '#core/rules/time.ts'
import { HOUR, instant, PROPERTY } from '../../events/rules/samples.ts'

const STATUSES: AppointmentStatus[] = [
  'held',
  'booked',
  'cancelled',
  'expired',
  'attended',
  'no_show',
]
const startsAt = new Date('2026-10-26T09:00:00Z')
const endsAt = new Date('2026-10-26T09:30:00Z')
const earlier = (ms: number): Date => new Date(startsAt.getTime() - ms)

describe('changes of an appointment', () => {
  it.each([
    [48 * HOUR + 1, 'yes'],
    [48 * HOUR, 'yes'],
    [48 * HOUR - 1, 'too-late'],
    [0, 'too-late'],
    [-HOUR, 'too-late'],
  ])('APPT-02 APPT-03 %i ms before the start: %s', (ms, expected) => {
    expect(CHANGE_CUT_OFF_HOURS).toBe(48)
    const appointment = { status: 'booked' as const, startsAt }
    expect(appointmentCan.cancel(appointment, earlier(ms))).toBe(expected)
    expect(appointmentCan.reschedule(appointment, earlier(ms))).toBe(expected)
  })

  it.each(STATUSES.filter((status) => status !== 'booked'))(
    'APPT-01 neither change is possible when %s',
    (status) => {
      expect(appointmentCan.cancel({ status, startsAt }, earlier(99 * HOUR))).toBe('wrong-status')
      expect(appointmentCan.reschedule({ status, startsAt }, earlier(0))).toBe('wrong-status')
    },
  )

  it('APPT-02 counts 48 elapsed hours across both clock changes', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 100 * 60 }), (at, minutes) => {
        const now = new Date(at.getTime() - minutes * 60_000)
        const expected = minutes >= 48 * 60 ? 'yes' : 'too-late'
        expect(appointmentCan.cancel({ status: 'booked', startsAt: at }, now)).toBe(expected)
      }),
      PROPERTY,
    )
  })

  it.each([
    ['an ordinary week', '2026-11-26T09:00:00Z', 'Tuesday 24 November, 09:00'],
    ['summer', '2027-06-16T08:00:00Z', 'Monday 14 June, 09:00'],
    ['the clocks go back in between', '2026-10-26T09:00:00Z', 'Saturday 24 October, 10:00'],
    ['the clocks go forward in between', '2027-03-29T08:00:00Z', 'Saturday 27 March, 08:00'],
    ['over the end of a year', '2027-01-01T09:00:00Z', 'Wednesday 30 December, 09:00'],
  ])(
    'APPT-02 the deadline is shown in London time, 48 elapsed hours before: %s',
    (_, start, shown) => {
      expect(formatDeadline(changeDeadline({ startsAt: new Date(start) }))).toBe(shown)
    },
  )

  it('APPT-02 the deadline that is shown is the last moment of a change', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const appointment = { status: 'booked' as const, startsAt: at }
        const deadline = changeDeadline(appointment)
        expect(appointmentCan.reschedule(appointment, deadline)).toBe('yes')
        const after = new Date(deadline.getTime() + 1)
        expect(appointmentCan.reschedule(appointment, after)).toBe('too-late')
      }),
      PROPERTY,
    )
  })

  it('BOOK-05 only a booked appointment that has not ended blocks', () => {
    const lastInstant = new Date(endsAt.getTime() - 1)
    for (const status of STATUSES) {
      expect(blocksBooking({ status, endsAt }, lastInstant)).toBe(status === 'booked')
      expect(blocksBooking({ status, endsAt }, endsAt)).toBe(false)
    }
    expect(hasEnded({ endsAt }, lastInstant)).toBe(false)
    expect(hasEnded({ endsAt }, endsAt)).toBe(true)
  })
})

describe('the reference number', () => {
  it('BOOK-09 BOOK-10 is the first eight digits of the id in upper case, in two groups', () => {
    expect(referenceNumber('0d8f2f36-6f0c-4a3c-9c5e-0a4a3c1b2d3e')).toBe('0D8F-2F36')
    expect(referenceNumber('ABCDEF01-6f0c-4a3c-9c5e-0a4a3c1b2d3e')).toBe('ABCD-EF01')
  })
})

describe('texts', () => {
  it.each([
    [undefined, true],
    [null, true],
    ['', true],
    [' ', true],
    ['not paid', true],
    ['Not Paid', true],
    ['paid', false],
    ['paid by card', false],
    ['refunded', false],
  ])('APPT-01 payment status %j is negative: %s', (text, expected) => {
    expect(isPaymentNegative(text)).toBe(expected)
  })

  it('APPT-02 has the exact texts of a cancellation', () => {
    expect(CANCEL_REFUSALS['too-late'].title).toBe('Cannot cancel')
    expect(CANCEL_REFUSALS['too-late'].text).toBe(
      'Appointments cannot be cancelled within 48 hours of the scheduled time. Please contact support for assistance',
    )
    expect(CANCEL_DIALOG).toEqual({
      title: 'Are you sure?',
      text: 'Do you really want to cancel this appointment?',
      confirm: 'Yes, cancel it',
      dismiss: 'No, keep it',
    })
    expect(CANCELLED_NOTICE).toEqual({
      title: 'Appointment Cancelled',
      text: 'Your appointment has been cancelled successfully.',
    })
    expect(CANCEL_FAILED_NOTICE).toEqual({
      title: 'Cancellation Failed',
      text: 'Something went wrong while canceling your appointment. Please try again later.',
    })
  })

  it('APPT-03 has the exact texts of a change of time', () => {
    expect(CHANGE_REFUSALS['too-late'].title).toBe('Cannot modify')
    expect(CHANGE_REFUSALS['too-late'].text).toBe(
      'Appointments cannot be rescheduled within 48 hours of the scheduled time. Please contact support for assistance',
    )
    expect(RESCHEDULED_TEXT).toBe('Appointment time updated successfully.')
    expect(RESCHEDULE_FAILED_TEXT).toBe('Failed to update appointment.')
  })
})
