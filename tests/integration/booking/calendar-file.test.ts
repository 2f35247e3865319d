import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { calendarText } from '#booking/server/calendar.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { bookWithConsent, CHARITY, CONTEXT, callerOf, servicesAt } from './booking-setup.ts'
import { createOutbox, runAll } from './outbox.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'
const PLACE = 'Saint-Étienne’s Hall; "Room 2", by the river where the old corn exchange was'

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, NOW))

/** The method and the only entry of a calendar, as an independent parser reads them. */
function read(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics))
  const entries = calendar.getAllSubcomponents()
  const [entry] = entries
  if (entry === undefined || entries.length !== 1) throw new Error('not one entry')
  const value = (name: string): unknown => {
    const values = entry.getAllProperties(name).map((property) => property.getFirstValue())
    if (values.length > 1) throw new Error(`${name} is there twice`)
    return values[0] instanceof ICAL.Time ? values[0].toJSDate().toISOString() : values[0]
  }
  return {
    kind: entry.name,
    method: calendar.getFirstPropertyValue('method'),
    version: calendar.getFirstPropertyValue('version'),
    organizerName: entry.getFirstProperty('organizer')?.getFirstParameter('cn'),
    value,
  }
}

it('BOOK-09 BOOK-10 the entries of a booking, a new time and a cancellation, as a calendar program reads them', async () => {
  const event = await buildEvent(services.database, { event_on: DAY, address_line_1: PLACE })
  const patient = await buildProfile(services.database)
  const appointment_id = await bookWithConsent(services, patient, event, DAY, '09:00')
  const caller = callerOf(patient)
  const outbox = createOutbox()
  const mailed = async () => {
    await runAll(await outbox.depsFor(services.database))
    return read(outbox.sent.at(-1)?.calendar?.ics ?? '')
  }
  const downloaded = async () => {
    const answer = await services.appointments.calendar({ appointment_id }, caller, CONTEXT)
    return read(answer.ok ? answer.value.ics : '')
  }

  for (const { kind, method, version, organizerName, value } of [
    await mailed(),
    await downloaded(),
  ]) {
    expect({ kind, method, version }).toEqual({ kind: 'vevent', method: 'PUBLISH', version: '2.0' })
    expect(value('uid')).toBe(appointment_id)
    expect(value('sequence')).toBe(0)
    expect(value('status')).toBe('CONFIRMED')
    expect(Date.parse(String(value('dtstamp')))).toBeGreaterThanOrEqual(Date.parse(NOW))
    expect(value('dtstart')).toBe('2027-06-16T08:00:00.000Z')
    expect(value('dtend')).toBe('2027-06-16T08:10:00.000Z')
    expect(value('organizer')).toBe('mailto:bookings@halyard.example')
    expect(organizerName).toBe(CHARITY.charityName)
    expect(value('url')).toBe('https://halyard.example/upcoming-events')
    expect(value('location')).toBe(`${PLACE}, Colchester, CO1 1AA, England`)
    expect(String(value('description')).split('\n')[0]).toMatch(
      /^Reference number: [\dA-F]{4}-[\dA-F]{4}$/,
    )
    // RFC 5546, 3.2.1: a published entry has no attendee.
    expect(value('attendee')).toBeUndefined()
  }

  await services.appointments.reschedule({ appointment_id, appt_time: '10:00' }, caller, CONTEXT)
  const moved = await mailed()
  expect(moved.method).toBe('PUBLISH')
  expect(['uid', 'sequence', 'dtstart'].map(moved.value)).toEqual([
    appointment_id,
    1,
    '2027-06-16T09:00:00.000Z',
  ])

  await services.appointments.cancel({ appointment_id }, caller, CONTEXT)
  for (const cancelled of [await mailed(), await downloaded()]) {
    expect(cancelled.method).toBe('CANCEL')
    expect(['uid', 'sequence', 'status', 'organizer'].map(cancelled.value)).toEqual([
      appointment_id,
      2,
      'CANCELLED',
      'mailto:bookings@halyard.example',
    ])
  }
})

it('BOOK-10 whatever an operator enters, a calendar program reads the same text', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(',', ';', '\\', '\n', '\\n', '"', ':', ' '),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 200,
  })
  const property = fc.property(text, text, (place, name) => {
    const charity = { charityName: `x${name}`, bookingPhone: '' }
    const entry = {
      appointmentId: '0d8f2f36-6f0c-4a3c-9c5e-0a4a3c1b2d3e',
      sequence: 0,
      startsAt: new Date(NOW),
      endsAt: new Date('2027-06-01T09:10:00Z'),
      cancelled: false,
      addressParts: [`x${place}x`],
      contactEmail: null,
      whatToBring: null,
    }
    const publisher = {
      charity,
      organizerEmail: 'a@b.example',
      siteUrl: 'https://b.example',
      now: new Date(NOW),
    }
    const { value } = read(calendarText(entry, publisher))
    expect(value('location')).toBe(`x${place}x`)
    expect(value('summary')).toBe(`Appointment with x${name}`)
    expect(value('uid')).toBe(entry.appointmentId)
  })
  fc.assert(property)
})
