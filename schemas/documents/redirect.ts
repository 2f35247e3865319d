import { defineField, defineType, type ValidationContext } from 'sanity'
import { LINKED_TYPES, typeTitle } from '../../src/content/rules/document-types.ts'
import { othersAt } from '../uniqueness.ts'

/** Whether another redirect has this address, or a page: its page would be shown. */
async function freeAddress(from: string | undefined, context: ValidationContext) {
  if (from === undefined) return true
  const others = await othersAt(from, context)
  if (others.includes('page')) return 'There is a page at this address: visitors see the page'
  return !others.includes('redirect') || 'Another redirect has this address'
}

type Ends = { from?: string; to?: string; target?: object } | undefined

/** An old address that leads to a page (CMS-07). The website adds one when the address of a document changes. */
export const redirect = defineType({
  name: 'redirect',
  title: typeTitle('redirect'),
  type: 'document',
  fields: [
    defineField({
      name: 'from',
      title: 'Old address',
      description: 'The part after the name of the site, for example /news/open-day',
      type: 'string',
      validation: (rule) => [
        rule
          .required()
          .regex(/^(\/[\w.-]+)+$/, { name: 'path' })
          .error('It must start with / and hold letters, digits and hyphens only'),
        rule.custom(freeAddress),
      ],
    }),
    defineField({
      name: 'target',
      title: 'Page that it leads to',
      description: 'The redirect follows this page when its address changes again.',
      type: 'reference',
      weak: true,
      to: LINKED_TYPES.map((type) => ({ type })),
      validation: (rule) =>
        rule.custom((target, { document }) =>
          target || (document as Ends)?.to ? true : 'Choose the page, or write an address below',
        ),
    }),
    defineField({
      name: 'to',
      title: 'Or: another address of this site',
      description: 'For pages that are not in this list, for example /upcoming-events',
      type: 'string',
      validation: (rule) => [
        rule
          .regex(/^\/(?!\/)[\w./#?=&-]*$/, { name: 'path' })
          .error('It must start with / and hold no spaces'),
        rule.custom((to, { document }) =>
          to === undefined || to !== (document as Ends)?.from
            ? true
            : 'This is the old address itself',
        ),
      ],
    }),
  ],
  preview: {
    select: { from: 'from', to: 'to', title: 'target.title' },
    prepare: ({ from, to, title }) => ({ title: from, subtitle: `leads to ${to ?? title ?? '…'}` }),
  },
})
