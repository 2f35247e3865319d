import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { londonDate, londonInstant } from '#core/rules/time.ts'
import { availableSlots, endInstant, findSlot, listSlots, partOfDay } from '#events/rules/slot.ts'
import {
  clocksBack,
  HOUR,
  instant,
  MINUTE,
  nearClockChange,
  PROPERTY,
  sampleEvent,
  wallClock,
} from './samples.ts'

function eventOn(date: string, startTime: string, endTime: string, sessionMinutes: number) {
  return {
    startsAt: londonInstant(date, startTime),
    endsAt: endInstant(date, endTime),
    endTime,
    sessionMinutes,
  }
}

const times = (slots: ReturnType<typeof listSlots>): string[] => slots.map(({ time }) => time)

describe('the grid of slots', () => {
  it('BOOK-03 goes from start to end in steps of the duration', () => {
    const slots = listSlots(sampleEvent())
    expect(times(slots)).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'])
    expect(slots[0]).toEqual({
      date: '2026-12-09',
      time: '09:00',
      startsAt: new Date('2026-12-09T09:00:00Z'),
      endsAt: new Date('2026-12-09T09:30:00Z'),
    })
  })

  it('BOOK-03 leaves out a partial last slot', () => {
    expect(times(listSlots(eventOn('2026-12-09', '09:00', '10:10', 20)))).toEqual([
      '09:00',
      '09:20',
      '09:40',
    ])
    expect(listSlots(eventOn('2026-12-09', '09:00', '09:19', 20))).toEqual([])
  })

  it('BOOK-03 an end of 00:00 is the next midnight, also when it is stored with the event’s own day', () => {
    const evening = eventOn('2026-12-09', '22:30', '00:00', 30)
    expect(times(listSlots(evening))).toEqual(['22:30', '23:00', '23:30'])
    const ownDay = { ...evening, endsAt: londonInstant('2026-12-09', '00:00') }
    expect(listSlots(ownDay)).toEqual(listSlots(evening))
    expect(endInstant('2026-07-01', '00:00').toISOString()).toBe('2026-07-01T23:00:00.000Z')
    expect(endInstant('2026-12-31', '17:30').toISOString()).toBe('2026-12-31T17:30:00.000Z')
  })

  it('BOOK-03 a slot after midnight has the day on which it starts', () => {
    const slots = listSlots({
      startsAt: londonInstant('2026-07-01', '23:30'),
      endsAt: londonInstant('2026-07-02', '00:30'),
      endTime: '00:30',
      sessionMinutes: 30,
    })
    expect(slots.map(({ date, time }) => `${date} ${time}`)).toEqual([
      '2026-07-01 23:30',
      '2026-07-02 00:00',
    ])
  })

  it('BOOK-03 has no slots without an end, without a duration, or with an invalid one', () => {
    const { endTime: _end, ...noEnd } = sampleEvent()
    const { sessionMinutes: _minutes, ...noDuration } = sampleEvent()
    expect(listSlots(noEnd)).toEqual([])
    expect(listSlots(noDuration)).toEqual([])
    for (const sessionMinutes of [0, -30, 7.5, Number.NaN]) {
      expect(listSlots(sampleEvent({ sessionMinutes }))).toEqual([])
    }
    expect(listSlots(sampleEvent({ endsAt: new Date('2026-12-09T08:00:00Z') }))).toEqual([])
  })
})

describe('the grid across clock changes', () => {
  it('BOOK-03 skips the missing hour when the clocks go forward', () => {
    expect(times(listSlots(eventOn('2026-03-29', '00:00', '03:00', 30)))).toEqual([
      '00:00',
      '00:30',
      '02:00',
      '02:30',
    ])
  })

  it('BOOK-03 offers a repeated label only once when the clocks go back', () => {
    const slots = listSlots(eventOn('2026-10-25', '00:30', '02:30', 30))
    expect(times(slots)).toEqual(['00:30', '01:00', '01:30', '02:00'])
    expect(slots.map(({ startsAt }) => startsAt.toISOString().slice(11, 16))).toEqual([
      '23:30',
      '00:00',
      '00:30',
      '02:00',
    ])
  })

  it('BOOK-03 every grid follows the steps, in order, within the event, with unique labels', () => {
    const starts = fc.oneof(nearClockChange, instant)
    const lengths = fc.integer({ min: 0, max: 12 * 60 })
    fc.assert(
      fc.property(starts, lengths, fc.integer({ min: 5, max: 90 }), (startsAt, length, minutes) => {
        const endsAt = new Date(startsAt.getTime() + length * MINUTE)
        const event = { startsAt, endsAt, endTime: '23:00', sessionMinutes: minutes }
        const slots = listSlots(event)
        const step = minutes * MINUTE
        for (const slot of slots) {
          expect((slot.startsAt.getTime() - startsAt.getTime()) % step).toBe(0)
          expect(slot.endsAt.getTime() - slot.startsAt.getTime()).toBe(step)
          expect(slot.endsAt.getTime()).toBeLessThanOrEqual(endsAt.getTime())
          expect(`${slot.date} ${slot.time}`).toBe(wallClock(slot.startsAt))
          expect(findSlot(event, slot.date, slot.time)).toEqual(slot)
        }
        const order = slots.map((slot) => slot.startsAt.getTime())
        expect(order).toEqual([...order].sort((a, b) => a - b))
        // Only the doubled hour of autumn may cost slots.
        const whole = Math.floor(length / minutes)
        const back = clocksBack(startsAt.getUTCFullYear())
        const meetsDoubledHour = startsAt.getTime() < back + HOUR && endsAt.getTime() > back
        if (!meetsDoubledHour) expect(slots.length).toBe(whole)
        expect(slots.length).toBeLessThanOrEqual(whole)
      }),
      PROPERTY,
    )
  })
})

