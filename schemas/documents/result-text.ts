import { defineField, defineType } from 'sanity'
import { typeTitle } from '../../src/domain/document-types.ts'
import { LIGHTS, type Light, RISK_GROUPS, type RiskGroup } from '../../src/domain/result.ts'
import { resultTextId } from '../../src/domain/result-text.ts'
import { requiredString } from '../fields.ts'

const LIGHT_TITLES: Readonly<Record<Light, string>> = { green: 'Green', amber: 'Amber', red: 'Red' }
const GROUP_TITLES: Readonly<Record<RiskGroup, string>> = {
  low: 'low risk',
  intermediate: 'intermediate risk',
  high: 'high risk',
}

export const resultTextTitle = (light: Light, group: RiskGroup): string =>
  `${LIGHT_TITLES[light]}, ${GROUP_TITLES[group]}`

/** The title of each document of the fixed set, by its id. */
const TITLES = new Map(
  LIGHTS.flatMap((light) =>
    RISK_GROUPS.map((group) => [resultTextId(light, group), resultTextTitle(light, group)]),
  ),
)

const text = (name: string, title: string) =>
  defineField({
    name,
    title,
    description: 'On /medical-results and in the letter.',
    type: 'simpleText',
    validation: (rule) => rule.required().error(`Write: ${title}`),
  })

/** What a patient reads beside a result (RES-02). The document's id says the colour and the risk group. */
export const resultText = defineType({
  name: 'resultText',
  title: typeTitle('resultText'),
  type: 'document',
  fields: [
    requiredString('sentence', 'Sentence', 'Stands after the name of the colour.'),
    text('meaning', 'What it means'),
    text('nextStep', 'What to do next'),
  ],
  preview: {
    select: { id: '_id', sentence: 'sentence' },
    prepare: ({ id, sentence }) => ({
      title: TITLES.get(String(id).replace(/^drafts\./, '')) ?? 'Text of a result',
      subtitle: sentence,
    }),
  },
})
