import { defineArrayMember, defineField } from 'sanity'
import { listSize, requiredString } from '../fields.ts'
import { section, titledSection } from './section.ts'

export const textField = (message: string, name = 'body', title = 'Text') =>
  defineField({
    name,
    title,
    type: 'simpleText',
    validation: (rule) => rule.required().error(message),
  })

export const textSection = section({
  name: 'textSection',
  title: 'Text',
  fields: [
    defineField({
      name: 'body',
      title: 'Text',
      type: 'richText',
      validation: (rule) => rule.required().error('Write the text of the section'),
    }),
  ],
})

export const cardSection = section({
  name: 'cardSection',
  title: 'Cards side by side',
  list: 'cards',
  fields: [
    defineField({
      name: 'cards',
      title: 'Cards',
      type: 'array',
      of: [defineArrayMember({ type: 'card' })],
      validation: listSize('cards'),
    }),
  ],
})

export const actionSection = titledSection({
  name: 'actionSection',
  title: 'Call to action',
  fields: [
    defineField({ name: 'body', title: 'Text', type: 'simpleText' }),
    defineField({
      name: 'button',
      title: 'Button',
      type: 'callToAction',
      validation: (rule) => rule.required().error('Say where the button leads'),
    }),
  ],
})

export const quoteSection = section({
  name: 'quoteSection',
  title: 'Quotation',
  otherwise: 'name',
  fields: [
    defineField({
      name: 'quote',
      title: 'What was said',
      description: 'Without quotation marks. An empty line begins a new paragraph.',
      type: 'text',
      rows: 5,
      validation: (rule) => rule.required().error('Write what was said'),
    }),
    requiredString('name', 'Who said it'),
    defineField({ name: 'role', title: 'Role, organisation or place', type: 'string' }),
    defineField({ name: 'image', title: 'Portrait', type: 'figure' }),
  ],
})

export const questionSection = titledSection({
  name: 'questionSection',
  title: 'Questions and answers',
  list: 'questions',
  fields: [
    defineField({
      name: 'questions',
      title: 'Questions',
      type: 'array',
      validation: listSize('questions'),
      of: [
        defineArrayMember({
          name: 'question',
          title: 'Question',
          type: 'object',
          fields: [
            requiredString('question', 'Question'),
            textField('Write the answer', 'answer', 'Answer'),
          ],
          preview: { select: { title: 'question' } },
        }),
      ],
    }),
  ],
})

export const stepSection = titledSection({
  name: 'stepSection',
  title: 'Steps',
  list: 'steps',
  fields: [
    defineField({
      name: 'steps',
      title: 'Steps, in their order',
      type: 'array',
      validation: listSize('steps'),
      of: [
        defineArrayMember({
          name: 'step',
          title: 'Step',
          type: 'object',
          fields: [requiredString('heading', 'Heading'), textField('Write what happens')],
          preview: { select: { title: 'heading' } },
        }),
      ],
    }),
  ],
})

export const factSection = titledSection({
  name: 'factSection',
  title: 'Figures in large type',
  list: 'facts',
  fields: [
    defineField({
      name: 'facts',
      title: 'Figures',
      type: 'array',
      validation: listSize('facts'),
      of: [
        defineArrayMember({
          name: 'fact',
          title: 'Figure',
          type: 'object',
          fields: [
            requiredString('figure', 'Figure, such as 1 in 8'),
            requiredString('text', 'What it counts'),
          ],
          preview: { select: { title: 'figure', subtitle: 'text' } },
        }),
      ],
    }),
    defineField({ name: 'source', title: 'Where the figures are from', type: 'string' }),
  ],
})
