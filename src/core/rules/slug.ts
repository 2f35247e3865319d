import { MAX_ADDRESS_PART } from '#core/rules/content-limits.ts'

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Whether a text can be the last part of a page's path; a slash would make it another page's path. */
export const isSlug = (text: string): boolean => text.length <= MAX_ADDRESS_PART && SLUG.test(text)

/** A text as part of an address: `Ask the Nurse` becomes `ask-the-nurse`. */
export const asSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
