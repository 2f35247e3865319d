import { defineField, defineType } from 'sanity'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import type { Share } from '../../src/content/rules/year-figures.ts'
import {
  type GivenFigures,
  percentFault,
  type SumField,
  YEAR_SUMS,
} from '../../src/content/rules/year-sums.ts'
import { timedPreview, timeFields } from '../times.ts'
import { isUniqueYear } from '../uniqueness.ts'

const count = (name: string, title: string, sum?: SumField) =>
  defineField({
    name,
    title,
    type: 'number',
    validation: (rule) => [
      rule.required().integer().min(0).error(`A whole number: ${title}`),
      rule.custom((_, { document }) => sumFault(document, sum)).warning(),
    ],
  })

/** The whole document, as far as it is filled in. */
const figuresOf = (document: object | undefined) => (document ?? {}) as GivenFigures

const sumFault = (document: object | undefined, sum: SumField | undefined) =>
  (sum && YEAR_SUMS[sum](figuresOf(document))) ?? true

/** A number of patients and the percentage published with it, which is not recalculated. */
const share = (name: string, title: string, sum?: SumField) =>
  defineField({
    name,
    title,
    type: 'object',
    options: { columns: 2 },
    fields: [
      count('count', 'Men'),
      defineField({
        name: 'percent',
        title: 'Percentage as published',
        type: 'number',
        validation: (rule) => rule.required().min(0).max(100).error('Between 0 and 100'),
      }),
    ],
    validation: (rule) => [
      rule.required().error(`Fill in: ${title}`),
      rule.custom((_, { document }) => sumFault(document, sum)).warning(),
      rule
        .custom((value, { document }) => {
          const given = (value ?? {}) as Partial<Share>
          return percentFault(figuresOf(document), given) ?? true
        })
        .warning(),
    ],
  })

export const yearStatistics = defineType({
  name: 'yearStatistics',
  title: typeTitle('yearStatistics'),
  type: 'document',
  fields: [
    defineField({
      name: 'year',
      title: 'Year',
      type: 'number',
      validation: (rule) => [
        rule.required().integer().min(2000).max(2100).error('Four digits'),
        rule.custom(async (year, context) =>
          year === undefined || (await isUniqueYear(year, context))
            ? true
            : `There is already a document for ${year}. Change that one`,
        ),
      ],
    }),
    count('tests', 'PSA tests', 'tests'),
    share('abnormal', 'Abnormal results'),
    share('cancers', 'Cancers diagnosed', 'cancers'),
    count('radicalTreatment', 'Of these: radical treatment', 'radicalTreatment'),
    count('activeSurveillance', 'Of these: active surveillance'),
    share('highRiskNormal', 'Normal, high risk'),
    share('lowRisk', 'Normal, low risk'),
    share('elderlyLowPsa', 'Elderly men with a low PSA'),
    defineField({
      name: 'note',
      title: 'Note under the table',
      description: 'For example what the percentages are of.',
      type: 'text',
      rows: 3,
    }),
    ...timeFields(),
  ],
  orderings: [
    { title: 'Newest first', name: 'newest', by: [{ field: 'year', direction: 'desc' }] },
  ],
  preview: timedPreview({ year: 'year', tests: 'tests' }, ({ year, tests }) => ({
    title: String(year),
    subtitle: `${tests} PSA tests`,
  })),
})
