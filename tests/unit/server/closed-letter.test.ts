import { describe, expect, it } from 'vitest'
import { closedLetter } from '#server/services/mail/closed-letter.ts'
import { renderText } from '#server/services/mail/render.ts'

const charity = {
  charityName: 'Halyard Men’s Health',
  product: 'Halyard',
  bookingPhone: '01632 960100',
  supportEmail: 'help@halyard.example',
  email: 'hello@halyard.example',
  preparationAdvice: ['Please eat and drink as usual.'],
  address: ['Halyard Men’s Health', '4 Quayside Row'],
  charityNumber: '0000000',
  paymentCharge: { percent: 1.4, pence: 20 },
}

describe('the last mail of a closed account', () => {
  it.each([
    [null, ['Nothing about you is kept.', 'please call 01632 960100 at once']],
    ['2034-03-02', ['is deleted after Thursday, 02 March 2034']],
  ])('PORT-05 kept until %s: says so, without a name', (keptUntil, words) => {
    const letter = closedLetter(keptUntil, charity)
    const text = renderText(letter, charity)
    for (const word of words) expect(text).toContain(word)
    expect(letter.greeting).toBe('Hello,')
    expect(`${letter.subject}${text}`).not.toMatch(/psa|prostat|cancer/i)
    const unknown = renderText(closedLetter(keptUntil, { ...charity, bookingPhone: '' }), charity)
    expect(unknown).toContain('If you did not delete it yourself, please tell us at once.')
  })
})
