import { defineField, defineType } from 'sanity'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import {
  factField,
  orderedReferences,
  paragraphs,
  requiredPicture,
  requiredString,
} from '../fields.ts'
import { extraSectionsField } from '../sections/all.ts'

export const homePage = defineType({
  name: 'homePage',
  title: typeTitle('homePage'),
  type: 'document',
  fields: [
    requiredString('heroTitle', 'First line'),
    requiredString('heroSubtitle', 'Second line'),
    defineField({
      name: 'audience',
      title: 'Who should come',
      description: 'One line above the first button.',
      type: 'string',
    }),
    factField('A figure beside the first lines'),
    defineField({
      name: 'screening',
      title: 'Screening events',
      type: 'object',
      fields: [requiredString('heading', 'Heading'), paragraphs('text', 'Paragraphs')],
      validation: (rule) => rule.required().error('Fill in the screening events section'),
    }),
    defineField({
      name: 'about',
      title: 'About',
      type: 'object',
      fields: [
        requiredString('heading', 'Heading'),
        paragraphs('text', 'Paragraphs'),
        requiredPicture(),
      ],
      validation: (rule) => rule.required().error('Fill in the about section'),
    }),
    defineField({
      name: 'donation',
      title: 'Donations, beside the newest news',
      description: 'Shown with the Donate button when both are filled in.',
      type: 'object',
      fields: [
        defineField({ name: 'heading', title: 'Heading', type: 'string' }),
        defineField({ name: 'text', title: 'What a gift does', type: 'text', rows: 3 }),
      ],
    }),
    orderedReferences('testimonials', 'Testimonials (the first three are shown)', 'testimonial'),
    extraSectionsField(),
  ],
  preview: { prepare: () => ({ title: typeTitle('homePage') }) },
})
