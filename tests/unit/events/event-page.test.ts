import { describe, expect, it } from 'vitest'
import {
  accessCodeError,
  addressLines,
  bookingHref,
  eventIdOf,
  eventJsonLd,
  type ShownEvent,
  type ShownFacts,
  telephoneOnlyText,
  waitingListHref,
} from '#events/components/event-page.ts'
import { nextEvents } from '#events/components/next-events.ts'
import { countsUntil, type EventFacts, invites } from '#events/store/event-facts.ts'
import { bookingWarnings } from '#events/texts/events.ts'

const now = new Date('2026-12-01T12:00:00Z')

const event = (changes: Partial<ShownEvent> = {}): ShownEvent => ({
  eventId: 7,
  startsAt: new Date('2026-12-12T09:00:00Z'),
  endsAt: new Date('2026-12-12T13:00:00Z'),
  productPricePence: 2500,
  isPrivate: false,
  paymentRequired: false,
  addressLine1: 'The Pavilion',
  city: 'Saltmere',
  postcode: 'SX0 0HM',
  cancelled: false,
  ...changes,
})

const facts = (changes: Partial<ShownFacts> = {}): ShownFacts => ({
  name: 'Saltmere Rotary Club',
  product: 'Total PSA Test',
  dateBlock: { weekday: 'Sat', day: '12', month: 'Dec' },
  datetime: '2026-12-12T09:00',
  date: 'Saturday, 12 December 2026',
  times: '09:00 – 13:00',
  price: undefined,
  places: '12 places left',
  isPrivate: false,
  state: 'open',
  label: 'BOOK',
  ...changes,
})

describe('the page of an event', () => {
  it('EVD-06 links a visitor to /login and a patient to the next page', () => {
    expect(bookingHref(event(), true)).toBe('/book-event?event=7')
    expect(bookingHref(event(), false)).toBe('/login?next=%2Fbook-event%3Fevent%3D7')
    expect(bookingHref(event({ labName: 'ESNEFT Pathology' }), true)).toBe(
      '/check-nhs-number?event=7',
    )
  })

  it('WAIT-01 links a patient to the waiting list, and a visitor through /login', () => {
    expect(waitingListHref(7, true)).toBe('/waiting-list?event=7')
    expect(waitingListHref(7, false)).toBe('/login?next=%2Fwaiting-list%3Fevent%3D7')
  })

  it('EVD-02 shows the warning that concerns this event first', () => {
    const [own] = bookingWarnings(event({ labName: 'ESNEFT Pathology' }))
    expect(own).toContain('ESNEFT')
    expect(own).not.toContain('not one of them')
    const others = bookingWarnings(event())
    expect(others).toHaveLength(3)
    expect(others[0]).toContain('known prostatic condition')
    expect(others[2]).toMatch(/ESNEFT.* This event is not one of them\.$/)
  })

  it('EVD-01 shows the address line by line without blank lines', () => {
    expect(addressLines(event({ addressLine2: ' ' }))).toEqual([
      'The Pavilion',
      'Saltmere',
      'SX0 0HM',
    ])
  })

  it('EVD-04 accepts only a whole number as an id', () => {
    expect(eventIdOf('7')).toBe(7)
    for (const text of [undefined, '', '0', '-1', '1.5', '7x', '1'.repeat(16)]) {
      expect(eventIdOf(text)).toBeUndefined()
    }
  })

  it('EVD-03 says when an event must be booked by telephone', () => {
    expect(telephoneOnlyText(event())).toBeUndefined()
    expect(
      telephoneOnlyText(event({ paymentRequired: true, pricePence: 2500, takesPayments: true })),
    ).toBeUndefined()
    expect(telephoneOnlyText(event({ labName: 'ESNEFT' }))).toBeUndefined()
    for (const changes of [{ paymentRequired: true }]) {
      expect(telephoneOnlyText(event(changes))).toMatch(/cannot be booked online yet/)
    }
  })

  it('SITE-11 describes the event to search engines without ending its script element', () => {
    const site = { url: 'https://halyard.example', charityName: 'Halyard' }
    const text = eventJsonLd(event(), facts({ name: 'A </script><b>' }), site)
    expect(text).not.toContain('<')
    expect(JSON.parse(text)).toMatchObject({
      '@type': 'Event',
      name: 'A </script><b>',
      offers: { url: 'https://halyard.example/event/7', price: '0.00' },
    })
  })

  it('SITE-11 gives search engines the price and a cancellation', () => {
    const site = { url: 'https://halyard.example', charityName: 'Halyard' }
    const shown = facts({ price: '£25.00', state: 'closed' })
    expect(JSON.parse(eventJsonLd(event({ cancelled: true }), shown, site))).toMatchObject({
      eventStatus: 'https://schema.org/EventCancelled',
      offers: { price: '25.00', availability: 'https://schema.org/SoldOut' },
    })
  })
})

