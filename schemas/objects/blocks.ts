import { defineField, defineType } from 'sanity'
import { MAX_BUTTON_LABEL, PREVIEW_LENGTH } from '../../src/core/rules/content-limits.ts'
import { onlyKind } from './link.ts'

export const callToAction = defineType({
  name: 'callToAction',
  title: 'Button',
  type: 'object',
  fields: [
    defineField({
      name: 'label',
      title: 'Words on the button',
      type: 'string',
      validation: (rule) =>
        rule
          .required()
          .max(MAX_BUTTON_LABEL)
          .error(`A few words, at most ${MAX_BUTTON_LABEL} characters`),
    }),
    defineField({
      name: 'link',
      title: 'Where it leads',
      type: 'link',
      validation: (rule) => rule.required().error('Say where the button leads'),
    }),
  ],
  preview: { select: { title: 'label', subtitle: 'link.kind' } },
})

export const video = defineType({
  name: 'video',
  title: 'Video',
  type: 'object',
  fields: [
    defineField({
      name: 'title',
      title: 'Title',
      type: 'string',
      validation: (rule) => rule.required().error('Say what the video is called'),
    }),
    defineField({
      name: 'file',
      title: 'Video file (MP4)',
      type: 'file',
      options: { accept: 'video/mp4' },
      validation: (rule) => [
        rule.required().error('Choose the video file'),
        rule.custom(onlyKind('mp4', 'a video')),
      ],
    }),
    defineField({
      name: 'captions',
      title: 'Captions (VTT)',
      description: 'What is said, with times, for people who cannot hear.',
      type: 'file',
      options: { accept: 'text/vtt,.vtt' },
      validation: (rule) => [
        rule.required().error('Add the captions'),
        rule.custom(onlyKind('vtt', 'captions')),
      ],
    }),
    defineField({
      name: 'poster',
      title: 'Picture shown before it plays',
      type: 'figure',
      validation: (rule) => rule.required().error('Choose a picture'),
    }),
    defineField({ name: 'transcript', title: 'What is said, as text', type: 'simpleText' }),
  ],
  preview: { select: { title: 'title', media: 'poster' } },
})

export const card = defineType({
  name: 'card',
  title: 'Card',
  type: 'object',
  fields: [
    defineField({
      name: 'heading',
      title: 'Heading',
      type: 'string',
      validation: (rule) => rule.required().error('A card needs a heading'),
    }),
    defineField({
      name: 'body',
      title: 'Text',
      type: 'simpleText',
      validation: (rule) => rule.required().error('A card needs some text'),
    }),
    defineField({
      name: 'previewLength',
      title: 'How many characters show at first?',
      description: 'The rest opens at “Show More”. Leave it empty to show everything.',
      type: 'number',
      validation: (rule) =>
        rule
          .integer()
          .min(PREVIEW_LENGTH.min)
          .max(PREVIEW_LENGTH.max)
          .error(`Between ${PREVIEW_LENGTH.min} and ${PREVIEW_LENGTH.max} characters`),
    }),
    defineField({ name: 'image', title: 'Picture', type: 'figure' }),
    defineField({ name: 'button', title: 'Button', type: 'callToAction' }),
  ],
  preview: { select: { title: 'heading', media: 'image' } },
})
