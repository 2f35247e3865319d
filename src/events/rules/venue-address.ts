import { formatAddress } from '#core/rules/address-line.ts'
import { isInIreland } from '#events/rules/places/regions.ts'

type VenueAddress = {
  readonly [Part in 'addressLine1' | 'addressLine2' | 'city' | 'postcode' | 'country']?:
    | string
    | null
    | undefined
}

/**
 * The parts of a venue's address in the order in which it is written, blank ones included. Without the country, Ireland is named all the
 * same: most visitors take the country for theirs.
 */
export const venueParts = (venue: VenueAddress, { withCountry }: { withCountry: boolean }) => [
  venue.addressLine1,
  venue.addressLine2,
  venue.city,
  venue.postcode,
  withCountry || isInIreland(venue.country) ? venue.country : '',
]

/** A venue's address on one line. */
export const venueAddress = (...parts: Parameters<typeof venueParts>): string =>
  formatAddress(venueParts(...parts))
