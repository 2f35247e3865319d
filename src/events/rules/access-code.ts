import { withoutGaps } from '#core/rules/one-line.ts'

/** The longest access code that an event may have, in characters. */
export const ACCESS_CODE_LENGTH = 100

/** The fewest characters of a code that an operator chooses, in its form that is compared: guesses are limited, but not impossible. */
export const LEAST_CHOSEN_CODE = 8

/**
 * The form of an access code that is compared: without spaces and hyphens, in capitals. A code is read from a card and typed on a
 * telephone, so `lodge 2041` is `LODGE-2041`.
 */
export const normalAccessCode = (text: string): string => withoutGaps(text).toUpperCase()

/** Whether an operator may choose this code. */
export const isLongEnoughCode = (text: string): boolean =>
  normalAccessCode(text).length >= LEAST_CHOSEN_CODE

/** The link to an event that fills in its code: `https://site/event/12?code=LODGE-2041`. */
export const accessCodeLink = (siteUrl: string, eventId: number, code: string): string =>
  `${new URL(`/event/${eventId}`, siteUrl).href}?code=${encodeURIComponent(code)}`

/**
 * The code in the query of an address or, in links of earlier versions, in its fragment; undefined when there is none or it is malformed.
 * Mail programs add punctuation at the end.
 */
export function codeInAddress(address: string): string | undefined {
  const [, text] = /[?&#]code(?:=|%(?:25)*3d)([^&#]*)/i.exec(address) ?? []
  if (text === undefined) return undefined
  try {
    const code = decodeURIComponent(text.replaceAll('+', ' '))
      .trim()
      .replace(/[.,;>]{1,3}$/, '')
    return code === '' || code.length > ACCESS_CODE_LENGTH ? undefined : code
  } catch {
    return undefined
  }
}
