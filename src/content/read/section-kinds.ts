import { CARD_PROJECTION, CARD_RATIO, type Card, cardOf } from '#content/read/blocks.ts'
import type { PAGES_RESULT } from '#content/read/content.generated.ts'
import { type Content, type Readable, sizedParts } from '#content/read/document.ts'
import { type Fact, factOf } from '#content/read/fact.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { CALL_TO_ACTION_FIELDS, type CallToAction, callToActionOf } from '#content/read/link.ts'
import type { NewsEntry } from '#content/read/news.ts'
import type { Partner } from '#content/read/partners.ts'
import {
  RICH_TEXT_PROJECTION,
  type RichText,
  richTextOf,
  SIMPLE_TEXT_PROJECTION,
  type SimpleText,
  simpleTextOf,
  type TableNode,
} from '#content/read/rich-text.ts'
import type { PatientStory } from '#content/read/stories.ts'
import { VIDEO_FIELDS, type Video, videoOf } from '#content/read/video.ts'
import {
  FORM_KINDS,
  type FormKind,
  LISTED_KINDS,
  PICTURE_SIDES,
  type PictureSide,
} from '#content/rules/content-choices.ts'
import { isListSize, MAX_LISTED } from '#core/rules/content-limits.ts'

export type Headed = { heading: string; anchor: string } | { heading: undefined; anchor: undefined }
type Titled = { heading: string; anchor: string }
export type Question = { question: string; answer: SimpleText }
export type Step = { heading: string; body: SimpleText }

/** A section of a page (CMS-21): the kinds of `schemas/sections`. */
export type PageSection =
  | (Headed & { type: 'textSection'; body: RichText })
  | (Headed & { type: 'cardSection'; cards: Card[] })
  | (Headed & { type: 'partnerSection'; partners: Partner[] })
  | (Titled & { type: 'actionSection'; body: SimpleText; button: CallToAction | undefined })
  | (Headed & {
      type: 'quoteSection'
      quote: string
      name: string
      role: string | undefined
      image: Figure | undefined
    })
  | (Titled & { type: 'questionSection'; questions: Question[] })
  | (Titled & {
      type: 'pictureSection'
      image: Figure
      side: PictureSide
      body: SimpleText
      button: CallToAction | undefined
    })
  | (Titled & { type: 'gallerySection'; pictures: Figure[] })
  | (Headed & { type: 'tableSection'; caption: string; table: TableNode; notes: SimpleText })
  | (Titled & { type: 'stepSection'; steps: Step[] })
  | (Titled & { type: 'factSection'; facts: Fact[]; source: string | undefined })
  | (Titled & { type: 'listSection'; listed: 'news'; entries: NewsEntry[] })
  | (Titled & { type: 'listSection'; listed: 'stories'; entries: PatientStory[] })
  | (Titled & { type: 'listSection'; listed: 'events'; count: number })
  | (Titled & { type: 'formSection'; form: 'contact' })
  | (Headed & { type: 'formSection'; form: 'newsletter' })
  | (Headed & { type: 'videoSection'; video: Video })

export type SectionOf<Type extends PageSection['type']> = Extract<PageSection, { type: Type }>

/** What `sectionOf` reads: put it after the name of the field. */
export const SECTIONS_PROJECTION = `[]{
  _type, heading,
  _type == "textSection" => {"body": body${RICH_TEXT_PROJECTION}},
  _type == "cardSection" => {"cards": cards[]${CARD_PROJECTION}},
  _type == "partnerSection" => {"partners": partners[]._ref},
  _type == "actionSection" => {"body": body${SIMPLE_TEXT_PROJECTION}, "button": button{${CALL_TO_ACTION_FIELDS}}},
  _type == "quoteSection" => {quote, name, role, "image": select(defined(image.asset) => image${FIGURE_PROJECTION})},
  _type == "questionSection" => {"questions": questions[]{question, "answer": answer${SIMPLE_TEXT_PROJECTION}}},
  _type == "pictureSection" => {
    "image": image${FIGURE_PROJECTION}, side, "body": body${SIMPLE_TEXT_PROJECTION},
    "button": button{${CALL_TO_ACTION_FIELDS}}
  },
  _type == "gallerySection" => {"pictures": pictures[]${FIGURE_PROJECTION}},
  _type == "tableSection" => {caption, "body": body${RICH_TEXT_PROJECTION}},
  _type == "stepSection" => {"steps": steps[]{heading, "body": body${SIMPLE_TEXT_PROJECTION}}},
  _type == "factSection" => {"facts": facts[]{figure, text}, source},
  _type == "listSection" => {listed, count},
  _type == "formSection" => {form},
  _type == "videoSection" => {"video": video{${VIDEO_FIELDS}}}
}` as const

/** A section in a query result. */
export type SectionPart = Readable<PAGES_RESULT>[number]['sections'][number]

/** A section as its document has it, and how to complete it from other documents. */
export type ReadSection = { section: PageSection; partnerIds?: string[]; count?: number }

