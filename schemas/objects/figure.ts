import { defineField, defineType } from 'sanity'
import { MAX_ALT_TEXT } from '../../src/core/rules/content-limits.ts'

export const figure = defineType({
  name: 'figure',
  title: 'Picture',
  type: 'image',
  options: { hotspot: true },
  fields: [
    defineField({
      name: 'alt',
      title: 'What does the picture show?',
      description: 'Read aloud to people who cannot see it. One short sentence.',
      type: 'string',
      validation: (rule) => [
        rule.custom((alt, { parent }) => {
          const hasPicture = Boolean((parent as { asset?: unknown } | undefined)?.asset)
          return !hasPicture || alt ? true : 'Describe the picture for people who cannot see it'
        }),
        rule.max(MAX_ALT_TEXT).warning('Shorter is easier to listen to'),
      ],
    }),
    defineField({ name: 'caption', title: 'Caption under the picture', type: 'string' }),
    defineField({
      name: 'textVersion',
      title: 'The words in the picture',
      description: 'Only for posters and other pictures full of words: the same words as text.',
      type: 'text',
    }),
  ],
  preview: { select: { title: 'alt', subtitle: 'caption', media: 'asset' } },
})
