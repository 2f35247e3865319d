import { describe, expect, it } from 'vitest'
import { type CalendarEntry, calendarText } from '#server/services/calendar.ts'

const ENTRY: CalendarEntry = {
  appointmentId: '0d8f2f36-6f0c-4a3c-9c5e-0a4a3c1b2d3e',
  sequence: 0,
  startsAt: new Date('2027-06-16T08:00:00Z'),
  endsAt: new Date('2027-06-16T08:10:00Z'),
  cancelled: false,
  address: 'Corn Exchange, 1; High Street, Colchester',
  charityName: 'Halyard Men’s Health',
  now: new Date('2027-06-01T09:00:00Z'),
}

const linesOf = (entry: CalendarEntry) =>
  calendarText(entry)
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')

describe('the calendar entry', () => {
  it('BOOK-09 BOOK-10 is in UTC with a stable UID and METHOD:PUBLISH, and every line ends with CRLF (RFC 5545)', () => {
    const lines = linesOf(ENTRY)
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'METHOD:PUBLISH',
        `UID:${ENTRY.appointmentId}`,
        'SEQUENCE:0',
        'DTSTAMP:20270601T090000Z',
        'DTSTART:20270616T080000Z',
        'DTEND:20270616T081000Z',
        'STATUS:CONFIRMED',
        'SUMMARY:Appointment with Halyard Men’s Health',
        'LOCATION:Corn Exchange\\, 1\\; High Street\\, Colchester',
        'END:VCALENDAR',
      ]),
    )
    expect(calendarText(ENTRY).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('BOOK-10 a cancellation has the same UID, a higher sequence and METHOD:CANCEL', () => {
    const lines = linesOf({ ...ENTRY, cancelled: true, sequence: 2 })
    expect(lines).toEqual(
      expect.arrayContaining([
        'METHOD:CANCEL',
        'STATUS:CANCELLED',
        'SEQUENCE:2',
        `UID:${ENTRY.appointmentId}`,
      ]),
    )
  })

  it('BOOK-10 contains no clinical term, and no LOCATION for an empty address', () => {
    expect(calendarText(ENTRY)).not.toMatch(/psa|prostat|cancer|blood|screening|test/i)
    expect(calendarText({ ...ENTRY, address: '' })).not.toContain('LOCATION')
  })

  it.each([
    ['spring', '2028-03-26T08:00:00Z', '20280326T080000Z'],
    ['autumn', '2027-10-31T09:00:00Z', '20271031T090000Z'],
  ])('BOOK-09 on the day the clocks change in %s the instant stays', (_, startsAt, expected) => {
    const start = new Date(startsAt)
    const lines = linesOf({
      ...ENTRY,
      startsAt: start,
      endsAt: new Date(start.getTime() + 600_000),
    })
    expect(lines).toContain(`DTSTART:${expected}`)
  })
})
