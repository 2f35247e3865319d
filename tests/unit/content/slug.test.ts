import { describe, expect, it } from 'vitest'
import { contentOf } from '#content/read/document.ts'
import { slugOf } from '#content/read/slug.ts'
import { MAX_ADDRESS_PART } from '#core/rules/content-limits.ts'
import { isSlug } from '#core/rules/slug.ts'
import { slugField } from '../../../schemas/fields.ts'

type Check = (slug: { current: string }) => true | string
type Rule = { custom: (check: Check) => Check }

/** The Studio's validation of a slug: true, or the message for the editor. */
const validateInStudio = (current: string) => {
  const validation = slugField('').validation as unknown as (rule: Rule) => Check
  return validation({ custom: (check) => check })({ current })
}

describe('the slug of a document', () => {
  it.each(['psa', 'open-day-2026', '7', 'a'.repeat(MAX_ADDRESS_PART)])(
    'CMS-02 accepts %s',
    (slug) => {
      expect(isSlug(slug)).toBe(true)
    },
  )

  it.each([
    'a/b',
    '../about-us',
    'Open',
    'a--b',
    '-a',
    'a-',
    'a b',
    'café',
    'a%2fb',
    'a.b',
    'a_b',
    'a'.repeat(MAX_ADDRESS_PART + 1),
    'a'.repeat(100_000),
  ])('CMS-02 refuses %s', (slug) => {
    expect(isSlug(slug)).toBe(false)
  })

  it('CMS-02 is checked by the Studio', () => {
    expect(validateInStudio('open-day')).toBe(true)
    expect(validateInStudio('a/b')).toBe('Only small letters, digits and single hyphens')
    expect(validateInStudio('a'.repeat(MAX_ADDRESS_PART))).toBe(true)
    expect(validateInStudio('a'.repeat(MAX_ADDRESS_PART + 1))).toContain('at most 150 characters')
    expect(validateInStudio('')).toBe('Press “Generate” to make the address')
  })

  it('CMS-02 is checked when the site reads it', () => {
    expect(slugOf(contentOf({ slug: 'open-day' }, 'news-x'))).toBe('open-day')
    const fault = { document: 'news-x', field: 'slug', problem: 'bad-address' }
    expect(() => slugOf(contentOf({ slug: 'a/b' }, 'news-x'))).toThrow(
      expect.objectContaining({ fault }),
    )
    const long = { document: 'news-x', field: 'slug', problem: 'long-address' }
    expect(() => slugOf(contentOf({ slug: 'a'.repeat(256) }, 'news-x'))).toThrow(
      expect.objectContaining({ fault: long }),
    )
  })
})
