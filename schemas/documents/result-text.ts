import { defineField, defineType } from 'sanity'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import {
  CHANCE_FIELDS,
  LIGHTS,
  type Light,
  RISK_GROUPS,
  type RiskGroup,
  resultTextId,
} from '../../src/results/rules/result.ts'
import { requiredString } from '../fields.ts'
import { DAY_FORMAT, wholeDay } from '../times.ts'

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

const optional = (name: string, title: string, description: string) =>
  defineField({ name, title, description, type: 'string' })

const text = (name: string, title: string) =>
  defineField({
    name,
    title,
    description: 'On /medical-results and in the letter.',
    type: 'simpleText',
    validation: (rule) => rule.required().error(`Write: ${title}`),
  })

/** Only the texts of red have it. */
const chance = defineField({
  name: 'chance',
  title: 'How many raised results are cancer',
  description:
    'One figure with both halves, from a source that names raised PSA results (not all abnormal results). It is shown below “What it means” only when every field is filled in and the day of the approval has come.',
  type: 'object',
  hidden: ({ document }) => !/^(drafts\.)?result-red-/.test(document?._id ?? ''),
  fields: [
    optional(
      'withoutCancer',
      'Who do not have cancer',
      'Example: About 3 in 4 people with a raised PSA do not have prostate cancer.',
    ),
    optional('withCancer', 'Who do', 'Example: About 1 in 4 do.'),
    optional('source', 'Source', 'Who published the figure, and where.'),
    optional(
      'approvedBy',
      'Approved by',
      'The name of the clinician who checked figure and source.',
    ),
    defineField({
      name: 'approvedOn',
      title: 'Approved on',
      type: 'date',
      options: DAY_FORMAT,
      validation: (rule) => rule.custom(wholeDay),
    }),
  ],
  validation: (rule) =>
    rule.custom((value: Record<string, unknown> | undefined) => {
      const missing = CHANCE_FIELDS.filter((name) => !value?.[name])
      if (missing.length === 0 || missing.length === CHANCE_FIELDS.length) return true
      return 'Fill in all five fields, or none: an incomplete figure is not shown'
    }),
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
    chance,
  ],
  preview: {
    select: { id: '_id', sentence: 'sentence' },
    prepare: ({ id, sentence }) => ({
      title: TITLES.get(String(id).replace(/^drafts\./, '')) ?? 'Text of a result',
      subtitle: sentence,
    }),
  },
})
