import { defineArrayMember, defineField } from 'sanity'
import type { FormKind, ListedKind, PictureSide } from '../../src/content/rules/content-choices.ts'
import { MAX_LISTED } from '../../src/core/rules/content-limits.ts'
import { choices, listSize, requiredPicture, requiredString } from '../fields.ts'
import { plainBlock } from '../objects/text.ts'
import { section, titledSection } from './section.ts'
import { textField } from './words.ts'

const SIDE_TITLES: Readonly<Record<PictureSide, string>> = {
  right: 'Right of the text',
  left: 'Left of the text',
}

const LISTED_TITLES: Readonly<Record<ListedKind, string>> = {
  news: 'The newest news',
  stories: 'Patient stories',
  events: 'The next events',
}
const FORM_TITLES: Readonly<Record<FormKind, string>> = {
  contact: 'Contact form',
  newsletter: 'Newsletter',
}
export const pictureSection = titledSection({
  name: 'pictureSection',
  title: 'Picture with text',
  fields: [
    requiredPicture(),
    defineField({
      name: 'side',
      title: 'Where is the picture on a wide screen?',
      type: 'string',
      options: { list: choices(SIDE_TITLES), layout: 'radio' },
      initialValue: 'right',
    }),
    textField('Write the text beside the picture'),
    defineField({ name: 'button', title: 'Button', type: 'callToAction' }),
  ],
})

export const gallerySection = titledSection({
  name: 'gallerySection',
  title: 'Gallery',
  list: 'pictures',
  fields: [
    defineField({
      name: 'pictures',
      title: 'Pictures',
      description: 'All are cropped to one shape, around the part that you mark as Hotspot.',
      type: 'array',
      of: [defineArrayMember({ type: 'figure' })],
      options: { layout: 'grid' },
      validation: listSize('pictures'),
    }),
  ],
})

export const videoSection = section({
  name: 'videoSection',
  title: 'Video',
  otherwise: 'video.title',
  fields: [
    defineField({
      name: 'video',
      title: 'Video',
      description: 'It comes from this website, and is loaded when a visitor plays it.',
      type: 'video',
      validation: (rule) => rule.required().error('Choose the video'),
    }),
  ],
})

const hasOneTable = (body: unknown) => {
  const parts = Array.isArray(body) ? (body as { _type?: string }[]) : []
  const count = parts.filter(({ _type }) => _type === 'table').length
  if (count === 1) return true
  return count === 0
    ? 'Press “Table” in the toolbar to add the table'
    : 'One table only: make a section for each'
}

export const tableSection = section({
  name: 'tableSection',
  title: 'Table',
  otherwise: 'caption',
  fields: [
    requiredString('caption', 'Caption above the table', 'Says what the table shows.'),
    defineField({
      name: 'body',
      title: 'The table, and notes below it',
      description: 'Press “Table” in the toolbar. The first row names the columns.',
      type: 'array',
      of: [plainBlock, defineArrayMember({ type: 'table' })],
      validation: (rule) => [
        rule.required().error('Press “Table” in the toolbar to add the table'),
        rule.custom(hasOneTable),
      ],
    }),
  ],
})

export const listSection = titledSection({
  name: 'listSection',
  title: 'List of news, stories or events',
  fields: [
    defineField({
      name: 'listed',
      title: 'What is listed?',
      description: 'Only what visitors can see. The list is always up to date.',
      type: 'string',
      options: { list: choices(LISTED_TITLES), layout: 'radio' },
      initialValue: 'news',
      validation: (rule) => rule.required().error('Choose what is listed'),
    }),
    defineField({
      name: 'count',
      title: 'How many at most?',
      type: 'number',
      initialValue: 3,
      validation: (rule) =>
        rule
          .required()
          .integer()
          .min(1)
          .max(MAX_LISTED)
          .error(`Between one and ${MAX_LISTED} entries`),
    }),
  ],
})

export const formSection = section({
  name: 'formSection',
  title: 'Form',
  fields: [
    defineField({
      name: 'form',
      title: 'Which form?',
      description:
        'Each form can be on a page once. The newsletter has its heading from the site settings.',
      type: 'string',
      options: { list: choices(FORM_TITLES), layout: 'radio' },
      initialValue: 'contact',
      validation: (rule) => [
        rule.required().error('Choose the form'),
        rule.custom((form, { parent }) => {
          const { heading } = (parent ?? {}) as { heading?: string }
          return form !== 'contact' || heading ? true : 'Give the contact form a heading'
        }),
      ],
    }),
  ],
})

export const partnerSection = section({
  name: 'partnerSection',
  title: 'Partner organisations',
  list: 'partners',
  fields: [
    defineField({
      name: 'partners',
      title: 'Partners, in the order shown',
      type: 'array',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'partner' }] })],
      validation: (rule) => [
        listSize('partners')(rule),
        rule.unique().error('Choose each partner once'),
      ],
    }),
  ],
})
