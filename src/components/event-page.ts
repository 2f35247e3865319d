import { isEsneft, type NotOpenYet, notOpenYet, type ScreeningEvent } from '#domain/event.ts'

/** What the page asks of an event beside the words of its card. */
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
>

/** The words of the event's card. */
export type ShownFacts = {
  readonly name: string
  readonly product: string
  readonly dateBlock: { readonly weekday: string; readonly day: string; readonly month: string }
  readonly datetime: string
  readonly date: string
  readonly times: string
  /** Undefined when nothing is to be paid. */
  readonly price: string | undefined
  readonly places: string
  readonly isPrivate: boolean
  readonly state: 'passed' | 'full' | 'closed' | 'open'
  readonly label: string
}

/** The id in the address, or undefined when it cannot be one. */
export function eventIdOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** Where BOOK leads: straight on when signed in, else by way of /login (EVD-06). */
export function bookingHref(
  event: Pick<ShownEvent, 'eventId' | 'labName'>,
  signedIn: boolean,
): string {
  const next = `${isEsneft(event) ? '/check-nhs-number' : '/book-event'}?event=${event.eventId}`
  return signedIn ? next : `/login?next=${encodeURIComponent(next)}`
}

const BY_TELEPHONE: Record<NotOpenYet, string> = {
  private: 'Private events cannot be booked online yet.',
  paid: 'Paid events cannot be booked online yet.',
  esneft: 'Events run with ESNEFT cannot be booked online yet.',
}

/** Why an event must be booked by telephone for now, as the server would refuse a hold; undefined when it need not. */
export function byTelephone(event: ShownEvent): string | undefined {
  const reason = notOpenYet(event)
  return reason && BY_TELEPHONE[reason]
}

/** What a man must know before he books (EVD-02). */
export const WARNINGS = [
  'Events run by the laboratory ESNEFT need your correct 10-digit NHS number. Without it your sample is rejected.',
  'The test is not suitable if you have a known prostatic condition.',
  'This is a new booking system. If you have booked with us in the past, please create a new account.',
]

/** The lines of the address, blank ones left out. */
export function addressLines(event: ShownEvent): string[] {
  const { addressLine1, addressLine2, city, postcode, country } = event
  return [addressLine1, addressLine2, city, postcode, country].filter(
    (line): line is string => line !== undefined && line.trim() !== '',
  )
}

/** The event in the words of schema.org, safe to stand inside a script element. */
export function eventJsonLd(
  event: ShownEvent,
  facts: ShownFacts,
  site: { url: string; charityName: string },
): string {
  const data = {
    '@context': 'https://schema.org',
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
      priceCurrency: 'GBP',
      url: new URL(`/event/${event.eventId}`, site.url).href,
      availability: `https://schema.org/${facts.state === 'open' ? 'InStock' : 'SoldOut'}`,
    },
  }
  // A name with `</script>` in it must not end the element.
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
