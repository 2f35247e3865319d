import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sealer } from '#core/server/security/seal.ts'

/** Which browsers have signed in to which address before; the browser keeps it in a cookie, the server keeps nothing. */
export type KnownDevices = {
  /** The browser's id when this cookie was made for `email`, or undefined. */
  idFor(cookie: string | undefined, email: string): string | undefined
  /** The cookie's new value after a sign-in to `email`. */
  remember(cookie: string | undefined, email: string): string
}

/** Known addresses of one browser, enough for a household. The address used longest ago is removed. */
const MOST_ADDRESSES = 4
const BYTES = 16
/** A random id, then a signature of the id with each address. No address can be read from it. */
const FORMAT = /^[\w-]{22}(\.[\w-]{22}){1,4}$/

const parts = (cookie: string | undefined): readonly string[] =>
  cookie !== undefined && FORMAT.test(cookie) ? cookie.split('.') : []

/** Signs known devices with the look-up key: a cookie of one browser or address proves nothing for another. */
export function knownDevices({ lookup }: Pick<Sealer, 'lookup'>): KnownDevices {
  const sign = (id: string, email: string) =>
    lookup(`${id}\n${email}`, 'known-device').subarray(0, BYTES).toString('base64url')
  return {
    idFor(cookie, email) {
      const [id, ...signatures] = parts(cookie)
      if (id === undefined) return undefined
      const expected = Buffer.from(sign(id, email))
      return signatures.some((one) => timingSafeEqual(Buffer.from(one), expected)) ? id : undefined
    },
    remember(cookie, email) {
      const [id = randomBytes(BYTES).toString('base64url'), ...signatures] = parts(cookie)
      const own = sign(id, email)
      const others = signatures.filter((one) => one !== own).slice(0, MOST_ADDRESSES - 1)
      return [id, own, ...others].join('.')
    },
  }
}
