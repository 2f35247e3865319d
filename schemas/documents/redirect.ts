import { defineField, defineType, type ValidationContext } from 'sanity'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import { documentPath, LINKED_TYPES } from '../../src/domain/document-types.ts'
import { askLake } from '../ask-lake.ts'

type Listed = {
  _id: string
  _type: string
  path?: string
  slug?: { current?: string }
  from?: string
}

/** Whether another redirect has this address, or a page: its page would be shown. */
async function freeAddress(from: string | undefined, context: ValidationContext) {
  if (from === undefined) return true
  const id = (context.document?._id ?? '').replace(/^drafts\./, '')
  const client = context.getClient({ apiVersion: SANITY_API_VERSION })
  const found = await askLake(() =>
    client.fetch<Listed[]>('*[_type in $types]{_id, _type, path, slug, from}', {
      types: [...LINKED_TYPES, 'redirect'],
    }),
  )
  const others = found.filter(({ _id }) => _id !== id && _id !== `drafts.${id}`)
  if (others.some((other) => documentPath(other._type, other) === from))
    return 'There is a page at this address: visitors see the page'
  return !others.some((other) => other.from === from) || 'Another redirect has this address'
}

type Ends = { from?: string; to?: string; target?: object } | undefined

/** An old address that leads to a page (CMS-07). The website adds one when the address of a document changes. */
export const redirect = defineType({
  name: 'redirect',
  title: 'Redirect',
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
