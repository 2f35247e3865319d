import { defineArrayMember, defineField, defineType } from 'sanity'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import {
  FOOTER_LINKS,
  MAIN_MENU,
  missingInFooter,
  missingInMain,
} from '../../src/content/rules/menus.ts'
import { MAX_MENU_LABEL } from '../../src/core/rules/content-limits.ts'
import { listSize, requiredString, webAddressField } from '../fields.ts'

type Main = NonNullable<Parameters<typeof missingInMain>[0]>
type Groups = NonNullable<Parameters<typeof missingInFooter>[0]>
type Entries = NonNullable<Parameters<typeof missingInFooter>[1]>

const all = [...MAIN_MENU.flatMap((one) => [one, ...one.sub]), ...FOOTER_LINKS]
/** Each once, under its first name. */
const FIXED = all
  .filter(({ place }, index) => all.findIndex((one) => one.place === place) === index)
  .map(({ place, label }) => ({ value: place, title: label }))

/** Says which fixed entries were removed: the website shows them all the same. */
function putBack(missing: readonly { readonly label: string }[]): string | true {
  if (missing.length === 0) return true
  const names = missing.map(({ label }) => `“${label}”`).join(', ')
  return `The website always has ${names}: you can rename and move it, but not remove it. Undo, or add an entry and choose it under “Fixed entry”`
}

const labelField = defineField({
  name: 'label',
  title: 'Words',
  type: 'string',
  validation: (rule) =>
    rule.required().max(MAX_MENU_LABEL).error(`A few words, at most ${MAX_MENU_LABEL} characters`),
})

const entryFields = [
  labelField,
  defineField({
    name: 'place',
    title: 'Fixed entry',
    description: 'Only for what the website always has. Leave it empty to choose a page below.',
    type: 'string',
    options: { list: FIXED },
  }),
  defineField({
    name: 'link',
    title: 'Where it leads',
    type: 'link',
    hidden: ({ parent, value }) => Boolean(parent?.place) && value === undefined,
    validation: (rule) =>
      rule.custom((link, { parent }) =>
        (parent as { place?: string } | undefined)?.place || link
          ? true
          : 'Choose the page, or a fixed entry above',
      ),
  }),
]

const preview = {
  select: { title: 'label', place: 'place', page: 'link.page.title', url: 'link.url' },
  prepare: ({ title, place, page, url }: Record<string, string | undefined>) => ({
    title: title ?? '',
    subtitle: place === undefined ? (page ?? url ?? '') : 'Fixed entry',
  }),
}

/** An entry of a sub-menu or of the footer. */
export const menuEntry = defineType({
  name: 'menuEntry',
  title: 'Entry',
  type: 'object',
  fields: entryFields,
  preview,
})

const mainEntry = defineArrayMember({
  name: 'mainEntry',
  title: 'Entry',
  type: 'object',
  fields: [
    ...entryFields,
    defineField({
      name: 'sub',
      title: 'Sub-menu',
      type: 'array',
      of: [defineArrayMember({ type: 'menuEntry' })],
      validation: listSize('sub'),
    }),
  ],
  preview,
})

export const menus = defineType({
  name: 'menus',
  title: typeTitle('menus'),
  type: 'document',
  groups: [
    { name: 'main', title: 'Main menu', default: true },
    { name: 'footer', title: 'Footer' },
  ],
  fields: [
    defineField({
      name: 'main',
      title: 'Main menu',
      description: 'Drag to change the order. On a wide screen, five or six entries fit in a line.',
      type: 'array',
      of: [mainEntry],
      group: 'main',
      validation: (rule) => [
        listSize('main')(rule),
        rule.custom((main) => putBack(missingInMain((main ?? []) as unknown as Main))),
      ],
    }),
    defineField({
      name: 'groups',
      title: 'Groups of links',
      type: 'array',
      of: [
        defineArrayMember({
          name: 'footerGroup',
          title: 'Group',
          type: 'object',
          fields: [
            requiredString('heading', 'Heading'),
            defineField({
              name: 'links',
              title: 'Links',
              type: 'array',
              of: [defineArrayMember({ type: 'menuEntry' })],
              validation: listSize('links'),
            }),
          ],
          preview: { select: { title: 'heading' } },
        }),
      ],
      group: 'footer',
      validation: (rule) => [
        listSize('groups')(rule),
        rule.custom((groups, { document }) =>
          putBack(
            missingInFooter(
              (groups ?? []) as unknown as Groups,
              (document?.['legal'] ?? []) as Entries,
            ),
          ),
        ),
      ],
    }),
    defineField({
      name: 'legal',
      title: 'Policies and other links in the last line',
      description:
        'For example a safeguarding or a complaints policy: add it under Policies, then here.',
      type: 'array',
      of: [defineArrayMember({ type: 'menuEntry' })],
      group: 'footer',
      validation: listSize('legal'),
    }),
    defineField({
      name: 'social',
      title: 'Social media',
      type: 'array',
      of: [
        defineArrayMember({
          name: 'socialLink',
          title: 'Link',
          type: 'object',
          fields: [labelField, webAddressField('url', 'Address', true)],
          preview: { select: { title: 'label', subtitle: 'url' } },
        }),
      ],
      group: 'footer',
      validation: listSize('social'),
    }),
    defineField({
      name: 'marks',
      title: 'Registrations',
      description: 'For example the badge of a regulator. The number of the charity is there.',
      type: 'array',
      of: [
        defineArrayMember({
          name: 'mark',
          title: 'Registration',
          type: 'object',
          fields: [
            labelField,
            defineField({
              name: 'logo',
              title: 'Badge',
              description: 'Optional: shown instead of the words, which are read aloud.',
              type: 'image',
              options: { accept: 'image/png,image/jpeg,image/webp' },
            }),
            webAddressField('url', 'Address of the entry in the register'),
          ],
          preview: { select: { title: 'label', subtitle: 'url', media: 'logo' } },
        }),
      ],
      group: 'footer',
      validation: listSize('marks'),
    }),
  ],
  preview: { prepare: () => ({ title: typeTitle('menus') }) },
})
