import { brotliCompressSync } from 'node:zlib'
import { readGazetteer } from '#events/rules/places/gazetteer.ts'
import { PLACE_LINES } from '#events/rules/places/uk-places.ts'
import { eventFacts } from '#events/store/event-facts.ts'
import { findEvents, type Search, suggestEvents } from '#events/store/find-events.ts'
import { event, SERVER_NOW } from '#tests/unit/booking/store/samples.ts'
import { machine } from '../machine.ts'

/*
 * Searches and sorts 500 and 4,000 events by distance, and reads the list of places: `npm run bench:list` (a few seconds). Fails when the
 * first search of 500 takes longer than a frame, or its time grows with the square of the number of events.
 */
const RUNS = 15
const FRAME_MS = 16.7
const gazetteer = readGazetteer(PLACE_LINES)
const codes = [...gazetteer.districts.keys()]
const search: Search = {
  location: 'IP4',
  order: 'nearest',
  place: { label: 'IP4', latitude: 52.06, longitude: 1.17, isOwn: false },
  gazetteer,
}

/** The middle of the milliseconds of some runs; `prepare` is not counted. */
function median<Input>(prepare: () => Input, run: (input: Input) => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const input = prepare()
    const started = performance.now()
    run(input)
    return performance.now() - started
  })
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
}

const listed = (count: number) => () =>
  Array.from({ length: count }, (_, n) => {
    const wire = event({ event_id: n + 1, postcode: `${codes[(n * 37) % codes.length]} 1AA` })
    return { wire, facts: eventFacts(wire, 'Halyard', new Date(SERVER_NOW)) }
  })

const compressed = brotliCompressSync(Object.values(PLACE_LINES).join('')).length
const small = median(listed(500), (events) => findEvents(events, search))
const large = median(listed(4000), (events) => findEvents(events, search))
const again = listed(500)()
findEvents(again, search)
const results = {
  machine: machine(),
  'places, brotli bytes': compressed,
  'read the places, ms': median(
    () => undefined,
    () => readGazetteer(PLACE_LINES),
  ),
  'first search of 500 events, ms': small,
  'further search of 500 events, ms': median(
    () => again,
    (events) => findEvents(events, search),
  ),
  'suggestions from 500 events, ms': median(
    () => again,
    (events) => suggestEvents(events, search),
  ),
  'first search of 4,000 events, ms': large,
  'ratio for eight times the events': large / small,
}
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
if (small > FRAME_MS || large / small > 24) process.exitCode = 1
