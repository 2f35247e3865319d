import { defineField, defineType } from 'sanity'
import type { LinkKind } from '../../src/domain/content-choices.ts'
import { choices } from '../fields.ts'

type LinkValue = { kind?: string; path?: string; url?: string; email?: string; file?: unknown }

const KIND_TITLES: Readonly<Record<LinkKind, string>> = {
  page: 'A page of this site',
  external: 'Another website',
  email: 'An e-mail address',
  file: 'A file to download',
}

/** Shows a field only for the kind of link that uses it, and requires it there. */
function onlyFor(kind: LinkKind, message: string) {
  return {
    hidden: ({ parent }: { parent?: LinkValue }) => parent?.kind !== kind,
    required: (value: unknown, { parent }: { parent?: unknown }) =>
      (parent as LinkValue | undefined)?.kind !== kind || value ? true : message,
  }
}

const page = onlyFor('page', 'Say which page, for example /events')
const external = onlyFor('external', 'Paste the address, starting with https://')
const email = onlyFor('email', 'Write the e-mail address')
const file = onlyFor('file', 'Choose the file to download')

export const link = defineType({
  name: 'link',
  title: 'Link',
  type: 'object',
  fields: [
    defineField({
      name: 'kind',
      title: 'Where does it lead?',
      type: 'string',
      // No initial value: it would make every optional link and button a started one, which must be completed.
      options: { list: choices(KIND_TITLES), layout: 'radio' },
      validation: (rule) => rule.required().error('Choose where the link leads'),
    }),
    defineField({
      name: 'path',
      title: 'Page',
      description: 'The part of the address after the name of the site, for example /events',
      type: 'string',
      hidden: page.hidden,
      validation: (rule) => [
        rule.custom(page.required),
        rule
          .regex(/^\/(?!\/)[a-z0-9/#?=&-]*$/, { name: 'path' })
          .error('It must start with one / and hold no spaces'),
      ],
    }),
    defineField({
      name: 'url',
      title: 'Address of the other website',
      type: 'url',
      hidden: external.hidden,
      validation: (rule) => [rule.custom(external.required), rule.uri({ scheme: ['https'] })],
    }),
    defineField({
      name: 'email',
      title: 'E-mail address',
      type: 'string',
      hidden: email.hidden,
      validation: (rule) => [
        rule.custom(email.required),
        rule.email().error('This does not look like an e-mail address'),
      ],
    }),
    defineField({
      name: 'file',
      title: 'File',
      type: 'file',
      hidden: file.hidden,
      validation: (rule) => rule.custom(file.required),
    }),
  ],
})
