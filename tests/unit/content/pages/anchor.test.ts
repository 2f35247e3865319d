import { describe, expect, it } from 'vitest'
import { anchorOf, freeIds } from '#core/rules/anchor.ts'

describe('the id of a heading', () => {
  it('SITE-07 has lower-case letters, digits and hyphens only', () => {
    expect(anchorOf('Who should be screened?')).toBe('who-should-be-screened')
    expect(anchorOf('Men’s health & café')).toBe('mens-health-cafe')
    expect(anchorOf('  2023: results ')).toBe('2023-results')
  })

  it('SITE-07 is never empty', () => {
    expect(anchorOf('???')).toBe('section')
  })

  it('SITE-07 is unique on a page', () => {
    const wanted = ['contact', 'contact', 'contact-2', 'other', 'contact']
    expect(wanted.map(freeIds())).toEqual([
      'contact',
      'contact-2',
      'contact-2-2',
      'other',
      'contact-3',
    ])
  })
})
