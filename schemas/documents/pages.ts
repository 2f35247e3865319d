import { defineArrayMember, defineField, defineType, type ValidationContext } from 'sanity'
import { isLongAddress, OWN_PATH } from '../../src/content/rules/content-page.ts'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import { LANGUAGES } from '../../src/content/rules/languages.ts'
import { isProgramAddress } from '../../src/content/rules/program-address.ts'
import { MAX_ADDRESS, MAX_ADDRESS_PART } from '../../src/core/rules/content-limits.ts'
import {
  descriptionField,
  emailProblem,
  factField,
  phoneProblem,
  slugField,
  titleField,
} from '../fields.ts'
import { healthField } from '../health.ts'
import { sectionsField } from '../sections/all.ts'
import { DAY_FORMAT, dayInWords, timedPreview, timeFields, wholeDay } from '../times.ts'
import { isUniquePath } from '../uniqueness.ts'

const LONG = `An address has at most ${MAX_ADDRESS} characters, and ${MAX_ADDRESS_PART} from one slash to the next`
const IN_USE = 'The website has its own page at this address: choose another'

/** Two pages at one address would hide each other. */
const uniquePath = async (path: string | undefined, context: ValidationContext) =>
  path === undefined ||
  (await isUniquePath(path, context)) ||
  'Another page or policy has this address'

export const page = defineType({
  name: 'page',
  title: typeTitle('page'),
  type: 'document',
  fields: [
    titleField(),
    defineField({
      name: 'path',
      title: 'Address',
      description: 'The part after the name of the site, for example /events/golf-days',
      type: 'string',
      validation: (rule) => [
        rule
          .required()
          .regex(OWN_PATH, { name: 'path' })
          .error('Small letters, digits and single hyphens after each /'),
        rule.custom((path) => (path !== undefined && isLongAddress(path) ? LONG : true)),
        rule.custom((path) => (path !== undefined && isProgramAddress(path) ? IN_USE : true)),
        rule.custom(uniquePath),
      ],
    }),
    defineField({
      name: 'language',
      title: 'Language',
      description:
        'Only for a version of a page in another language. Have health texts translated by a person who knows the subject, never by a machine.',
      type: 'string',
      options: {
        list: Object.entries(LANGUAGES).map(([value, { title }]) => ({ title, value })),
      },
    }),
    defineField({
      name: 'original',
      title: 'The English page',
      description: 'Both pages then link to each other.',
      type: 'reference',
      to: [{ type: 'page' }],
      hidden: ({ document, value }) => !document?.['language'] && value === undefined,
      validation: (rule) =>
        rule.custom((original, { document }) =>
          document?.['language'] && original === undefined
            ? 'Choose the page that this is a version of'
            : true,
        ),
    }),
    descriptionField(),
    defineField({ name: 'introduction', title: 'Introduction', type: 'simpleText' }),
    factField('A figure beside the title'),
    sectionsField(),
    defineField({
      name: 'isHealthText',
      title: 'Health text',
      description: 'What it says about health must be approved by a second person.',
      type: 'boolean',
    }),
    healthField(),
    defineField({
      name: 'contact',
      title: 'Contact at the end of the page',
      type: 'object',
      fields: [
        defineField({ name: 'text', title: 'Invitation', type: 'string' }),
        defineField({
          name: 'email',
          title: 'E-mail',
          type: 'string',
          validation: (rule) => rule.custom(emailProblem),
        }),
        defineField({
          name: 'phones',
          title: 'Telephone numbers',
          type: 'array',
          of: [
            defineArrayMember({
              type: 'string',
              validation: (rule) => rule.custom(phoneProblem).warning(),
            }),
          ],
        }),
      ],
    }),
    ...timeFields(),
  ],
  preview: timedPreview({ title: 'title', subtitle: 'path' }),
})

export const policy = defineType({
  name: 'policy',
  title: typeTitle('policy'),
  type: 'document',
  fields: [
    titleField(),
    slugField('The end of the address'),
    descriptionField(),
    defineField({
      name: 'lastUpdated',
      title: 'Last updated',
      type: 'date',
      options: DAY_FORMAT,
      validation: (rule) => [
        rule.required().error('Say when the policy last changed, for example 26/11/2026'),
        rule.custom(wholeDay),
      ],
    }),
    defineField({ name: 'summary', title: 'In short', type: 'simpleText' }),
    defineField({
      name: 'body',
      title: 'Full text',
      type: 'richText',
      validation: (rule) => rule.required().error('Write the policy'),
    }),
    ...timeFields(),
  ],
  preview: timedPreview({ title: 'title', day: 'lastUpdated' }, ({ title, day }) => ({
    title,
    subtitle: dayInWords(day),
  })),
})