/** @throws ContentError naming the field of the section. */
export function sectionOf(part: Content<SectionPart>, headed: Headed): ReadSection {
  const type = part.text('_type')
  switch (type) {
    case 'textSection':
      return { section: { type, ...headed, body: richTextOf(part.as(type).parts('body')) } }
    case 'cardSection':
      return { section: { type, ...headed, cards: sizedParts(part.as(type), 'cards').map(cardOf) } }
    case 'partnerSection': {
      const partnerIds = part.as(type).texts('partners')
      if (!isListSize('partners', partnerIds.length))
        throw part.as(type).error('partners', 'bad-count')
      return { section: { type, ...headed, partners: [] }, partnerIds }
    }
    case 'quoteSection':
      return { section: { type, ...headed, ...quoteOf(part.as(type)) } }
    case 'tableSection':
      return { section: { type, ...headed, ...tableOf(part.as(type)) } }
    case 'videoSection':
      return { section: { type, ...headed, video: videoOf(part.as(type).part('video')) } }
    case 'formSection':
      return { section: formOf(part.as(type), headed) }
    default:
      return titledSectionOf(part, type, headed)
  }
}

/** The kinds that need a heading: what is below it has headings of the next level, or none. */
function titledSectionOf(
  part: Content<SectionPart>,
  type: SectionPart['_type'] | string,
  headed: Headed,
): ReadSection {
  const titled = () => titledOf(part, headed)
  switch (type) {
    case 'actionSection': {
      const own = part.as(type)
      const body = simpleTextOf(own.optionalParts('body'))
      return { section: { type, ...titled(), body, button: callToActionOf(own.part('button')) } }
    }
    case 'questionSection': {
      const questions = sizedParts(part.as(type), 'questions').map((one) => ({
        question: one.text('question'),
        answer: simpleTextOf(one.parts('answer')),
      }))
      return { section: { type, ...titled(), questions } }
    }
    case 'pictureSection':
      return { section: { type, ...titled(), ...pictureOf(part.as(type)) } }
    case 'gallerySection': {
      const pictures = sizedParts(part.as(type), 'pictures').map((one) => figureOf(one, CARD_RATIO))
      return { section: { type, ...titled(), pictures } }
    }
    case 'stepSection': {
      const steps = sizedParts(part.as(type), 'steps').map((one) => ({
        heading: one.text('heading'),
        body: simpleTextOf(one.parts('body')),
      }))
      return { section: { type, ...titled(), steps } }
    }
    case 'factSection': {
      const own = part.as(type)
      const facts = sizedParts(own, 'facts').map((one) => {
        const fact = factOf(one)
        if (fact === undefined) throw one.error('figure', 'missing')
        return fact
      })
      return { section: { type, ...titled(), facts, source: own.optionalText('source') } }
    }
    case 'listSection':
      return listOf(part.as(type), titled())
    default:
      throw part.error('_type', 'unknown-part')
  }
}

function titledOf(part: Content<SectionPart>, headed: Headed): Titled {
  if (headed.heading === undefined) throw part.error('heading', 'missing')
  return headed
}

type PartOf<Type extends SectionPart['_type']> = Content<Extract<SectionPart, { _type: Type }>>

function quoteOf(part: PartOf<'quoteSection'>) {
  const image = part.optionalPart('image')
  return {
    quote: part.text('quote'),
    name: part.text('name'),
    role: part.optionalText('role'),
    image: image && figureOf(image, 1),
  }
}

function pictureOf(part: PartOf<'pictureSection'>) {
  const given = part.optionalText('side') ?? 'right'
  const side = PICTURE_SIDES.find((known) => known === given)
  if (side === undefined) throw part.error('side', 'unknown-value')
  const button = part.optionalPart('button')
  return {
    image: figureOf(part.part('image')),
    side,
    body: simpleTextOf(part.parts('body')),
    button: button && callToActionOf(button),
  }
}

/** Its caption names the table; paragraphs and lists in the field are notes below it. */
function tableOf(part: PartOf<'tableSection'>) {
  const caption = part.text('caption')
  const body = richTextOf(part.parts('body'))
  const tables = body.filter((node) => node._type === 'table')
  const [table] = tables
  if (table === undefined || tables.length > 1)
    throw part.error('body', table === undefined ? 'missing' : 'several-tables')
  const notes = body.filter((node) => node._type === 'block')
  if (notes.length < body.length - 1 || notes.some(({ style }) => style !== 'normal'))
    throw part.error('body', 'unknown-part')
  return { caption, table, notes }
}

function listOf(part: PartOf<'listSection'>, titled: Titled): ReadSection {
  const given = part.text('listed')
  const listed = LISTED_KINDS.find((known) => known === given)
  if (listed === undefined) throw part.error('listed', 'unknown-value')
  const count = part.number('count')
  if (!Number.isInteger(count) || count < 1 || count > MAX_LISTED)
    throw part.error('count', 'unknown-value')
  const type = 'listSection'
  if (listed === 'events') return { section: { type, ...titled, listed, count } }
  return { section: { type, ...titled, listed, entries: [] }, count }
}

function formOf(part: PartOf<'formSection'>, headed: Headed): PageSection {
  const given = part.text('form')
  const form: FormKind | undefined = FORM_KINDS.find((known) => known === given)
  if (form === undefined) throw part.error('form', 'unknown-value')
  if (form === 'newsletter') return { type: 'formSection', ...headed, form }
  return { type: 'formSection', ...titledOf(part, headed), form }
}