describe('the upcoming events of the home page', () => {
  it('HOME-04 shows the next three, soonest first, without started events', () => {
    const at = (eventId: number, startsAt: string) => ({ eventId, startsAt: new Date(startsAt) })
    const shown = nextEvents(
      [
        at(1, '2026-12-09T09:00:00Z'),
        at(2, '2026-12-01T11:59:59Z'),
        at(3, '2026-12-01T12:00:00Z'),
        at(4, '2026-12-30T09:00:00Z'),
        at(5, '2026-12-08T09:00:00Z'),
      ],
      now,
      3,
      () => true,
    )
    expect(shown.map(({ eventId }) => eventId)).toEqual([3, 5, 1])
  })

  it('HOME-04 shows those that can be booked, or where the visitor has a place; all when there is none', () => {
    const states = ['full', 'open', 'closed', 'open', 'closed'] as const
    const own = { text: 'You hold 09:20', action: 'Finish your booking', href: '/' }
    const events = states.map((state, at) => ({
      eventId: at + 1,
      startsAt: new Date(now.getTime() + at * 3_600_000),
      facts: { state, ...(at === 4 ? { own } : {}) } satisfies Pick<EventFacts, 'state' | 'own'>,
    }))
    const shown = (of: typeof events) =>
      nextEvents(of, now, 3, (one) => invites(one.facts)).map(({ eventId }) => eventId)
    expect(shown(events)).toEqual([2, 4, 5])
    expect(shown(events.slice(2, 3))).toEqual([3])
  })

  it('HOME-04 EVD-05 has a private event of today until the end of its day, after those whose time is known', () => {
    const withheld = (eventId: number, event_date: string) => ({
      eventId,
      startsAt: countsUntil({
        id: eventId,
        event_id: eventId,
        event_name: 'Lodge evening',
        event_date,
        city: 'Saltmere',
        is_private: true,
      }),
    })
    const events = [
      withheld(1, '2026-11-30'),
      withheld(2, '2026-12-01'),
      { eventId: 3, startsAt: new Date('2026-12-01T18:00:00Z') },
      withheld(4, '2026-12-02'),
    ]
    const ids = (at: Date) => nextEvents(events, at, 3, () => true).map(({ eventId }) => eventId)
    expect(ids(now)).toEqual([3, 2, 4])
    expect(ids(new Date('2026-12-01T23:59:00Z'))).toEqual([2, 4])
    expect(ids(new Date('2026-12-02T00:00:00Z'))).toEqual([4])
  })
})

describe('the form for the access code without script', () => {
  it('EVD-05 says Invalid Access code for every refusal, with another cause added', () => {
    const invalid = 'Invalid Access code'
    for (const reason of ['access-code-invalid', 'invalid', 'failure', 'anything', '', null]) {
      expect(accessCodeError(reason)).toBe(invalid)
    }
    expect(accessCodeError('too-many-requests')).toBe(
      `${invalid}. Too many attempts. Please wait a few minutes and try again.`,
    )
  })
})
