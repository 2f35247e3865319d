import { defineField, defineType, type SchemaTypeDefinition } from 'sanity'
import { isSingleton, LINKED_TYPES } from '../../src/content/rules/document-types.ts'
import { MAX_DESCRIPTION, MAX_TITLE } from '../../src/core/rules/content-limits.ts'

/** The home page has both in the site settings. */
const ofHome = ({ document }: { document?: { _type?: string } | undefined }) =>
  document?._type === 'homePage'

/** How a page is shown by search engines and where its link is shared (SITE-20). The form shows both below. */
export const sharing = defineType({
  name: 'sharing',
  title: 'Search engines and shared links',
  type: 'object',
  options: { collapsible: true, collapsed: true },
  fields: [
    defineField({
      name: 'title',
      title: 'Title in search results and shared links',
      description: 'Empty: the title of the page.',
      type: 'string',
      hidden: ofHome,
      validation: (rule) => rule.max(MAX_TITLE).error(`Write at most ${MAX_TITLE} characters`),
    }),
    defineField({
      name: 'description',
      title: 'Description in search results and shared links',
      description: 'Empty: the short description of the page.',
      type: 'text',
      rows: 3,
      hidden: ofHome,
      validation: (rule) =>
        rule.max(MAX_DESCRIPTION).warning('Search engines show about 160 characters'),
    }),
    defineField({
      name: 'image',
      title: 'Picture for shared links',
      description: 'Empty: the picture of the entry, else that of the charity.',
      type: 'figure',
    }),
    defineField({
      name: 'hidden',
      title: 'Do not list',
      description:
        'Not in search engines, nor in the search of this site. People who have the address can read it.',
      type: 'boolean',
      // A mistake there would take the whole site out of search engines.
      hidden: ({ document }) => isSingleton(document?._type ?? ''),
    }),
  ],
})

/** Every type of document with a page has it, as its last field. */
export const withSharing = (type: SchemaTypeDefinition): SchemaTypeDefinition =>
  LINKED_TYPES.some((name) => name === type.name)
    ? ({ ...type, fields: [...(type as { fields: object[] }).fields, FIELD] } as never)
    : type

const FIELD = defineField({
  name: 'sharing',
  title: 'Search engines and shared links',
  type: 'sharing',
})
