/** The address that dials a printed number. Example: `0330 808 0401` gives `tel:03308080401`. */
export function telephoneHref(printed: string): string {
  return `tel:${printed.replace(/\(0\)/g, '').replace(/[^+\d]/g, '')}`
}

/** 07 with nine more digits, without personal numbers (070) and pagers (076, of which 07624 are mobiles of the Isle of Man). */
const UK_MOBILE = /^7(?:[1-57-9]\d{2}|624)\d{6}$/

/**
 * A mobile number of the United Kingdom in E.164, as a patient may have typed it; undefined for any other number. Example:
 * `07700 900 123`, `+44 (0)7700 900123` and `0044 7700-900123` give `+447700900123` (REM-02).
 */
export function ukMobile(typed: string): string | undefined {
  // Anything but digits and their usual separators is no number, or two.
  if (!/^\+?[\d\s().\-\u2010-\u2013\u00a0]+$/.test(typed.trim())) return undefined
  const digits = typed.replace(/[^+\d]/g, '')
  const national = digits.replace(/^(?:\+44|0044)0?|^0/, '')
  return national !== digits && UK_MOBILE.test(national) ? `+44${national}` : undefined
}
