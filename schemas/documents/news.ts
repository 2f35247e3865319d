import { defineField, defineType } from 'sanity'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import { MAX_DESCRIPTION } from '../../src/core/rules/content-limits.ts'
import {
  descriptionField,
  orderField,
  requiredPicture,
  requiredString,
  slugField,
  titleField,
} from '../fields.ts'
import {
  DAY_FORMAT,
  dayInWords,
  laterDayWarning,
  timedPreview,
  timeFields,
  wholeDay,
} from '../times.ts'

export const newsArticle = defineType({
  name: 'newsArticle',
  title: typeTitle('newsArticle'),
  type: 'document',
  fields: [
    titleField('Headline'),
    slugField('The end of the address: /news/…'),
    defineField({
      name: 'publishedOn',
      title: 'Date',
      description:
        'Decides the position in the list and the month in the archive. An entry is not shown before its day.',
      type: 'date',
      options: DAY_FORMAT,
      validation: (rule) => [
        rule.required().error('Choose the date, or write it as 26/11/2026'),
        rule.custom(wholeDay),
        rule.custom(laterDayWarning).warning(),
      ],
    }),
    defineField({
      name: 'description',
      title: 'Short text on the card',
      type: 'text',
      rows: 3,
      validation: (rule) => rule.max(MAX_DESCRIPTION).warning('Two or three lines are enough'),
    }),
    defineField({
      name: 'body',
      title: 'Full text',
      description: 'Opens at “Read more”. Leave it empty when the entry only links elsewhere.',
      type: 'richText',
    }),
    defineField({
      name: 'link',
      title: 'Link instead of a full text',
      description: 'Readers are taken straight there.',
      type: 'link',
      validation: (rule) =>
        rule.custom((value, { document }) =>
          value || (document?.['body'] as unknown[] | undefined)?.length
            ? true
            : 'Write a full text, or say where the entry leads',
        ),
    }),
    defineField({ name: 'image', title: 'Picture', type: 'figure' }),
    ...timeFields(),
  ],
  orderings: [
    {
      title: 'Newest first',
      name: 'newest',
      by: [{ field: 'publishedOn', direction: 'desc' }],
    },
  ],
  preview: timedPreview(
    { title: 'title', day: 'publishedOn', media: 'image' },
    ({ title, day, media }) => ({ title, subtitle: dayInWords(day), media }),
  ),
})

export const patientStory = defineType({
  name: 'patientStory',
  title: typeTitle('patientStory'),
  type: 'document',
  fields: [
    titleField('Headline'),
    requiredString('name', 'First name', 'Only with the patient’s written agreement.'),
    slugField('The end of the address: /news/patient-journey/…'),
    descriptionField('Short text on the card'),
    requiredPicture(),
    defineField({
      name: 'article',
      title: 'The story',
      type: 'richText',
      validation: (rule) => rule.required().error('Write the story'),
    }),
    orderField('News overview'),
    ...timeFields(),
  ],
  preview: timedPreview({ title: 'title', subtitle: 'name', media: 'image' }),
})
