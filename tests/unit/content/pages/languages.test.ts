import { describe, expect, it } from 'vitest'
import { pageOf } from '#content/read/pages.ts'
import { LANGUAGES, versionsOf } from '#content/rules/languages.ts'
import { anyContent } from '#tests/fixtures/content.ts'

const english = { id: 'page-a', path: '/a', language: undefined, originalId: undefined }
const welsh = { id: 'page-a-cy', path: '/cy/a', language: 'cy', originalId: 'page-a' } as const
const urdu = { id: 'page-a-ur', path: '/ur/a', language: 'ur', originalId: 'page-a' } as const
const other = { ...english, id: 'page-b', path: '/b' }
const all = [urdu, other, welsh, english]

describe('CMS-18 a page in other languages', () => {
  it('CMS-18 every version has the same list, the English one first', () => {
    const paths = ['/a', '/cy/a', '/ur/a']
    for (const page of [english, welsh, urdu])
      expect(versionsOf(page, all).map(({ path }) => path)).toEqual(paths)
  })

  it('CMS-18 a page without versions has none, and a version of a page that is not published neither', () => {
    expect(versionsOf(other, all)).toEqual([])
    expect(versionsOf(welsh, [welsh, urdu])).toEqual([])
  })

  it('CMS-18 Arabic and Urdu are written from right to left', () => {
    const rtl = Object.entries(LANGUAGES).filter(([, { dir }]) => dir === 'rtl')
    expect(rtl.map(([code]) => code)).toEqual(['ar', 'ur'])
  })

  it('CMS-18 an unknown language is a fault that names the field', () => {
    const document = {
      _id: 'page-x',
      path: '/x',
      language: 'tlh',
      original: null,
      title: 'X',
      description: 'X',
      introduction: null,
      sections: [],
      contact: null,
    }
    expect(() => pageOf(anyContent(document, 'page-x'))).toThrow('language')
  })
})
