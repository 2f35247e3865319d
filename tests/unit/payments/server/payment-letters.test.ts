import { describe, expect, it } from 'vitest'
import { renderHtml, renderText } from '#core/server/mail/render.ts'
import { type PaymentFacts, type PaymentTemplate, paymentLetter } from '#payments/mails/payments.ts'

const charity = {
  charityName: 'Halyard Men’s Health',
  product: 'Halyard',
  bookingPhone: '01632 960100',
  supportEmail: 'help@halyard.example',
  email: 'hello@halyard.example',
  preparationAdvice: [],
  address: ['Halyard Men’s Health', '4 Quayside Row'],
  charityNumber: '0000000',
  paymentCharge: { percent: 1.4, pence: 20 },
}
const writing = { charity, siteUrl: 'https://halyard.example' }

const PAYMENT: PaymentFacts = {
  email: 'arthur@example.org',
  firstName: 'Arthur',
  isVerified: true,
  amountPence: 2_500,
  capturedPence: 2_500,
  paidAt: new Date('2027-06-01T10:00:00Z'),
  appointmentId: '0d8f2f36-6f0c-4a3c-9c5e-0a4a3c1b2d3e',
  status: 'booked',
  startsAt: new Date('2027-06-16T16:00:00Z'),
  eventName: 'PSA screening evening',
  addressParts: ['Corn Exchange', null, 'Colchester', 'CO1 1AA', ''],
  cardBrand: 'VISA',
  lastDigits: '1881',
  refundPence: 2_445,
  cancelling: [],
}

const letterOf = (template: PaymentTemplate, changes: Partial<PaymentFacts> = {}) =>
  paymentLetter(template, { ...PAYMENT, ...changes }, writing)
const textOf = (template: PaymentTemplate, changes?: Partial<PaymentFacts>) =>
  renderText(letterOf(template, changes), charity)

const SUBJECTS: Record<PaymentTemplate, string> = {
  receipt: 'Your receipt from Halyard Men’s Health',
  'payment-pending': 'Your payment to Halyard Men’s Health is being checked',
  'payment-declined': 'Your payment to Halyard Men’s Health did not succeed',
  'payment-given-up': 'Your payment to Halyard Men’s Health was not finished',
  'payment-returned': 'Halyard Men’s Health returns your payment',
  'refund-sent': 'Your refund from Halyard Men’s Health',
}

const TEMPLATES = Object.keys(SUBJECTS) as PaymentTemplate[]

describe('the mails about payments', () => {
  it.each(TEMPLATES)('PAY-10 %s: a neutral subject, and no clinical word', (template) => {
    const letter = letterOf(template)
    expect(letter.subject).toBe(SUBJECTS[template])
    for (const part of [renderText(letter, charity), renderHtml(letter, charity)]) {
      expect(part).toContain('Dear Arthur,')
      expect(part).toContain('Wednesday, 16 June 2027')
      expect(part).toContain('Corn Exchange, Colchester, CO1 1AA')
      expect(part).toContain('01632 960100')
      expect(part).not.toMatch(/psa|prostat|cancer|screening/i)
    }
  })

  it('PAY-10 while the payment is checked: the place is kept, and not to pay again', () => {
    const text = textOf('payment-pending', { capturedPence: null, paidAt: null })
    expect(text).toContain('£25.00')
    expect(text).toContain('We keep your place')
    expect(text).toContain('Please do not pay again.')
    expect(text).toContain('https://halyard.example/upcoming-events')
  })

  it('PAY-10 after a decline: nothing was charged, nothing is booked, and where to book again', () => {
    const text = textOf('payment-declined', { capturedPence: null, paidAt: null })
    expect(text).toContain('Nothing was charged')
    expect(text).toContain('not booked')
    expect(text).not.toContain('£')
    expect(text).toContain('https://halyard.example/book-event-main')
  })

  it('PAY-10 PAY-07 one that was given up: it is not known that nothing was charged', () => {
    const text = textOf('payment-given-up', { capturedPence: null, paidAt: null })
    expect(text).not.toContain('Nothing was charged')
    expect(text).toContain('If you are charged after all')
    expect(text).toContain('https://halyard.example/book-event-main')
  })

  it('PAY-10 a returned payment: everything that was taken, also when it is not the price', () => {
    const text = textOf('payment-returned', { capturedPence: 2_499 })
    expect(text).toContain('Amount returned: £24.99')
    expect(text).not.toContain('£25.00')
    expect(text).toContain('https://halyard.example/book-event-main')
  })

  it('PAY-10 a refund: its own amount, and the card by its last digits', () => {
    const text = textOf('refund-sent')
    expect(text).toContain('Amount returned: £24.45')
    expect(text).toContain('Returned to: Visa ending in 1881')
  })

  it('PAY-10 a refund of a payment without a card names no card', () => {
    const text = textOf('refund-sent', { cardBrand: null, lastDigits: null })
    expect(text).not.toContain('Returned to')
  })

  it('PAY-14 a receipt has the rule of its own booking', () => {
    const rule = 'Cancel by Monday 14 June, 16:59 and get £24.45 back.'
    expect(textOf('receipt', { cancelling: [rule] })).toContain(rule)
  })
})
