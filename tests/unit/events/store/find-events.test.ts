import { expect, it } from 'vitest'
import type { EventOnWire } from '#events/contract/events.ts'
import { ukPlaces } from '#events/rules/places/uk-places.ts'
import { eventFacts } from '#events/store/event-facts.ts'
import { findEvents, type ListedEvent, type Search } from '#events/store/find-events.ts'
import { event, SERVER_NOW } from '#tests/unit/booking/store/samples.ts'

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

/** Counts the look-ups: the costly part of a search. */
class CountedMap<Key, Value> extends Map<Key, Value> {
  lookups = 0
  override get(key: Key): Value | undefined {
    this.lookups += 1
    return super.get(key)
  }
}

it('EVL-03 EVL-07 a search looks each event up once, and the next search none', () => {
  const counted = new CountedMap(gazetteer.districts)
  const counting = search({ gazetteer: { ...gazetteer, districts: counted } })
  const events = listed(1000)
  findEvents(events, counting)
  expect(counted.lookups).toBeGreaterThan(0)
  expect(counted.lookups).toBeLessThanOrEqual(events.length * 2)
  const first = counted.lookups
  findEvents(events, counting)
  expect(counted.lookups).toBe(first)
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
