import type { ABOUT_PAGE_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { CALL_TO_ACTION_FIELDS, type CallToAction, callToActionOf } from '#content/read/link.ts'
import { SIMPLE_TEXT_PROJECTION, type SimpleText, simpleTextOf } from '#content/read/rich-text.ts'

/** The shape of every card's picture: three wide to two high. */
export const CARD_RATIO = 3 / 2

/** A card: a heading, a text whose rest may open, an optional picture and button. */
export type Card = {
  heading: string
  body: SimpleText
  /** How many characters show at first; undefined shows everything. */
  previewLength: number | undefined
  image: Figure | undefined
  button: CallToAction | undefined
}

/** What `cardOf` reads, for a field or an entry of the type `card`. */
export const CARD_PROJECTION = `{
  heading, "body": body${SIMPLE_TEXT_PROJECTION}, previewLength,
  "image": select(defined(image.asset) => image${FIGURE_PROJECTION}),
  "button": button{${CALL_TO_ACTION_FIELDS}}
}` as const

type CardPart = Readable<ABOUT_PAGE_RESULT>['cards'][number]

export function cardOf(content: Content<CardPart>): Card {
  const image = content.optionalPart('image')
  const button = content.optionalPart('button')
  return {
    heading: content.text('heading'),
    body: simpleTextOf(content.parts('body')),
    previewLength: content.optionalNumber('previewLength'),
    image: image && figureOf(image, CARD_RATIO),
    button: button && callToActionOf(button),
  }
}
