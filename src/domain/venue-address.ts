import { formatAddress } from '#domain/event.ts'

type VenueAddress = {
  readonly [Part in 'addressLine1' | 'addressLine2' | 'city' | 'postcode' | 'country']?:
    | string
    | null
    | undefined
}

/** The parts of a venue's address in the order in which it is written, blank ones included. */
export const venueParts = (venue: VenueAddress, { withCountry }: { withCountry: boolean }) => [
  venue.addressLine1,
  venue.addressLine2,
  venue.city,
  venue.postcode,
  withCountry ? venue.country : '',
]

/** A venue's address on one line. */
export const venueAddress = (...parts: Parameters<typeof venueParts>): string =>
  formatAddress(venueParts(...parts))
