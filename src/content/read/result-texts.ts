import { defineQuery } from 'groq'
import type { RESULT_TEXTS_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { readFixed } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { SIMPLE_TEXT_PROJECTION, type SimpleText, simpleTextOf } from '#content/read/rich-text.ts'
import { londonDate } from '#core/rules/time.ts'
import {
  approvedChance,
  LIGHTS,
  type ResultText,
  RISK_GROUPS,
  resultTextId,
} from '#results/rules/result.ts'

const RESULT_TEXTS = defineQuery(`*[_type == "resultText"]{
  _id, sentence,
  "meaning": meaning${SIMPLE_TEXT_PROJECTION},
  "nextStep": nextStep${SIMPLE_TEXT_PROJECTION},
  chance{withoutCancer, withCancer, source, approvedBy, approvedOn}
}`)

/**
 * The published text of every colour and risk group.
 * @throws ContentError naming the document that is not published, or its field that is missing.
 */
export const listResultTexts = (): Promise<ResultText<SimpleText>[]> =>
  part('resultTexts', async () => {
    const documents = await fetchContent(RESULT_TEXTS)
    const today = londonDate(new Date())
    return LIGHTS.flatMap((light) =>
      RISK_GROUPS.map((riskGroup) => {
        const key = resultTextId(light, riskGroup)
        const document = documents.find(({ _id }) => _id === key)
        const { figure, ...text } = readFixed({ type: 'resultText', key }, document, textOf)
        return { light, riskGroup, ...text, chance: approvedChance(figure, light, today) }
      }),
    )
  })

function textOf(document: Content<Readable<RESULT_TEXTS_RESULT>[number]>) {
  return {
    sentence: document.text('sentence'),
    meaning: simpleTextOf(document.parts('meaning')),
    nextStep: simpleTextOf(document.parts('nextStep')),
    // Of the same version as the sentences: a faulty document keeps its last good one.
    figure: document.raw.chance,
  }
}
