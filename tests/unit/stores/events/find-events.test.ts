import { expect, it } from 'vitest'
import type { EventOnWire } from '#contract/events.ts'
import { ukPlaces } from '#domain/places/uk-places.ts'
import { eventFacts } from '#stores/events/event-facts.ts'
import { findEvents, type ListedEvent, type Search } from '#stores/events/find-events.ts'
import { event, SERVER_NOW } from '#tests/unit/stores/booking/samples.ts'

const gazetteer = ukPlaces()
const districts = [...gazetteer.districts]

const listed = (count: number): ListedEvent[] =>
  Array.from({ length: count }, (_, n) => {
    const [code = ''] = districts[(n * 37) % districts.length] ?? []
    const wire: EventOnWire = event({ event_id: n + 1, city: `Town ${n}`, postcode: `${code} 1AA` })
    return { wire, facts: eventFacts(wire, 'Halyard', new Date(SERVER_NOW)) }
  })

const place = { label: 'IP4', latitude: 52.06, longitude: 1.17, isOwn: false }
const search = (over: Partial<Search> = {}): Search => ({
  location: 'IP4',
  order: 'nearest',
  place,
  gazetteer,
  ...over,
})

/** The least milliseconds of a few first searches: nothing is remembered from one to the next. */
function least(count: number): number {
  const times = Array.from({ length: 5 }, () => {
    const events = listed(count)
    const started = performance.now()
    findEvents(events, search())
    return performance.now() - started
  })
  return Math.min(...times)
}

it('EVL-03 EVL-07 the time of a search grows with the number of events, not with its square', () => {
  least(500)
  const [small, large] = [least(500), least(4000)]
  // Eight times as many events: a square would be 64 times the time.
  expect(large / small).toBeLessThan(28)
})

it('EVL-03 EVL-07 equal distances keep the order of the start; events without a position come last', () => {
  const events = [
    event({ event_id: 1, postcode: null, city: 'Ipswich Port', state: 'IP4' }),
    event({ event_id: 2, postcode: 'IP11 1AA' }),
    event({ event_id: 3, postcode: 'IP4 1AA' }),
    event({ event_id: 4, postcode: 'IP11 1AB' }),
  ].map((wire) => ({ wire, facts: eventFacts(wire, 'Halyard', new Date(SERVER_NOW)) }))
  const found = findEvents(events, search())
  expect(found.map(({ eventId }) => eventId)).toEqual([3, 2, 4, 1])
  expect(found.at(-1)?.distance).toBeUndefined()
})
