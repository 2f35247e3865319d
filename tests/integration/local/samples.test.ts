import { describe, expect, it } from 'vitest'
import { isValidNhsNumber } from '#core/rules/nhs-number.ts'
import { addDays, londonInstant, weekday } from '#core/rules/time.ts'
import { bookingCutOffHours, isBookingRestricted } from '#events/rules/cut-off.ts'
import { eventsCsv } from '#local/samples/csv.ts'
import { type DatedEvent, missingEvents } from '#local/samples/events.ts'
import { openEvents } from '#local/samples/open-events.ts'
import { fillers, samplePatients, testNhsNumber } from '#local/samples/people.ts'

const nothing = { sets: [], closing: [] }
const firstDay = '2026-03-20'
/** Over both clock changes and every weekday. */
const days = Array.from({ length: 250 }, (_, index) => addDays(firstDay, index))

function startOf({ date, hours }: DatedEvent): Date {
  return londonInstant(date, hours.from)
}

describe('the sample events', () => {
  it('EVL-06 are open for booking after any day, and the booking of one closes next', () => {
    for (const today of days) {
      const endOfToday = londonInstant(today, '23:59')
      const events = missingEvents(nothing, today)
      expect(events).toHaveLength(15)
      for (const event of events) {
        const exclusiveFor = event.exclusiveFor ?? null
        const rule = { startsAt: startOf(event), exclusiveFor }
        expect(isBookingRestricted(rule, endOfToday), `${today} ${event.ref}`).toBe(false)
      }
      const closing = events.find(({ ref }) => ref === 'closing')
      if (closing === undefined) throw new Error(`Nothing closes soon after ${today}`)
      const start = startOf(closing)
      const closes = start.getTime() - bookingCutOffHours(start) * 3_600_000
      const latest = weekday(today) >= 5 ? 3 : 1
      expect(closes).toBeLessThanOrEqual(londonInstant(addDays(today, latest), '12:00').getTime())
    }
  })

  it('are of every kind, on several weekdays within ten weeks', () => {
    const events = missingEvents(nothing, firstDay)
    const kinds = events.map((event) => [
      event.audience,
      event.paid === true && event.price !== 0 ? 'paid' : 'free',
      event.accessCode === undefined ? 'public' : 'private',
      event.lab ?? 'any laboratory',
      event.exclusiveFor ?? 'for all',
    ])
    expect(new Set(kinds.flat())).toEqual(
      new Set(
        'community freemasons corporate paid free public private ESNEFT CORPORATE'
          .split(' ')
          .concat('any laboratory', 'for all'),
      ),
    )
    expect(openEvents.length).toBeGreaterThanOrEqual(6)
    expect(new Set(events.map(({ date }) => weekday(date))).size).toBeGreaterThanOrEqual(4)
    expect(events.every(({ date }) => date <= addDays(firstDay, 70))).toBe(true)
  })

  it('are added again only when too few are left', () => {
    const sets: string[] = []
    const closing: string[] = []
    const setDays: number[] = []
    for (const [index, today] of days.entries()) {
      const missing = missingEvents({ sets, closing }, today)
      if (missing.length > 1) {
        sets.push(today)
        setDays.push(index)
      }
      closing.push(
        ...missing.filter(({ ref }) => ref === 'closing').map((event) => event.externalRef),
      )
      expect(missingEvents({ sets, closing }, today)).toEqual([])
    }
    expect(setDays[0]).toBe(0)
    expect(setDays[1]).toBeGreaterThan(7)
    expect(setDays.length).toBeLessThan(30)
  })

  it("are written in the import's format", () => {
    const [first] = missingEvents(nothing, firstDay)
    if (first === undefined) throw new Error('No sample events')
    const [header, row] = eventsCsv([{ ...first, about: 'Bring "it", please' }]).split('\r\n')
    expect(header?.split(',')).toHaveLength(33)
    expect(header).toMatch(/^external_ref,event_name,event_description,event_date,/)
    expect(row).toContain(
      `sample-${firstDay}-ipswich,Ipswich Waterside Community Day,"Bring ""it"", please",2026-03-25,09:30,13:00,10,,Total PSA Test,1900,false,`,
    )
  })
})

describe('the sample patients', () => {
  it('have different valid NHS numbers in the test range', () => {
    const numbers = Array.from({ length: 50 }, (_, index) => testNhsNumber(index + 1))
    expect(new Set(numbers).size).toBe(50)
    for (const number of numbers) {
      expect(number).toMatch(/^999\d{7}$/)
      expect(isValidNhsNumber(number)).toBe(true)
    }
  })

  it('are different patients for each full event', () => {
    const patients = [...samplePatients, ...fillers('2026-12-01'), ...fillers('2027-01-01')]
    expect(new Set(patients.map(({ email }) => email)).size).toBe(patients.length)
  })
})
