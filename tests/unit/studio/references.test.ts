import { expect, it } from 'vitest'
import { refersStrongly } from '../../../studio/references.ts'

const ref = (_ref: string, more = {}) => ({ _type: 'reference', _ref, ...more })

it.each([
  ['an entry of a list', { stories: [ref('other'), ref('one')] }, true],
  ['a field', { pinnedEntry: ref('one') }, true],
  ['a link', { body: [{ markDefs: [{ page: ref('one', { _weak: true }) }] }] }, false],
  ['a link beside an entry', { a: ref('one', { _weak: true }), b: [ref('one')] }, true],
  ['another document', { pinnedEntry: ref('other') }, false],
  ['nothing', { title: 'one' }, false],
])('CMS-07 whether a document is held: by %s', (_, document, isHeld) => {
  expect(refersStrongly(document, 'one')).toBe(isHeld)
})
