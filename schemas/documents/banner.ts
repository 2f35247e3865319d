import { defineField, defineType } from 'sanity'
import { togetherWords } from '../../src/content/rules/banners.ts'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import { MAX_TITLE } from '../../src/core/rules/content-limits.ts'
import { timedPreview, timeFields } from '../times.ts'
import { bannersTogether } from '../uniqueness.ts'

/** A message on every page, between two times (SITE-19). */
export const banner = defineType({
  name: 'banner',
  title: typeTitle('banner'),
  type: 'document',
  fields: [
    defineField({
      name: 'title',
      title: 'Message',
      description: 'For example “Our phones are down today”. On every page, below the menu.',
      type: 'string',
      validation: (rule) => [
        rule.required().max(MAX_TITLE).error(`Write at most ${MAX_TITLE} characters`),
        rule
          .custom(async (_, context) => togetherWords(await bannersTogether(context)) ?? true)
          .warning(),
      ],
    }),
    defineField({
      name: 'body',
      title: 'What visitors can do',
      description: 'One or two sentences, with a link if it helps.',
      type: 'simpleText',
    }),
    ...timeFields('until required'),
  ],
  preview: timedPreview({ title: 'title' }),
})
