import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXPANDABLE_TEXT_LENGTH, TESTIMONIAL_LENGTH, truncateAtWord } from '#core/rules/truncate.ts'

const text = `${'Nine letters. '.repeat(17)}and then it goes on and on, far beyond what shows at first.`

describe('the beginning of an expandable text', () => {
  it('ABOUT-01 ABOUT-04 cuts at 250 characters, HOME-05 at 300', () => {
    expect(EXPANDABLE_TEXT_LENGTH).toBe(250)
    expect(TESTIMONIAL_LENGTH).toBe(300)
  })

  it('ABOUT-01 does not cut a text of exactly the limit', () => {
    expect(truncateAtWord('x'.repeat(250), 250)).toBeUndefined()
    expect(truncateAtWord('x'.repeat(251), 250)).toBe(`${'x'.repeat(250)}…`)
  })

  it('ABOUT-04 ends with a whole word and an ellipsis', () => {
    const preview = truncateAtWord(text, EXPANDABLE_TEXT_LENGTH) ?? ''
    expect(preview.length).toBeLessThanOrEqual(251)
    expect(preview.endsWith('…')).toBe(true)
    expect(text.startsWith(preview.slice(0, -1))).toBe(true)
    expect(text.charAt(preview.length - 1)).toBe(' ')
  })

  it('ABOUT-04 keeps a word that ends exactly at the limit', () => {
    expect(truncateAtWord('one two three', 7)).toBe('one two…')
    expect(truncateAtWord('one two three', 6)).toBe('one…')
  })

  it('ABOUT-04 drops the comma or dash before the ellipsis', () => {
    expect(truncateAtWord('one two, three', 9)).toBe('one two…')
    expect(truncateAtWord('one two – three', 10)).toBe('one two…')
  })

  it('HOME-05 never shows more than the limit, and only the start of the text', () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 60 })
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 300 }), (parts, limit) => {
        const whole = parts.join(' ')
        const preview = truncateAtWord(whole, limit)
        if (preview === undefined) return whole.length <= limit
        return preview.length <= limit + 1 && whole.startsWith(preview.slice(0, -1))
      }),
    )
  })
})
