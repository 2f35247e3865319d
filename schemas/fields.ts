import { type ArrayRule, defineArrayMember, defineField } from 'sanity'
import { phoneFault } from '../src/account/rules/phone-fault.ts'
import {
  LIST_SIZES,
  type ListName,
  MAX_ADDRESS_PART,
  MAX_DESCRIPTION,
  MAX_SLUG,
  MAX_TITLE,
} from '../src/core/rules/content-limits.ts'
import { isEmail } from '../src/core/rules/email-address.ts'
import { isSlug } from '../src/core/rules/slug.ts'
import { webAddressFault } from './linked-words.ts'
import { isUniqueAddress } from './uniqueness.ts'

/** The field that names a document and is the heading of its page. */
export function titleField(title = 'Title') {
  return defineField({
    name: 'title',
    title,
    type: 'string',
    validation: (rule) =>
      rule.required().max(MAX_TITLE).error(`Write a title of at most ${MAX_TITLE} characters`),
  })
}

const LONG_ADDRESS_PART = `An address has at most ${MAX_ADDRESS_PART} characters here: choose a shorter one`

/** The last part of a document's address; a button generates it from the title. */
export function slugField(description: string) {
  return defineField({
    name: 'slug',
    title: 'Address',
    description,
    type: 'slug',
    options: { source: 'title', maxLength: MAX_SLUG, isUnique: isUniqueAddress },
    // `required()` would add the message “Current slug: Required”.
    validation: (rule) =>
      rule.custom((slug) => {
        if (!slug?.current) return 'Press “Generate” to make the address'
        if (slug.current.length > MAX_ADDRESS_PART) return LONG_ADDRESS_PART
        return isSlug(slug.current) || 'Only small letters, digits and single hyphens'
      }),
  })
}

/** One or two sentences for lists, search engines and shared links. */
export function descriptionField(title = 'Short description') {
  return defineField({
    name: 'description',
    title,
    description: 'One or two sentences for lists, search engines and shared links.',
    type: 'text',
    rows: 3,
    validation: (rule) => [
      rule.required().error('Write one or two sentences'),
      rule.max(MAX_DESCRIPTION).warning('Search engines show about 160 characters'),
    ],
  })
}

/** The rule of the site's own forms, so that a link with the address reaches a mail server. */
export const emailProblem = (email: string | undefined): true | string =>
  !email || isEmail(email) || 'This does not look like an e-mail address'

/** The rule of the site's own forms, so that a link to the number can be dialled. */
export const phoneProblem = (phone: string | undefined): true | string =>
  !phone || (phoneFault(phone) ?? true)

export function requiredString(name: string, title: string, description?: string) {
  return defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'string',
    validation: (rule) => rule.required().error(`Fill in: ${title}`),
  })
}

export function requiredPicture(name = 'image', title = 'Picture') {
  return defineField({
    name,
    title,
    type: 'figure',
    validation: (rule) => rule.required().error('Choose a picture'),
  })
}

/** Paragraphs without any formatting, one per entry. */
export function paragraphs(name: string, title: string, description?: string) {
  return defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'array',
    of: [defineArrayMember({ type: 'text', rows: 3 })],
    validation: (rule) => rule.required().min(1).error(`Write at least one paragraph: ${title}`),
  })
}

/** The address of another website. */
export const webAddressField = (name: string, title: string, isRequired = false) =>
  defineField({
    name,
    title,
    type: 'url',
    validation: (rule) => [
      ...(isRequired ? [rule.required().error('Paste the address, starting with https://')] : []),
      rule.custom(webAddressFault),
    ],
  })

/** The rule that a list has as many entries as the website shows. */
export const listSize =
  (name: ListName) =>
  <Entries>(rule: ArrayRule<Entries>) => {
    const [least, most] = LIST_SIZES[name]
    const sized = (least > 0 ? rule.required() : rule).min(least).max(most)
    return sized.error(
      least > 0 ? `Between ${least} and ${most} entries` : `At most ${most} entries`,
    )
  }

/** A figure with what it counts, in large type beside the first lines of a page. */
export function factField(title: string) {
  return defineField({
    name: 'fact',
    title,
    description: 'Shown when both are filled in.',
    type: 'object',
    options: { columns: 2 },
    fields: [
      defineField({ name: 'figure', title: 'Figure, such as 1 in 8', type: 'string' }),
      defineField({ name: 'text', title: 'What it counts', type: 'string' }),
    ],
  })
}

/** The place of an entry in its list, where the list of the page does not name it. */
export function orderField(page: string) {
  return defineField({
    name: 'order',
    title: 'Position',
    description: `Smaller numbers come first. Without a number: after the others, by name. What the page “${page}” lists itself comes before.`,
    type: 'number',
    validation: (rule) => rule.integer().min(1).error('Write a whole number from 1'),
  })
}

/**
 * References to documents of one type: those that come first on the page, in this order. The page shows every document of
 * the type, or of the part of it that `filter` selects.
 */
export function orderedReferences(name: string, title: string, type: string, filter?: string) {
  return defineField({
    name,
    title,
    description:
      'Only for the order: every published one is on the page, those of this list first. Drag to change the order.',
    type: 'array',
    of: [
      defineArrayMember({
        type: 'reference',
        to: [{ type }],
        ...(filter ? { options: { filter } } : {}),
      }),
    ],
    validation: (rule) => rule.unique().error('Add each document only once'),
  })
}

/** The options of a field from its values and their titles, in the order of `titles`. */
export function choices<Value extends string>(titles: Readonly<Record<Value, string>>) {
  return (Object.entries(titles) as [Value, string][]).map(([value, title]) => ({ title, value }))
}
