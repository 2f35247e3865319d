import { defineField, defineType } from 'sanity'
import type { LinkKind } from '../../src/content/rules/content-choices.ts'
import { LINKED_TYPES } from '../../src/content/rules/document-types.ts'
import { isFixedAddress } from '../../src/content/rules/site-links.ts'
import { MEDIA_TYPES } from '../../src/core/rules/media-types.ts'
import { isSitePath } from '../../src/core/rules/web-address.ts'
import { choices, emailProblem, phoneProblem } from '../fields.ts'
import { webAddressFault } from '../linked-words.ts'

type LinkValue = {
  kind?: string
  page?: object
  path?: string
  url?: string
  email?: string
  phone?: string
  file?: unknown
}

const KIND_TITLES: Readonly<Record<LinkKind, string>> = {
  page: 'A page of this site',
  external: 'Another website',
  email: 'An e-mail address',
  telephone: 'A telephone number',
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

const page = onlyFor('page', 'Choose the page')
const external = onlyFor('external', 'Paste the address, starting with https://')
const email = onlyFor('email', 'Write the e-mail address')
const telephone = onlyFor('telephone', 'Write the telephone number')
const file = onlyFor('file', 'Choose the file to download')

/** For the dialog in which an editor chooses a file. */
const extensionsOf = (names: Iterable<string>) => [...names].map((name) => `.${name}`).join(',')

type Uploaded = { asset?: { _ref?: string } } | undefined

/** The id of a file or picture ends with its extension. */
const extensionOf = (uploaded: Uploaded) =>
  /^(?:file|image)-.*-([^-]+)$/.exec(uploaded?.asset?._ref ?? '')?.[1]?.toLowerCase()

/** A browser could run another kind as a page of this site (CMS-06). */
export function fileKindProblem(file: Uploaded): true | string {
  const extension = extensionOf(file)
  if (extension === undefined || MEDIA_TYPES.has(extension)) return true
  return `Visitors cannot download .${extension} files here. Save it as a PDF, for example, and choose that`
}

/** For a field that shows files of one kind only. */
export const onlyKind = (kind: string, name: string) => (file: Uploaded) =>
  [undefined, kind].includes(extensionOf(file)) || `Choose ${name}: a file that ends with .${kind}`

/** Short numbers, such as 111, are dialled as they are. The website refuses what `isDialled` refuses. */
export const dialProblem = (phone: string | undefined): true | string =>
  /^\d{3,6}$/.test(phone?.trim() ?? '') || phoneProblem(phone)

type Context = { parent?: unknown }

/** A chosen page leaves the path without effect. */
const hasPage = (parent: unknown) => (parent as LinkValue | undefined)?.page !== undefined

const pathFault = (path: string | undefined, { parent }: Context) =>
  path === undefined || hasPage(parent) || isSitePath(path) || 'This is no address of this site'

/** Such links come from older content and from pasted text. */
const typedWarning = (path: string | undefined, { parent }: Context) =>
  path === undefined || hasPage(parent) || isFixedAddress(path)
    ? true
    : `The address ${path} was typed. Choose the page above: the link then follows it to a new address`

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
      name: 'page',
      title: 'Page',
      description: 'Type a part of its title. The link follows the page when its address changes.',
      type: 'reference',
      // A page can be deleted although it is linked: publishing warns of the link.
      weak: true,
      to: LINKED_TYPES.map((type) => ({ type })),
      options: { disableNew: true },
      hidden: page.hidden,
      validation: (rule) =>
        rule.custom((value, context) =>
          (context.parent as LinkValue | undefined)?.path ? true : page.required(value, context),
        ),
    }),
    defineField({
      name: 'path',
      title: 'Or: a page that is not in that list',
      type: 'string',
      hidden: ({ parent }) => page.hidden({ parent }) || hasPage(parent),
      validation: (rule) => [rule.custom(pathFault), rule.custom(typedWarning).warning()],
    }),
    defineField({
      name: 'url',
      title: 'Address of the other website',
      type: 'url',
      hidden: external.hidden,
      validation: (rule) => [rule.custom(external.required), rule.custom(webAddressFault)],
    }),
    defineField({
      name: 'email',
      title: 'E-mail address',
      type: 'string',
      hidden: email.hidden,
      validation: (rule) => [rule.custom(email.required), rule.custom(emailProblem)],
    }),
    defineField({
      name: 'phone',
      title: 'Telephone number',
      description:
        'For numbers of others. For the numbers of the charity choose “Value of the settings” in the text.',
      type: 'string',
      hidden: telephone.hidden,
      validation: (rule) => [rule.custom(telephone.required), rule.custom(dialProblem)],
    }),
    defineField({
      name: 'file',
      title: 'File',
      type: 'file',
      options: { accept: extensionsOf(MEDIA_TYPES.keys()) },
      hidden: file.hidden,
      validation: (rule) => [rule.custom(file.required), rule.custom(fileKindProblem)],
    }),
  ],
})
