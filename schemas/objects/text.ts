import { defineArrayMember, defineField, defineType } from 'sanity'
import type { CallOutTone, TextStyle } from '../../src/content/rules/content-choices.ts'
import { PREVIEW_LENGTH } from '../../src/core/rules/content-limits.ts'
import { EXPANDABLE_TEXT_LENGTH } from '../../src/core/rules/truncate.ts'
import { choices } from '../fields.ts'

const STYLE_TITLES: Readonly<Record<TextStyle, string>> = {
  normal: 'Paragraph',
  h2: 'Heading',
  h3: 'Smaller heading',
}
const TONE_TITLES: Readonly<Record<CallOutTone, string>> = {
  information: 'Good to know',
  warning: 'Take care',
  green: 'Result: green',
  amber: 'Result: amber',
  red: 'Result: red',
}

const decorators = [
  { title: 'Bold', value: 'strong' },
  { title: 'Italic', value: 'em' },
]
const lists = [
  { title: 'Bullets', value: 'bullet' as const },
  { title: 'Numbers', value: 'number' as const },
]
const annotations = [{ name: 'link', type: 'link' }]

/** Beside the words: values of the site settings, so that a text follows when one changes. */
const within = [{ type: 'settingValue' }]

/** Paragraphs, lists, bold, italic, links and values of the settings. */
export const plainBlock = defineArrayMember({
  type: 'block',
  of: within,
  styles: [{ title: 'Paragraph', value: 'normal' }],
  lists,
  marks: { decorators, annotations },
})

/** For cards, boxes and short introductions. */
export const simpleText = defineType({
  name: 'simpleText',
  title: 'Text',
  type: 'array',
  of: [plainBlock],
})

/** The body of a page or an article: exactly the parts that the site can show. */
export const richText = defineType({
  name: 'richText',
  title: 'Text',
  type: 'array',
  of: [
    defineArrayMember({
      type: 'block',
      of: within,
      styles: choices(STYLE_TITLES),
      lists,
      marks: { decorators, annotations },
    }),
    defineArrayMember({ type: 'figure' }),
    defineArrayMember({ type: 'table' }),
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
        list: choices(TONE_TITLES),
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
      initialValue: EXPANDABLE_TEXT_LENGTH,
      validation: (rule) =>
        rule
          .required()
          .integer()
          .min(PREVIEW_LENGTH.min)
          .max(PREVIEW_LENGTH.max)
          .error(`Between ${PREVIEW_LENGTH.min} and ${PREVIEW_LENGTH.max} characters`),
    }),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title }) => ({ title: title ?? 'Text that opens' }),
  },
})
