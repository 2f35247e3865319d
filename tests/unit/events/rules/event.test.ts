import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAddress } from '#core/rules/address-line.ts'
import {
  canBeBooked,
  eventName,
  eventState,
  hasWaitingList,
  isEsneft,
  isFree,
  isUpcoming,
  notOpenYet,
  pricePence,
  productName,
  type ScreeningEvent,
  spacesLeft,
  startsNowOrLater,
  truncateName,
} from '#events/rules/event.ts'
import { EVENT_STATE_LABELS } from '#events/texts/events.ts'
import { DAY, instant, PROPERTY, sampleEvent } from './samples.ts'

type PriceFields = Pick<ScreeningEvent, 'paymentRequired' | 'pricePence' | 'productPricePence'>

const event = sampleEvent()
const LONG_BEFORE = new Date(event.startsAt.getTime() - 10 * DAY)
const JUST_BEFORE = new Date(event.startsAt.getTime() - 1)
const AFTER = new Date(event.endsAt.getTime() + 1)

describe('event state', () => {
  it('EVL-05 has a label for each of the four states', () => {
    expect(EVENT_STATE_LABELS).toEqual({
      passed: 'Event Passed',
      full: 'Fully Booked',
      closed: 'Booking Closed',
      open: 'BOOK',
    })
  })

  it.each([
    ['passed', { bookedSpaces: 20 }, AFTER],
    ['full', { bookedSpaces: 20 }, JUST_BEFORE],
    ['full', { bookedSpaces: 23 }, LONG_BEFORE],
    ['closed', {}, JUST_BEFORE],
    ['closed', { cancelled: true }, LONG_BEFORE],
    ['open', {}, LONG_BEFORE],
    ['open', { exclusiveFor: 'CORPORATE' }, JUST_BEFORE],
    ['passed', { exclusiveFor: 'CORPORATE' }, AFTER],
  ] as const)('EVL-05 is %s for %o', (state, changes, now) => {
    expect(eventState(sampleEvent(changes), now)).toBe(state)
  })

  it('EVL-05 decides in the order passed, full, closed, open', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -2, max: 2 }), fc.nat(400), (now, left, hours) => {
        const startsAt = new Date(now.getTime() + (hours - 100) * 3_600_000)
        const endsAt = new Date(startsAt.getTime() + 3 * 3_600_000)
        const state = eventState(sampleEvent({ startsAt, endsAt, bookedSpaces: 20 - left }), now)
        if (endsAt < now) expect(state).toBe('passed')
        else if (left <= 0) expect(state).toBe('full')
        else expect(['closed', 'open']).toContain(state)
      }),
      PROPERTY,
    )
  })

  it('EVL-03 is upcoming until its end, the end instant included', () => {
    expect(isUpcoming(event, event.endsAt)).toBe(true)
    expect(isUpcoming(event, AFTER)).toBe(false)
    expect(eventState(event, event.endsAt)).toBe('closed')
  })

  it('EVL-10 EVL-05 can be booked: not passed, closed, full or cancelled', () => {
    const open = sampleEvent()
    const before = new Date(open.startsAt.getTime() - 30 * 24 * 3_600_000)
    expect(canBeBooked(open, before)).toBe(true)
    expect(canBeBooked({ ...open, bookedSpaces: open.totalSpaces }, before)).toBe(false)
    expect(canBeBooked({ ...open, cancelled: true }, before)).toBe(false)
    expect(canBeBooked(open, new Date(open.startsAt.getTime() - 3_600_000))).toBe(false)
    expect(canBeBooked(open, new Date(open.endsAt.getTime() + 1))).toBe(false)
  })

  it('HOME-04 lists events that start now or later', () => {
    expect(startsNowOrLater(event, event.startsAt)).toBe(true)
    expect(startsNowOrLater(event, new Date(event.startsAt.getTime() + 1))).toBe(false)
  })

  it('EVL-09 spaces left are never below 0', () => {
    expect(spacesLeft({ totalSpaces: 20, bookedSpaces: 3 })).toBe(17)
    expect(spacesLeft({ totalSpaces: 20, bookedSpaces: 25 })).toBe(0)
  })
})