describe('available slots', () => {
  const slots = listSlots(sampleEvent())
  const long = new Date('2026-12-01T00:00:00Z')
  const at = (time: string): number => londonInstant('2026-12-09', time).getTime()

  it('BOOK-03 leaves out full slots and counts places per slot', () => {
    const taken = new Map([
      [at('09:00'), 1],
      [at('10:00'), 2],
    ])
    expect(times(availableSlots(slots, taken, 1, long))).toEqual([
      '09:30',
      '10:30',
      '11:00',
      '11:30',
    ])
    expect(times(availableSlots(slots, taken, 2, long))).not.toContain('10:00')
    expect(times(availableSlots(slots, taken, 2, long))).toContain('09:00')
    expect(availableSlots(slots, new Map(), 0, long)).toEqual([])
  })

  it('BOOK-03 leaves out past slots and one that starts at this instant', () => {
    expect(times(availableSlots(slots, new Map(), 1, new Date(at('11:00'))))).toEqual(['11:30'])
    expect(availableSlots(slots, new Map(), 1, new Date(at('11:30')))).toEqual([])
  })

  it('BOOK-07 never offers a taken or past slot', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { minLength: 6, maxLength: 6 }),
        fc.nat(4),
        fc.integer({ min: -60, max: 240 }),
        (counts, places, minutes) => {
          const taken = new Map(slots.map((slot, i) => [slot.startsAt.getTime(), counts[i] ?? 0]))
          const now = new Date(at('09:00') + minutes * MINUTE)
          const offered = new Set(availableSlots(slots, taken, places, now))
          slots.forEach((slot, i) => {
            const free = (counts[i] ?? 0) < places && slot.startsAt > now
            expect(offered.has(slot)).toBe(free)
          })
        },
      ),
      PROPERTY,
    )
  })

  it('BOOK-03 finds a slot by day and label', () => {
    const event = sampleEvent()
    expect(findSlot(event, '2026-12-09', '10:30')?.startsAt.getTime()).toBe(at('10:30'))
    expect(findSlot(event, '2026-12-09', '10:31')).toBeUndefined()
    expect(findSlot(event, londonDate(long), '10:30')).toBeUndefined()
    expect(findSlot({ ...event, sessionMinutes: 0 }, '2026-12-09', '09:00')).toBeUndefined()
  })

  it('BOOK-03 finds exactly the slots of the grid, by any day and label near a clock change', () => {
    const minutesOfDay = fc.integer({ min: 0, max: 24 * 60 - 1 })
    fc.assert(
      fc.property(
        nearClockChange,
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 1, max: 90 }),
        minutesOfDay,
        (startsAt, length, sessionMinutes, ofDay) => {
          const endsAt = new Date(startsAt.getTime() + length * MINUTE)
          const event = { startsAt, endsAt, endTime: '23:00', sessionMinutes }
          const date = londonDate(startsAt)
          const two = (value: number) => String(value).padStart(2, '0')
          const time = `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`
          const inGrid = listSlots(event).find((slot) => slot.date === date && slot.time === time)
          expect(findSlot(event, date, time)).toEqual(inGrid)
        },
      ),
      PROPERTY,
    )
  })

  it.each([
    ['00:00', 'Morning'],
    ['11:59', 'Morning'],
    ['12:00', 'Afternoon'],
    ['16:59', 'Afternoon'],
    ['17:00', 'Evening'],
    ['23:59', 'Evening'],
  ])('BOOK-02 %s is shown under %s', (time, part) => {
    expect(partOfDay(time)).toBe(part)
  })
})
