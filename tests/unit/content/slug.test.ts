import { describe, expect, it } from 'vitest'
import { contentOf } from '#content/document.ts'
import { slugOf } from '#content/slug.ts'
import { slugField } from '../../../schemas/fields.ts'

type Check = (slug: { current: string }) => true | string
type Rule = { custom: (check: Check) => Check }

/** What the Studio says of an address: true, or what an editor reads. */
const inStudio = (current: string) => {
  const validation = slugField('').validation as unknown as (rule: Rule) => Check
  return validation({ custom: (check) => check })({ current })
}

describe('the last part of an address', () => {
  it.each(['psa', 'open-day-2026', '7'])('CMS-02 the Studio and the site take %s', (slug) => {
    expect(inStudio(slug)).toBe(true)
    expect(slugOf(contentOf({ slug }, 'news-x'))).toBe(slug)
  })

  it.each(['a/b', '../about-us', 'Open', 'a--b', '-a', 'a-', 'a b', 'café', 'a%2fb', 'a.b', 'a_b'])(
    'CMS-02 neither takes %s, and both say why',
    (slug) => {
      expect(inStudio(slug)).toBe('Only small letters, digits and single hyphens')
      const fault = { document: 'news-x', field: 'slug', problem: 'bad-address' }
      expect(() => slugOf(contentOf({ slug }, 'news-x'))).toThrow(
        expect.objectContaining({ fault }),
      )
    },
  )

  it('CMS-02 the Studio asks for one where there is none', () => {
    expect(inStudio('')).toBe('Press “Generate” to make the address')
  })
})