describe('names, price and place', () => {
  it('EVL-08 falls back to the testing label and Total PSA Test', () => {
    expect(eventName({}, 'Halyard')).toBe('Halyard Testing Event')
    expect(eventName({ name: '  ' }, 'Halyard')).toBe('Halyard Testing Event')
    expect(eventName({ name: 'Harbour Day' }, 'Halyard')).toBe('Harbour Day')
    expect(productName({})).toBe('Total PSA Test')
    expect(productName({ productName: 'PSA and testosterone' })).toBe('PSA and testosterone')
  })

  it.each<[PriceFields, number, boolean]>([
    [{ paymentRequired: true, pricePence: 2500, productPricePence: 3000 }, 2500, false],
    [{ paymentRequired: true, productPricePence: 3000 }, 3000, false],
    [{ paymentRequired: true, pricePence: 0, productPricePence: 3000 }, 0, true],
    [{ paymentRequired: false, pricePence: 2500 }, 2500, true],
    [{ pricePence: 2500 }, 2500, true],
    [{ paymentRequired: true }, 0, true],
  ])('BOOK-12 %o costs %i pence, free: %s', (prices, pence, free) => {
    expect(pricePence(prices)).toBe(pence)
    expect(isFree(prices)).toBe(free)
  })

  it.each([
    ['ESNEFT', true],
    ['East lab (esneft)', true],
    // An upper-case letter outside ASCII is another one, in the browser as in the database.
    ['E\u017fneft', false],
    ['Another lab', false],
    [undefined, false],
  ])('EVD-02 lab %s is ESNEFT: %s', (labName, expected) => {
    expect(isEsneft(labName === undefined ? {} : { labName })).toBe(expected)
  })

  it.each([
    [{}, undefined],
    [{ isPrivate: true, paymentRequired: true, pricePence: 100, labName: 'ESNEFT' }, 'paid'],
    [{ paymentRequired: true, pricePence: 100, labName: 'ESNEFT' }, 'paid'],
    [{ paymentRequired: true, pricePence: 0, labName: 'ESNEFT' }, undefined],
  ])('BOOK-01 cannot book %o online: %s', (changes, reason) => {
    expect(notOpenYet(sampleEvent(changes))).toBe(reason)
    expect(notOpenYet({ ...sampleEvent(changes), takesPayments: true })).toBeUndefined()
  })

  it('EVD-01 cuts a name at 24 characters, never inside a character', () => {
    expect(truncateName('x'.repeat(24))).toBe('x'.repeat(24))
    expect(truncateName('Harbour Masters Club Screening Day')).toBe('Harbour Masters Club Sc…')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const cut = truncateName(name)
        expect(Array.from(cut).length).toBeLessThanOrEqual(24)
        if (Array.from(name).length <= 24) expect(cut).toBe(name)
        else expect(name.startsWith(cut.slice(0, -1))).toBe(true)
      }),
      PROPERTY,
    )
  })

  it('EVD-01 joins an address with commas and skips blanks', () => {
    expect(formatAddress(['1 High Street', '', undefined, ' Ipswich ', null, 'IP1 1AA'])).toBe(
      '1 High Street, Ipswich, IP1 1AA',
    )
    expect(formatAddress([])).toBe('')
  })
})

describe('the waiting list of an event', () => {
  const full = { ...event, bookedSpaces: event.totalSpaces }

  it.each([
    ['full', full, LONG_BEFORE, true],
    ['with a free place', event, LONG_BEFORE, false],
    ['closed for booking', full, JUST_BEFORE, false],
    ['over', full, AFTER, false],
    ['cancelled', { ...full, cancelled: true }, LONG_BEFORE, false],
    ['with a price', { ...full, paymentRequired: true, pricePence: 1 }, LONG_BEFORE, false],
  ])('WAIT-01 an event that is %s: %#', (_, changed, now, expected) => {
    expect(hasWaitingList(changed, now)).toBe(expected)
  })
})
