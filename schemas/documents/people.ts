import { defineField, defineType } from 'sanity'
import { requiredPicture, requiredString } from '../fields.ts'

const GROUPS = [
  { title: 'Executive Team', value: 'executive' },
  { title: 'Trustees / Clinical Advisor', value: 'trustee' },
  { title: 'Charity Patrons', value: 'patron' },
]

export const teamMember = defineType({
  name: 'teamMember',
  title: 'Team member',
  type: 'document',
  fields: [
    requiredString('name', 'Name'),
    requiredString('title', 'Role'),
    defineField({
      name: 'group',
      title: 'Group',
      type: 'string',
      options: { list: GROUPS, layout: 'radio' },
      validation: (rule) => rule.required().error('Choose the group'),
    }),
    defineField({
      name: 'image',
      title: 'Portrait',
      description: 'Shown for the executive team.',
      type: 'figure',
    }),
  ],
  preview: { select: { title: 'name', subtitle: 'title', media: 'image' } },
})

export const testimonial = defineType({
  name: 'testimonial',
  title: 'Testimonial',
  type: 'document',
  fields: [
    defineField({
      name: 'content',
      title: 'What they said',
      description: 'The first 300 characters show at once, the rest at “Show More”.',
      type: 'text',
      rows: 8,
      validation: (rule) => rule.required().error('Write what they said'),
    }),
    requiredString('name', 'Who said it'),
    requiredString('role', 'Role and organisation'),
    defineField({
      name: 'stars',
      title: 'Stars',
      type: 'number',
      initialValue: 5,
      validation: (rule) => rule.required().integer().min(1).max(5).error('One to five stars'),
    }),
    requiredPicture('image', 'Picture of the organisation'),
  ],
  preview: { select: { title: 'name', subtitle: 'role', media: 'image' } },
})
