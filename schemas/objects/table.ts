import { defineArrayMember, defineField, defineType } from 'sanity'
import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '../../src/core/rules/content-limits.ts'
import { plainBlock } from './text.ts'

type Block = { children?: { text?: string }[]; markDefs?: { kind?: string }[] }
type Rows = { cells?: { value?: Block[] }[] }[] | undefined

const isEmpty = (cell: { value?: Block[] }) =>
  (cell.value ?? []).every(({ children = [] }) =>
    children.every(({ text = 'an object' }) => text.trim() === ''),
  )

function sizeFault(rows: unknown): true | string {
  const given = (rows as Rows) ?? []
  if (given.length > MAX_TABLE_ROWS) return `A table has at most ${MAX_TABLE_ROWS} rows`
  if (given.some(({ cells = [] }) => cells.length > MAX_TABLE_COLUMNS))
    return `A table has at most ${MAX_TABLE_COLUMNS} columns`
  const links = given.flatMap(({ cells = [] }) =>
    cells.flatMap(({ value = [] }) => value.flatMap(({ markDefs = [] }) => markDefs)),
  )
  if (links.some(({ kind }) => kind === 'file'))
    return 'A table cannot hold a file to download: put its link above or below the table'
  const isFilled = given.some(({ cells = [] }) => cells.some((cell) => !isEmpty(cell)))
  return isFilled || 'Fill in the table, or delete it'
}

/** A column without a name is hard to understand for people who hear the table. */
function unnamedWarning(table: unknown): true | string {
  const { headerRows = 0, rows } = (table ?? {}) as { headerRows?: number; rows?: Rows }
  const names = headerRows > 0 ? (rows?.[0]?.cells ?? []) : []
  // The first column often has row names, and no name itself.
  return names.slice(1).some(isEmpty) ? 'Give every column of the table a name' : true
}

/** The Studio's own table editor requires these names of types and fields. */
export const table = defineType({
  name: 'table',
  title: 'Table',
  type: 'object',
  fields: [
    defineField({ name: 'headerRows', title: 'Rows with the names of columns', type: 'number' }),
    defineField({
      name: 'rows',
      title: 'Rows',
      type: 'array',
      of: [
        defineArrayMember({
          name: 'row',
          type: 'object',
          fields: [
            defineField({
              name: 'cells',
              type: 'array',
              of: [
                defineArrayMember({
                  name: 'cell',
                  type: 'object',
                  fields: [defineField({ name: 'value', type: 'array', of: [plainBlock] })],
                }),
              ],
            }),
          ],
        }),
      ],
      validation: (rule) => rule.custom(sizeFault),
    }),
  ],
  validation: (rule) => rule.custom(unnamedWarning).warning(),
})
