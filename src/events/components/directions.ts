/** Where the visitor wants to go: the address in one line, and the coordinates where they are known. */
export type Destination = {
  readonly address: string
  readonly at?: { readonly latitude: number; readonly longitude: number }
}

/** A plain link: nothing is requested from anybody before the visitor follows it. */
export type DirectionsLink = { readonly href: string; readonly kind: 'app' | 'website' }

const isAndroid = (userAgent: string) => /\bAndroid\b/.test(userAgent)
/** An iPad calls itself a Macintosh; both open the same scheme. */
const isApple = (userAgent: string) => /\b(iPhone|iPad|iPod|Macintosh)\b/.test(userAgent)

/** The address that the system hands to the map app that the visitor has chosen, or undefined where no such scheme exists. */
function appHref({ address, at }: Destination, userAgent: string): string | undefined {
  const query = encodeURIComponent(address)
  if (isAndroid(userAgent)) return `geo:${at ? `${at.latitude},${at.longitude}` : '0,0'}?q=${query}`
  return isApple(userAgent) ? `maps://?daddr=${query}` : undefined
}

/** OpenStreetMap keeps no profiles of visitors. */
const websiteHref = ({ address, at }: Destination): string =>
  at
    ? `https://www.openstreetmap.org/directions?to=${at.latitude}%2C${at.longitude}`
    : `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`

/** The ways to get directions (EVD-07): the visitor's own map app where the system has one, and a website. None without an address. */
export function directionsLinks(to: Destination, userAgent: string): DirectionsLink[] {
  if (to.address === '') return []
  const app = appHref(to, userAgent)
  const website: DirectionsLink = { href: websiteHref(to), kind: 'website' }
  return app === undefined ? [website] : [{ href: app, kind: 'app' }, website]
}
