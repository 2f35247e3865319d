import { defineArrayMember, defineField } from 'sanity'
import { isHealthText } from '../src/content/rules/health-text.ts'
import { requiredString, webAddressField } from './fields.ts'
import { DAY_FORMAT, wholeDay } from './times.ts'

type Health = { reviewedOn?: string; nextReviewOn?: string }

/** The next review is after the last one. */
export const reviewProblem = (health: Health | undefined): true | string => {
  const { reviewedOn, nextReviewOn } = health ?? {}
  return !reviewedOn || !nextReviewOn || nextReviewOn > reviewedOn
    ? true
    : 'The next review must be later than the last one'
}

const dayField = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'date',
    options: DAY_FORMAT,
    validation: (rule) => [
      rule.required().error(`Fill in: ${title}, for example 26/11/2026`),
      rule.custom(wholeDay),
    ],
  })

/** Author, reviewer and sources of a health text (CMS-22). In the form of a page only when the page is marked. */
export function healthField() {
  return defineField({
    name: 'health',
    title: 'About this text',
    description: 'Shown at the end of the page, and to search engines.',
    type: 'object',
    options: { collapsible: true, collapsed: false },
    hidden: ({ document }) => !document || !isHealthText(document),
    fields: [
      requiredString('author', 'Author', 'Name and profession.'),
      requiredString(
        'reviewer',
        'Medical reviewer',
        'Name and profession of the person who checked the facts.',
      ),
      dayField('reviewedOn', 'Reviewed on'),
      dayField('nextReviewOn', 'Next review'),
      defineField({
        name: 'sources',
        title: 'Sources',
        type: 'array',
        validation: (rule) => rule.required().min(1).error('Name at least one source'),
        of: [
          defineArrayMember({
            name: 'source',
            title: 'Source',
            type: 'object',
            fields: [
              requiredString('title', 'Title, publisher and year'),
              webAddressField('url', 'Web address'),
            ],
            preview: { select: { title: 'title', subtitle: 'url' } },
          }),
        ],
      }),
    ],
    validation: (rule) => [
      rule.custom((health, { document }) =>
        document && isHealthText(document) && !health
          ? 'Name the author, the reviewer and the sources'
          : true,
      ),
      rule.custom(reviewProblem),
    ],
  })
}
