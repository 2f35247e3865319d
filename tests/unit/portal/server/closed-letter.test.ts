import { describe, expect, it } from 'vitest'
import { renderText } from '#core/server/mail/render.ts'
import { type ClosedFacts, closedLetter } from '#portal/mails/account-closed.ts'

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

const NOTHING: ClosedFacts = {
  keptUntil: null,
  keepsAddress: false,
  paymentsMade: false,
  paymentsTried: false,
  cancelled: 0,
  refund: undefined,
}

/** What the mail about an account with these facts says. */
const written = (facts: Partial<ClosedFacts>, phone = charity.bookingPhone) => {
  const letter = closedLetter({ ...NOTHING, ...facts }, { ...charity, bookingPhone: phone })
  return { letter, text: renderText(letter, charity) }
}

describe('the last mail of a closed account', () => {
  it.each([
    [{}, ['You have not had a test with us', 'please call 01632 960100 immediately']],
    [{ keptUntil: '2034-03-02' }, ['until Thursday, 02 March 2034']],
    [{ cancelled: 1 }, ['Your upcoming appointment was cancelled.']],
    [{ cancelled: 2 }, ['Your upcoming appointments were cancelled.']],
    [{ paymentsMade: true }, ['without your name and your card, for six years']],
    [
      { paymentsTried: true },
      ['begun and not made, without your name and your card, for 365 days'],
    ],
  ])('PORT-05 of %j: says so, without a name', (facts, words) => {
    const { letter, text } = written(facts)
    for (const word of words) expect(text).toContain(word)
    expect(letter.greeting).toBe('Hello,')
    expect(text).toContain('for eight years')
    expect(text).toContain('IP address')
    expect(`${letter.subject}${text}`).not.toMatch(/psa|prostat|cancer|nothing about you/i)
    expect(written(facts, '').text).toContain(
      'If you did not delete it yourself, please tell us immediately.',
    )
  })

  it('PORT-05 says nothing of appointments and money when there were none', () => {
    expect(written({}).text).not.toMatch(/cancelled|£|payment/)
  })

  it('PORT-05 PAY-08 states the refund, its way and its day, whatever became of it', () => {
    const due = { donePence: 0, duePence: 1_952, dueOn: '2026-12-16', isDelayed: false }
    expect(written({ refund: due }).text).toContain(
      'We will return £19.52 to the card or PayPal account that you paid with. This can take up to 14 working days. If you do not have it by Wednesday, 16 December 2026, please call 01632 960100.',
    )
    expect(written({ refund: { ...due, isDelayed: true } }).text).toContain(
      'This takes longer than usual',
    )
    expect(written({ refund: { ...due, donePence: 1_952, duePence: 0 } }).text).toContain(
      'We have returned £19.52 to the card or PayPal account that you paid with.',
    )
  })
})
