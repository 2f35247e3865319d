import { expect, it } from 'vitest'
import { listed } from '#core/rules/listing.ts'

const entry = (id: string, name = id, order?: number) => ({ id, name, order })
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

it('CMS-14 the entries that a page names come first, in its order', () => {
  const items = [entry('a'), entry('b'), entry('c')]
  expect(ids(listed(items, ['c', 'b']))).toEqual(['c', 'b', 'a'])
})

it('CMS-14 the others follow by their own number, then by name', () => {
  const items = [
    entry('x', 'Zoë'),
    entry('y', 'Adam'),
    entry('z', 'Éva'),
    entry('late', 'A', 20),
    entry('early', 'B', 3),
    entry('named', 'C', 99),
  ]
  expect(ids(listed(items, ['named']))).toEqual(['named', 'early', 'late', 'y', 'z', 'x'])
})

it('CMS-14 ids without an entry are ignored; entries with the same name are sorted by id', () => {
  expect(ids(listed([entry('b', 'Same'), entry('a', 'Same')], ['gone', 'b']))).toEqual(['b', 'a'])
  expect(ids(listed([entry('b', 'Same'), entry('a', 'Same')], []))).toEqual(['a', 'b'])
})
