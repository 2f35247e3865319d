import { defineArrayMember, defineField, defineType } from 'sanity'

const decorators = [
  { title: 'Bold', value: 'strong' },
  { title: 'Italic', value: 'em' },
]
const lists = [
  { title: 'Bullets', value: 'bullet' as const },
  { title: 'Numbers', value: 'number' as const },
]
const annotations = [{ name: 'link', type: 'link' }]

/** Paragraphs, lists, bold, italic and links: for cards, boxes and short introductions. */
export const simpleText = defineType({
  name: 'simpleText',
  title: 'Text',
  type: 'array',
  of: [
    defineArrayMember({
      type: 'block',
      styles: [{ title: 'Paragraph', value: 'normal' }],
      lists,
      marks: { decorators, annotations },
    }),
  ],
})

/** The body of a page or an article: everything the site knows how to show, and only that. */
export const richText = defineType({
  name: 'richText',
  title: 'Text',
  type: 'array',
  of: [
    defineArrayMember({
      type: 'block',
      styles: [
        { title: 'Paragraph', value: 'normal' },
        { title: 'Heading', value: 'h2' },
        { title: 'Smaller heading', value: 'h3' },
      ],
      lists,
      marks: { decorators, annotations },
    }),
    defineArrayMember({ type: 'figure' }),
    defineArrayMember({ type: 'callOut' }),
    defineArrayMember({ type: 'expandableText' }),
    defineArrayMember({ type: 'callToAction' }),
    defineArrayMember({ type: 'video' }),
  ],
})

export const callOut = defineType({
  name: 'callOut',
  title: 'Box',
  description: 'Sets something apart from the text around it.',
  type: 'object',
  fields: [
    defineField({
      name: 'tone',
      title: 'Kind of box',
      type: 'string',
      options: {
        list: [
          { title: 'Good to know', value: 'information' },
          { title: 'Take care', value: 'warning' },
          { title: 'Result: green', value: 'green' },
          { title: 'Result: amber', value: 'amber' },
          { title: 'Result: red', value: 'red' },
        ],
      },
      initialValue: 'information',
      validation: (rule) => rule.required().error('Choose the kind of box'),
    }),
    defineField({ name: 'heading', title: 'Heading', type: 'string' }),
    defineField({
      name: 'body',
      title: 'Text',
      type: 'simpleText',
      validation: (rule) => rule.required().error('A box needs some text'),
    }),
  ],
  preview: { select: { title: 'heading', subtitle: 'tone' } },
})

export const expandableText = defineType({
  name: 'expandableText',
  title: 'Text that opens',
  description: 'Shows its beginning, and the rest at “Show More”.',
  type: 'object',
  fields: [
    defineField({ name: 'heading', title: 'Heading', type: 'string' }),
    defineField({
      name: 'body',
      title: 'Text',
      type: 'simpleText',
      validation: (rule) => rule.required().error('Write the text that opens'),
    }),
    defineField({
      name: 'previewLength',
      title: 'How many characters show at first?',
      type: 'number',
      initialValue: 250,
      validation: (rule) =>
        rule.required().integer().min(80).max(600).error('Between 80 and 600 characters'),
    }),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title }) => ({ title: title ?? 'Text that opens' }),
  },
})
