import { describe, expect, it } from 'vitest'
import { ContentError } from '#content/read/content-error.ts'
import { fieldsOf } from '#content/read/fields.ts'
import type { ContentFault } from '#content/rules/content-fault.ts'

const document = fieldsOf(
  { name: 'Halyard', size: 3, empty: ' ', lines: ['a', ''], none: [], inner: { label: 'x' } },
  { document: 'siteSettings', field: undefined },
)

describe('fields of a document', () => {
  it('CMS-01 are read with their type', () => {
    expect(document.text('name')).toBe('Halyard')
    expect(document.number('size')).toBe(3)
    expect(document.part('inner').text('label')).toBe('x')
  })

  it.each<[string, () => unknown, string | undefined, ContentFault['problem']]>([
    ['a missing text', () => document.text('missing'), 'missing', 'missing'],
    ['a blank text', () => document.text('empty'), 'empty', 'missing'],
    ['a blank line', () => document.texts('lines'), 'lines[1]', 'missing'],
    ['an empty list', () => document.texts('none'), 'none', 'empty-list'],
    ['a missing part', () => document.part('other'), 'other', 'missing'],
    ['a field of a part', () => document.part('inner').text('link'), 'inner.link', 'missing'],
    ['a text that should be a number', () => document.number('name'), 'name', 'missing'],
    [
      'an unpublished document',
      () => fieldsOf(null, { document: 'siteSettings', field: undefined }),
      undefined,
      'not-published',
    ],
  ])(
    'CMS-01 an error names the document, the field and the problem of %s',
    (_, read, field, problem) => {
      const fault = { document: 'siteSettings', field, problem }
      expect(read).toThrow(ContentError)
      expect(read).toThrow(expect.objectContaining({ fault }))
    },
  )
})
