import { type ArrayDefinition, defineArrayMember, defineField, defineType } from 'sanity'
import { repeatedForm } from '../../src/content/rules/page-forms.ts'

type Fields = ReturnType<typeof defineField>[]

type Line = { heading?: string; otherwise?: string; list?: unknown }

/** The line of a section in the list of its page: its heading, its kind, and how many entries it has. */
const previewOf = (kind: string, list = 'heading', otherwise = 'heading') => ({
  select: { heading: 'heading', otherwise, list },
  prepare: (line: Line) => {
    const count = Array.isArray(line.list) ? ` · ${line.list.length}` : ''
    const words = `${kind}${count}`
    const title = line.heading || line.otherwise
    return title ? { title, subtitle: words } : { title: words }
  },
})

type Kind = {
  name: string
  title: string
  fields: Fields
  list?: string | undefined
  /** The field that names a section without a heading. */
  otherwise?: string
}

/** A kind of section whose heading may be empty. */
export const section = ({ name, title, fields, list, otherwise }: Kind) =>
  defineType({
    name,
    title,
    type: 'object',
    fields: [defineField({ name: 'heading', title: 'Heading', type: 'string' }), ...fields],
    preview: previewOf(title, list, otherwise),
  })

/** A kind of section that needs a heading, because smaller headings are below it, or its parts need a name. */
export const titledSection = ({ name, title, fields, list }: Kind) =>
  defineType({
    name,
    title,
    type: 'object',
    fields: [
      defineField({
        name: 'heading',
        title: 'Heading',
        type: 'string',
        validation: (rule) => rule.required().error('Give the section a heading'),
      }),
      ...fields,
    ],
    preview: previewOf(title, list),
  })

type Page = { _type: string; path?: unknown }

/** A form can be on a page once. Some pages have one already. */
export function formProblem(sections: unknown, document: Page | undefined): true | string {
  const given = Array.isArray(sections) ? (sections as { form?: unknown }[]) : []
  const forms = given.map(({ form }) => form)
  const index = repeatedForm(forms, document ?? { _type: '' })
  return (
    index < 0 ||
    `Section ${index + 1}: the ${String(forms[index])} form is on this page already. Remove the section`
  )
}

/** The sections of a page, in the order shown. */
export const sectionList = (
  of: readonly string[],
  field: Pick<ArrayDefinition, 'name' | 'title' | 'description'>,
  isRequired = false,
) =>
  defineField({
    ...field,
    type: 'array',
    of: of.map((type) => defineArrayMember({ type })),
    validation: (rule) => [
      ...(isRequired ? [rule.required().min(1).error('A page needs at least one section')] : []),
      rule.custom((sections, { document }) => formProblem(sections, document)),
    ],
  })
