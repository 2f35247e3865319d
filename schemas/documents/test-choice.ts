import { defineArrayMember, defineField, defineType } from 'sanity'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import { CHOICE_PEOPLE, type OutcomeKind } from '../../src/content/rules/test-choice.ts'
import { choices, descriptionField, requiredString, titleField } from '../fields.ts'
import { healthField } from '../health.ts'

const KIND_TITLES: Readonly<Record<OutcomeKind, string>> = {
  benefit: 'Benefit of testing',
  harm: 'Harm of testing',
}

const people = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'number',
    validation: (rule) =>
      rule
        .required()
        .integer()
        .min(0)
        .max(CHOICE_PEOPLE)
        .error(`A whole number from 0 to ${CHOICE_PEOPLE}`),
  })

const outcome = defineArrayMember({
  name: 'testOutcome',
  title: 'Outcome',
  type: 'object',
  fields: [
    requiredString('outcome', 'What happens', 'Example: Deaths from prostate cancer'),
    defineField({
      name: 'kind',
      title: 'Shown as',
      type: 'string',
      options: { list: choices(KIND_TITLES), layout: 'radio' },
      validation: (rule) => rule.required().error('Choose benefit or harm'),
    }),
    people('without', 'Of 1,000 people without testing'),
    people('with', 'Of 1,000 people with testing'),
    defineField({ name: 'note', title: 'What this means', type: 'text', rows: 2 }),
  ],
  preview: {
    select: { title: 'outcome', without: 'without', tested: 'with' },
    prepare: ({ title, without, tested }) => ({
      title,
      subtitle: `Without ${without ?? '?'}, with ${tested ?? '?'} of ${CHOICE_PEOPLE}`,
    }),
  },
})

/** Benefits and harms of the test in numbers, which patients read before they consent (CONS-06). */
export const testChoicePage = defineType({
  name: 'testChoicePage',
  title: typeTitle('testChoicePage'),
  type: 'document',
  fields: [
    titleField(),
    descriptionField(),
    defineField({
      name: 'introduction',
      title: 'Introduction',
      type: 'simpleText',
      validation: (rule) => rule.required().error('Write the introduction'),
    }),
    requiredString(
      'people',
      'The 1,000 people',
      'Who was counted, and for how long. Example: aged 55 to 69, followed for 16 years',
    ),
    defineField({
      name: 'outcomes',
      title: 'Outcomes, in the order shown',
      description:
        'Numbers of the same study and the same people. At least one benefit and one harm.',
      type: 'array',
      of: [outcome],
      validation: (rule) =>
        rule.custom((outcomes: { kind?: string }[] | undefined) => {
          const kinds = new Set(outcomes?.map(({ kind }) => kind))
          return kinds.has('benefit') && kinds.has('harm')
            ? true
            : 'Give at least one benefit and one harm'
        }),
    }),
    defineField({ name: 'body', title: 'Text below the numbers', type: 'richText' }),
    healthField(),
  ],
  preview: { select: { title: 'title' } },
})
