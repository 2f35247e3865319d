import { FORM_RESULT_REASONS } from '#content/texts/form-results.ts'
import { CURRENCY } from '#core/rules/money.ts'
import { entryOf } from '#core/rules/record.ts'
import { wholeIdOf } from '#core/rules/whole-id.ts'
import { isEsneft, notOpenYet, type ScreeningEvent } from '#events/rules/event.ts'
import { venueParts } from '#events/rules/venue-address.ts'
import { ACCESS_CODE_TEXTS, TELEPHONE_ONLY_TEXTS } from '#events/texts/events.ts'
import { jsonLdText } from '#site/seo/structured-data.ts'

/** The properties of an event that the page needs, besides the texts of its card. */
export type ShownEvent = Pick<
  ScreeningEvent,
  | 'eventId'
  | 'description'
  | 'startsAt'
  | 'endsAt'
  | 'pricePence'
  | 'productPricePence'
  | 'paymentRequired'
  | 'isPrivate'
  | 'labName'
  | 'contactEmail'
  | 'addressLine1'
  | 'addressLine2'
  | 'city'
  | 'postcode'
  | 'country'
  | 'cancelled'
> & { readonly takesPayments?: boolean }

/** The texts of the event's card. */
export type ShownFacts = {
  readonly name: string
  readonly product: string
  readonly dateBlock: { readonly weekday: string; readonly day: string; readonly month: string }
  readonly datetime: string
  readonly date: string
  readonly times: string
  /** Undefined when the event is free. */
  readonly price: string | undefined
  readonly places: string
  readonly isPrivate: boolean
  readonly state: 'passed' | 'full' | 'closed' | 'open'
  readonly label: string
  /** What the signed-in patient holds or has booked here (BOOK-06). */
  readonly own?: {
    readonly text: string
    readonly action: string
    readonly href: string
    readonly until?: string
    readonly secondsLeft?: number
  }
}

/** The id in the address, or undefined when it is not a valid id (EVD-04). */
export function eventIdOf(text: string | undefined): number | undefined {
  return wholeIdOf(text)
}

/** The target of BOOK: the next page when signed in, else /login with it as the origin (EVD-06). */
export function bookingHref(
  event: Pick<ShownEvent, 'eventId' | 'labName'>,
  signedIn: boolean,
): string {
  const next = `${isEsneft(event) ? '/check-nhs-number' : '/book-event'}?event=${event.eventId}`
  return signedIn ? next : `/login?next=${encodeURIComponent(next)}`
}

/** The target of 'Join the waiting list', as `bookingHref` (WAIT-01). */
export function waitingListHref(eventId: number, signedIn: boolean): string {
  const next = `/waiting-list?event=${eventId}`
  return signedIn ? next : `/login?next=${encodeURIComponent(next)}`
}

/** Why an event can be booked only by telephone for now, as the server refuses its hold; undefined when it can be booked online. */
export function telephoneOnlyText(event: ShownEvent): string | undefined {
  const reason = notOpenYet(event)
  return reason && TELEPHONE_ONLY_TEXTS[reason]
}

/** What the form says after the API refused it without script; anything but another common cause is a wrong code (EVD-05). */
export function accessCodeError(reason: string | null): string {
  const cause = entryOf<string>(FORM_RESULT_REASONS, reason)
  return reason === 'invalid' || cause === undefined
    ? ACCESS_CODE_TEXTS.invalid
    : `${ACCESS_CODE_TEXTS.invalid}. ${cause}`
}

/** The lines of the address without blank ones. */
export function addressLines(event: ShownEvent): string[] {
  return venueParts(event, { withCountry: true }).filter(
    (line): line is string => (line?.trim() ?? '') !== '',
  )
}

/** The event as schema.org data for a script element (SITE-11). */
export function eventJsonLd(
  event: ShownEvent,
  facts: ShownFacts,
  site: { url: string; charityName: string },
): string {
  return jsonLdText({
    '@type': 'Event',
    name: facts.name,
    description: event.description ?? `${facts.product}, ${facts.date}`,
    startDate: event.startsAt.toISOString(),
    endDate: event.endsAt.toISOString(),
    eventStatus: `https://schema.org/${event.cancelled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: event.addressLine1 ?? facts.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: [event.addressLine1, event.addressLine2].filter(Boolean).join(', '),
        addressLocality: event.city,
        postalCode: event.postcode,
        addressCountry: event.country,
      },
    },
    organizer: { '@type': 'NGO', name: site.charityName, url: new URL('/', site.url).href },
    offers: {
      '@type': 'Offer',
      price: facts.price?.slice(1) ?? '0.00',
      priceCurrency: CURRENCY,
      url: new URL(`/event/${event.eventId}`, site.url).href,
      availability: `https://schema.org/${facts.state === 'open' ? 'InStock' : 'SoldOut'}`,
    },
  })
}
