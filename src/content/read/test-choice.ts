import { defineQuery } from 'groq'
import type { TEST_CHOICE_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { HEALTH_PROJECTION, type Health, healthOf } from '#content/read/health.ts'
import { readFixed } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import {
  RICH_TEXT_PROJECTION,
  type RichText,
  richTextOf,
  SIMPLE_TEXT_PROJECTION,
  type SimpleText,
  simpleTextOf,
} from '#content/read/rich-text.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'
import { CHOICE_PEOPLE, OUTCOME_KINDS, type TestOutcome } from '#content/rules/test-choice.ts'

/** The page “Is a PSA test right for me?” (CONS-06). */
export type TestChoice = {
  sharing: Sharing
  title: string
  description: string
  introduction: SimpleText
  /** Who the 1,000 people are, and for how long they were followed. */
  people: string
  outcomes: TestOutcome[]
  body: RichText
  health: Health
}

const TEST_CHOICE = defineQuery(`*[_type == "testChoicePage" && _id == "testChoicePage"][0]{
  _id, _rev, title, description, people, ${SHARING},
  "introduction": introduction${SIMPLE_TEXT_PROJECTION},
  outcomes[]{outcome, kind, without, with, note},
  "body": body${RICH_TEXT_PROJECTION},
  "health": health${HEALTH_PROJECTION}
}`)

/**
 * The page as published now.
 * @throws ContentError naming the field that is missing.
 */
export const getTestChoice = (): Promise<TestChoice> =>
  part('testChoicePage', async () => {
    const place = { type: 'testChoicePage', key: 'testChoicePage' } as const
    return readFixed(place, await fetchContent(TEST_CHOICE), testChoiceOf)
  })

type PageDocument = Readable<TEST_CHOICE_RESULT>

function testChoiceOf(document: Content<PageDocument>): TestChoice {
  const outcomes = document.parts('outcomes').map(outcomeOf)
  // A page that names only one side must not be shown.
  if (OUTCOME_KINDS.some((kind) => outcomes.every((outcome) => outcome.kind !== kind)))
    throw document.error('outcomes', 'missing')
  return {
    title: document.text('title'),
    description: document.text('description'),
    sharing: sharingOf(document),
    introduction: simpleTextOf(document.parts('introduction')),
    people: document.text('people'),
    outcomes,
    body: richTextOf(document.optionalParts('body')),
    health: healthOf(document.part('health')),
  }
}

function outcomeOf(content: Content<PageDocument['outcomes'][number]>): TestOutcome {
  const kind = OUTCOME_KINDS.find((known) => known === content.text('kind'))
  if (kind === undefined) throw content.error('kind', 'unknown-value')
  const numberOf = (name: 'without' | 'with') => {
    const number = content.number(name)
    if (Number.isInteger(number) && number >= 0 && number <= CHOICE_PEOPLE) return number
    throw content.error(name, 'unknown-value')
  }
  return {
    kind,
    outcome: content.text('outcome'),
    without: numberOf('without'),
    with: numberOf('with'),
    note: content.optionalText('note'),
  }
}
