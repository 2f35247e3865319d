import { describe, expect, it } from 'vitest'
import { fieldsOf } from '#content/fields.ts'

const document = fieldsOf(
  { name: 'Halyard', size: 3, empty: ' ', lines: ['a', ''], none: [], inner: { label: 'x' } },
  'siteSettings',
)

describe('fields of a document', () => {
  it('CMS-01 are read as what they are', () => {
    expect(document.text('name')).toBe('Halyard')
    expect(document.number('size')).toBe(3)
    expect(document.part('inner').text('label')).toBe('x')
  })

  it.each([
    ['a missing text', () => document.text('missing'), 'siteSettings.missing must be a text'],
    ['a blank text', () => document.text('empty'), 'siteSettings.empty must be a text'],
    ['a blank line', () => document.texts('lines'), 'siteSettings.lines[1] must be a text'],
    ['an empty list', () => document.texts('none'), 'siteSettings.none must be a list'],
    ['a missing part', () => document.part('other'), 'siteSettings.other must be'],
    ['a text that should be a number', () => document.number('name'), 'siteSettings.name must be'],
    ['a document that is not published', () => fieldsOf(null, 'homePage'), 'homePage must be'],
  ])('CMS-01 names the place of %s', (_what, read, message) => {
    expect(read).toThrow(message)
  })
})
