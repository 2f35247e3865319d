import type { ClockTime, IsoDate } from '#core/rules/time.ts'
import { isBookingRestricted } from '#events/rules/cut-off.ts'
import type { Venue } from '#events/rules/venue.ts'

/** The audiences of events: the three classes of the filter (EVL-01). */
export const AUDIENCES = ['community', 'freemasons', 'corporate'] as const
export type Audience = (typeof AUDIENCES)[number]

/** A screening session at a place and day; an absent property means that the source has no value. */
export type ScreeningEvent = {
  eventId: number
  name?: string
  description?: string
  /** UTC instants; an end of `00:00` is the next midnight (BOOK-03). */
  startsAt: Date
  endsAt: Date
  /** London day and wall times, as entered. */
  date: IsoDate
  startTime: ClockTime
  endTime?: ClockTime
  /** Length of one slot in minutes. */
  sessionMinutes?: number
  pricePence?: number
  productId: number
  productName?: string
  productPricePence?: number
  emailTemplate?: string
  labName?: string
  isPrivate: boolean
  exclusiveFor?: string
  audience: Audience
  totalSpaces: number
  /** All that cannot be booked now: live holds, places kept for waiting patients, and places for which no time is free (EVL-09). */
  bookedSpaces: number
  placesPerSlot: number
  paymentRequired?: boolean
  contactEmail?: string
  addressLine1?: string
  addressLine2?: string
  city?: string
  state?: string
  postcode?: string
  country?: string
  latitude?: number
  longitude?: number
  venue?: Venue
  cancelled: boolean
}

/** The state of an event for booking, in the order in which the states are tested (EVL-05). */
export type EventState = 'passed' | 'full' | 'closed' | 'open'

/** The places that can be booked now, never below 0 (EVD-01, EVL-09). */
export function spacesLeft(event: Pick<ScreeningEvent, 'totalSpaces' | 'bookedSpaces'>): number {
  return Math.max(0, event.totalSpaces - event.bookedSpaces)
}

/** Whether an event is still listed: until its end, the end instant included (EVL-03). */
export function isUpcoming(event: Pick<ScreeningEvent, 'endsAt'>, now: Date): boolean {
  return event.endsAt.getTime() >= now.getTime()
}

/** Whether an event starts now or later: the rule of the home page's list (HOME-04). */
export function startsNowOrLater(event: Pick<ScreeningEvent, 'startsAt'>, now: Date): boolean {
  return event.startsAt.getTime() >= now.getTime()
}

/** The event's state, tested in the order passed, full, closed, open (EVL-05); a cancelled event is never open. */
export function eventState(
  event: Pick<
    ScreeningEvent,
    'startsAt' | 'endsAt' | 'totalSpaces' | 'bookedSpaces' | 'exclusiveFor'
  > & { cancelled?: boolean },
  now: Date,
): EventState {
  if (!isUpcoming(event, now)) return 'passed'
  if (spacesLeft(event) === 0) return 'full'
  if (event.cancelled === true || isBookingRestricted(event, now)) return 'closed'
  return 'open'
}

/** Whether an event can be booked at `now`. Every text that invites to an event uses it (EVL-05, EVL-10). */
export const canBeBooked = (event: Parameters<typeof eventState>[0], now: Date): boolean =>
  eventState(event, now) === 'open'

/** The event's name, else `{product} Testing Event` (EVL-08). */
export function eventName(event: Pick<ScreeningEvent, 'name'>, product: string): string {
  return event.name?.trim() || `${product} Testing Event`
}

/** The product of an event that names none (EVL-08). */
export const DEFAULT_PRODUCT = 'Total PSA Test'

/** The tested product's name, else the default (EVL-08). */
export function productName(event: Pick<ScreeningEvent, 'productName'>): string {
  return event.productName?.trim() || DEFAULT_PRODUCT
}

/** The price in pence: the event's own, else its product's, else 0 (BOOK-12). */
export function pricePence(
  event: Pick<ScreeningEvent, 'pricePence' | 'productPricePence'>,
): number {
  return event.pricePence ?? event.productPricePence ?? 0
}

/** Whether the event is free: payment is not required, or the price is 0 (BOOK-12). */
export function isFree(
  event: Pick<ScreeningEvent, 'paymentRequired' | 'pricePence' | 'productPricePence'>,
): boolean {
  return event.paymentRequired !== true || pricePence(event) === 0
}

/** Whether the samples go to the laboratory ESNEFT, which needs an NHS number (NHS-02): the same rule as `app.needs_nhs_number`. */
export function isEsneft(event: Pick<ScreeningEvent, 'labName'>): boolean {
  return /esneft/i.test(event.labName ?? '')
}

/** Why this site cannot book an event online; contract, store and server use the same reason. */
export type NotOpenYet = 'paid'

type Payable = Pick<ScreeningEvent, 'paymentRequired' | 'pricePence' | 'productPricePence'> & {
  /** Whether this site has a payment provider. */
  readonly takesPayments?: boolean | undefined
}

/** The first reason why this site cannot book the event, or undefined when it can. */
export function notOpenYet(event: Payable): NotOpenYet | undefined {
  return isFree(event) || event.takesPayments === true ? undefined : 'paid'
}

/** Whether the event has a waiting list: full, and its next place could be booked online (WAIT-01). */
export function hasWaitingList(
  event: Parameters<typeof eventState>[0] & Payable,
  now: Date,
): boolean {
  if (event.cancelled === true || notOpenYet(event) !== undefined) return false
  return eventState(event, now) === 'full' && !isBookingRestricted(event, now)
}

/** The name cut to at most `limit` characters, the ellipsis included (EVD-01: 24). */
export function truncateName(name: string, limit = 24): string {
  // By code points, so that no character is cut in half.
  const characters = Array.from(name)
  if (characters.length <= limit) return name
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`
}
