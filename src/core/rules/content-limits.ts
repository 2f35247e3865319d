/** Maximum numbers of characters in fields of the CMS. */
export const MAX_TITLE = 120
/** How long the Studio makes an address from a title. */
export const MAX_SLUG = 96
/** Of a part of an address: it is the name of a folder, and file systems allow 255 bytes. An address has ASCII letters only. */
export const MAX_ADDRESS_PART = 150
/** Of a whole address, from its first slash. */
export const MAX_ADDRESS = 200
export const MAX_DESCRIPTION = 300
export const MAX_ALT_TEXT = 250
export const MAX_BUTTON_LABEL = 40
/** Of an entry in a menu. */
export const MAX_MENU_LABEL = 60

/** Of a table in a text. */
export const MAX_TABLE_ROWS = 100
export const MAX_TABLE_COLUMNS = 10

/** How many characters of a text that opens may show at first. */
export const PREVIEW_LENGTH = { min: 80, max: 600 } as const

/** The largest processing charge that an editor can set, in percent of the price and in pence (PAY-08). */
export const MAX_CHARGE_PERCENT = 10
export const MAX_CHARGE_PENCE = 500
/** Of a testimonial. The least is one. */
export const MAX_STARS = 5

/** Of a list of news, stories or events. */
export const MAX_LISTED = 6

/** How many entries a list has at least and at most: asked by the forms of the Studio and by the readers. */
export const LIST_SIZES = {
  cards: [1, 6],
  facts: [1, 6],
  partners: [1, 60],
  pictures: [2, 24],
  questions: [1, 60],
  steps: [2, 20],
  /** Of the menus and the footer: more than a design can hold, because they had no limit before. */
  main: [0, 20],
  sub: [0, 40],
  groups: [0, 12],
  links: [1, 40],
  legal: [0, 40],
  social: [0, 20],
  marks: [0, 20],
} as const satisfies Readonly<Record<string, readonly [number, number]>>

export type ListName = keyof typeof LIST_SIZES

/** Whether a list of that name may have so many entries. */
export function isListSize(name: ListName, size: number): boolean {
  const [least, most] = LIST_SIZES[name]
  return size >= least && size <= most
}
