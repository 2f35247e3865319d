import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarEntry, calendarText, type Publisher } from '#booking/server/calendar.ts'
import { ON_THE_DAY } from '#booking/texts/booking.ts'

const ENTRY: CalendarEntry = {
  appointmentId: '0d8f2f36-6f0c-4a3c-9c5e-0a4a3c1b2d3e',
  sequence: 0,
  startsAt: new Date('2027-06-16T08:00:00Z'),
  endsAt: new Date('2027-06-16T08:10:00Z'),
  cancelled: false,
  addressParts: ['Corn Exchange', '1; High Street', null, 'Colchester'],
  contactEmail: 'events@halyard.example',
  whatToBring: null,
}
const PUBLISHER: Publisher = {
  charity: { charityName: 'Halyard Men’s Health', bookingPhone: '01632 960100' },
  organizerEmail: 'bookings@halyard.example',
  siteUrl: 'https://halyard.example',
  now: new Date('2027-06-01T09:00:00Z'),
}

const textOf = (entry: Partial<CalendarEntry>, publisher: Partial<Publisher> = {}) =>
  calendarText({ ...ENTRY, ...entry }, { ...PUBLISHER, ...publisher })
const linesOf = (entry: Partial<CalendarEntry>, publisher: Partial<Publisher> = {}) =>
  textOf(entry, publisher)
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
        'ORGANIZER;CN="Halyard Men’s Health":mailto:bookings@halyard.example',
        'URL:https://halyard.example/upcoming-events',
        'LOCATION:Corn Exchange\\, 1\\; High Street\\, Colchester',
        'END:VCALENDAR',
      ]),
    )
    expect(textOf({}).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('BOOK-10 a cancellation has the same UID, a higher sequence and METHOD:CANCEL', () => {
    const lines = linesOf({ cancelled: true, sequence: 2 })
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
    expect(textOf({})).not.toMatch(/psa|prostat|cancer|blood|screening|test/i)
    expect(textOf({ addressParts: [null, ' '] })).not.toContain('LOCATION')
  })

  it.each([
    ['spring', '2028-03-26T08:00:00Z', '20280326T080000Z'],
    ['autumn', '2027-10-31T09:00:00Z', '20271031T090000Z'],
  ])('BOOK-09 on the day the clocks change in %s the instant stays', (_, startsAt, expected) => {
    const start = new Date(startsAt)
    const lines = linesOf({ startsAt: start, endsAt: new Date(start.getTime() + 600_000) })
    expect(lines).toContain(`DTSTART:${expected}`)
  })

  it('BOOK-10 notes the reference number, what to bring, when to come, how to cancel and the contact', () => {
    const note = linesOf({}).find((line) => line.startsWith('DESCRIPTION:')) ?? ''
    expect(note).toContain('Reference number: 0D8F-2F36\\n')
    for (const { text } of ON_THE_DAY) expect(note).toContain(text.replaceAll(',', '\\,'))
    expect(note).toContain(
      'You can change the time or cancel online until 48 hours before the appointment.',
    )
    expect(note).toContain('please call 01632 960100.')
    expect(note).toContain('Contact: events@halyard.example')
    expect(textOf({ whatToBring: 'A coat.' }).replaceAll('\r\n ', '')).toContain(
      `${ON_THE_DAY[0].text} A coat.\\n`,
    )
    expect(textOf({ cancelled: true })).not.toMatch(/^(DESCRIPTION|URL|LOCATION)/m)
  })

  it('BOOK-10 no line is longer than 75 octets, and folding splits no character (RFC 5545, 3.1)', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 })
    const property = fc.property(text, text, (place, charityName) => {
      const folded = textOf(
        { addressParts: [place] },
        { charity: { charityName, bookingPhone: '' } },
      )
      expect(folded.endsWith('\r\n')).toBe(true)
      for (const line of folded.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/[\r\n]/)
        expect(Buffer.from(line).toString()).toBe(line)
      }
    })
    fc.assert(property)
  })

  it('BOOK-10 a quotation mark or line break in the charity’s name ends no parameter', () => {
    const charity = { charityName: 'The "Halyard"\nATTENDEE:x', bookingPhone: '' }
    expect(linesOf({}, { charity })).toContain(
      'ORGANIZER;CN="The Halyard ATTENDEE:x":mailto:bookings@halyard.example',
    )
    expect(linesOf({}, { charity })).toContain(
      'SUMMARY:Appointment with The "Halyard"\\nATTENDEE:x',
    )
  })
})
