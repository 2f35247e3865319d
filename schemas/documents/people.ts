import { defineField, defineType } from 'sanity'
import type { TeamGroup } from '../../src/content/rules/content-choices.ts'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import { MAX_STARS } from '../../src/core/rules/content-limits.ts'
import { TESTIMONIAL_LENGTH } from '../../src/core/rules/truncate.ts'
import { choices, orderField, requiredPicture, requiredString } from '../fields.ts'
import { timedPreview, timeFields } from '../times.ts'

/** The groups of team members, by their value; the Studio's menu lists each. */
export const TEAM_GROUPS: Readonly<Record<TeamGroup, string>> = {
  executive: 'Executive Team',
  trustee: 'Trustees / Clinical Advisor',
  patron: 'Charity Patrons',
}

export const teamMember = defineType({
  name: 'teamMember',
  title: typeTitle('teamMember'),
  type: 'document',
  fields: [
    requiredString('name', 'Name'),
    requiredString('title', 'Role'),
    defineField({
      name: 'group',
      title: 'Group',
      description: 'The heading on the page “About us” under which they are listed.',
      type: 'string',
      options: { list: choices(TEAM_GROUPS), layout: 'radio' },
      validation: (rule) => rule.required().error('Choose the group'),
    }),
    orderField('About us'),
    defineField({
      name: 'image',
      title: 'Portrait',
      description: 'Shown for the executive team. Without one: the initials.',
      type: 'figure',
    }),
    ...timeFields(),
  ],
  preview: timedPreview({ title: 'name', subtitle: 'title', media: 'image' }),
})

export const testimonial = defineType({
  name: 'testimonial',
  title: typeTitle('testimonial'),
  type: 'document',
  fields: [
    defineField({
      name: 'content',
      title: 'What they said',
      description: `The first ${TESTIMONIAL_LENGTH} characters show at once, the rest at “Show More”.`,
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
      initialValue: MAX_STARS,
      validation: (rule) =>
        rule.required().integer().min(1).max(MAX_STARS).error('One to five stars'),
    }),
    requiredPicture('image', 'Picture of the organisation'),
    orderField('Home'),
    ...timeFields(),
  ],
  preview: timedPreview({ title: 'name', subtitle: 'role', media: 'image' }),
})
