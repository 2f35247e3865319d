import { describe, expect, it } from 'vitest'
import type { WithheldEventOnWire } from '#events/contract/events.ts'
import { eventFacts } from '#events/store/event-facts.ts'
import { event } from '#tests/unit/booking/store/samples.ts'

const withheld = (over: Partial<WithheldEventOnWire> = {}): WithheldEventOnWire => ({
  id: 7,
  event_id: 7,
  event_name: 'Lodge evening',
  event_date: '2026-12-12',
  city: 'Whitby',
  is_private: true,
  ...over,
})
const at = (time: string) => new Date(time)

describe('a private event without a grant', () => {
  it('EVD-05 has the texts of name, day and town; every other one is empty', () => {
    expect(eventFacts(withheld(), 'Halyard', at('2026-12-01T12:00:00Z'))).toEqual({
      eventId: 7,
      name: 'Lodge evening',
      dateBlock: { weekday: 'Sat', day: '12', month: 'Dec' },
      datetime: '2026-12-12',
      date: 'Saturday, 12 December 2026',
      where: 'Whitby',
      town: 'Whitby',
      isPrivate: true,
      isWithheld: true,
      state: 'open',
      label: 'BOOK',
      product: '',
      times: '',
      places: '',
      description: undefined,
      price: undefined,
    })
    expect(eventFacts(withheld({ city: null }), 'Halyard', new Date(0)).where).toBe('')
  })

  it('EVD-05 EVL-05 is passed when its London day is over, and not before', () => {
    const stateAt = (time: string) => eventFacts(withheld(), 'Halyard', at(time)).state
    expect(stateAt('2026-12-12T23:59:59Z')).toBe('open')
    expect(stateAt('2026-12-13T00:00:00Z')).toBe('passed')
    const summer = (time: string) =>
      eventFacts(withheld({ event_date: '2026-07-01' }), 'Halyard', at(time)).state
    expect(summer('2026-07-01T22:59:59Z')).toBe('open')
    expect(summer('2026-07-01T23:00:00Z')).toBe('passed')
  })

  it('EVD-05 BOOK-06 shows the patient’s own place, which its patient knows', () => {
    const own = {
      hold: null,
      appointment: { event_id: 7, appt_time: '09:20' },
    } as Parameters<typeof eventFacts>[3]
    expect(eventFacts(withheld(), 'Halyard', at('2026-12-01T12:00:00Z'), own).own).toMatchObject({
      text: 'You are booked at 09:20',
    })
  })

  it('EVD-05 with a grant is shown like any other', () => {
    const facts = eventFacts(event({ is_private: true }), 'Halyard', at('2026-12-01T12:00:00Z'))
    expect(facts).toMatchObject({ isPrivate: true, isWithheld: false, times: '09:00 – 10:00' })
  })
})
