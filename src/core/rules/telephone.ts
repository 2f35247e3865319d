import { cleanLine } from '#core/rules/one-line.ts'

/** An extension at the end of a number, as people and programs write it (RFC 3966). */
const EXTENSION = / ?\(?(?:;ext=|(?:extension|extn|ext|x|#)[.:]?) ?(\d{1,6})\)?$/i

/**
 * A telephone number as it is stored: one line, without characters that cannot be seen, with ASCII digits and hyphens, and spaces
 * in place of dots. Anything else stays. Example: `０７７００.900.123 x12` gives `07700 900 123 ext 12`.
 */
export const cleanPhone = (typed: string): string =>
  cleanLine(typed.normalize('NFKC'))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[.\s]+/g, ' ')
    .replace(/^ ?(?:tel: ?)+/i, '')
    .trim()
    .replace(/^\((\+\d{1,3})\)/, '$1')
    .replace(EXTENSION, ' ext $1')

/** A number without its extension, and the extension. */
export function phoneParts(typed: string): { number: string; extension: string | undefined } {
  const [, number = '', extension] = /^(.*?)(?: ext (\d+))?$/.exec(cleanPhone(typed)) ?? []
  return { number, extension }
}

export const isOneNumber = (number: string): boolean => /^\+?[\d ()-]+$/.test(number)

/** Whether a link can dial it: one number of at least three digits, such as 111. */
export function isDialled(phone: string): boolean {
  const { number } = phoneParts(phone)
  return isOneNumber(number) && /(?:\d\D*){3}/.test(number)
}

/** The address that dials a printed number. Example: `0330 808 0401` gives `tel:03308080401`. */
export function telephoneHref(printed: string): string {
  const { number, extension } = phoneParts(printed)
  const dialled = number.replace('(0)', '').replace(/[^+\d]/g, '')
  return `tel:${dialled}${extension === undefined ? '' : `;ext=${extension}`}`
}

/** 07 with nine more digits, without personal numbers (070) and pagers (076, of which 07624 are mobiles of the Isle of Man). */
const UK_MOBILE = /^7(?:[1-57-9]\d{2}|624)\d{6}$/

/**
 * A mobile number of the United Kingdom in E.164, as a patient may have typed it; undefined for any other number, and for one with
 * an extension. Example: `07700 900 123`, `+44 (0)7700 900123` and `0044 7700-900123` give `+447700900123` (REM-02).
 */
export function ukMobile(typed: string): string | undefined {
  const { number, extension } = phoneParts(typed)
  if (!isOneNumber(number) || extension !== undefined) return undefined
  const digits = number.replace(/[^+\d]/g, '')
  const national = digits.replace(/^(?:\+44|0044)0?|^0/, '')
  return national !== digits && UK_MOBILE.test(national) ? `+44${national}` : undefined
}
