import { describe, expect, it } from 'vitest'
import { offerLetter, waitingEndLetter } from '#booking/mails/waiting-list.ts'
import { renderHtml, renderText } from '#core/server/mail/render.ts'

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

const PATIENT = { email: 'arthur@example.org', firstName: 'Arthur', isVerified: true }
const EVENT = { eventName: 'PSA screening evening', startsAt: new Date('2027-06-16T16:00:00Z') }

const OFFER = {
  ...PATIENT,
  ...EVENT,
  appointmentId: '0d8f2f36-6f0c-4a3c-9c5e-0a4a3c1b2d3e',
  endsAt: new Date('2027-06-16T16:10:00Z'),
  emailTemplate: null,
  addressParts: ['Corn Exchange', null, 'Colchester', 'CO1 1AA', ''],
  contactEmail: null,
  whatToBring: null,
  eventEndsAt: new Date('2027-06-16T19:00:00Z'),
  status: 'held' as const,
  cancelledBy: null,
  eventId: 1004,
  expiresAt: new Date('2027-06-02T07:00:00Z'),
  pricePence: 0,
}

const ended = (endedBecause: 'event-closed' | 'event-cancelled' | 'not-eligible') =>
  waitingEndLetter({ ...PATIENT, ...EVENT, endedBecause, isOpen: true }, writing)

const LETTERS = [
  ['an offer', offerLetter(OFFER, writing)],
  ['the end of booking', ended('event-closed')],
  ['a cancelled event', ended('event-cancelled')],
  ['a patient whom the event may not test', ended('not-eligible')],
] as const

describe('the mails of the waiting list', () => {
  it.each(LETTERS)('WAIT-02 WAIT-03 %s: the day, and no clinical word', (_, letter) => {
    for (const part of [renderText(letter, charity), renderHtml(letter, charity)]) {
      expect(part).toContain('Dear Arthur,')
      expect(part).toContain('Wednesday, 16 June 2027')
      expect(part).toContain('Halyard event')
      expect(part).not.toMatch(/psa|prostat|cancer|screening/i)
    }
  })

  it('WAIT-02 an offer says time, place and until when, and links to its booking and to the list', () => {
    const letter = offerLetter(OFFER, writing)
    const text = renderText(letter, charity)
    expect(letter.subject).toBe(
      'Halyard Men’s Health keeps a place for you until Wednesday 2 June, 08:00',
    )
    expect(text).toContain('Time: 17:00')
    expect(text).toContain('Corn Exchange, Colchester, CO1 1AA')
    expect(text).toContain('Kept until: Wednesday 2 June, 08:00')
    expect(text).toContain('https://halyard.example/book-event?event=1004')
    expect(text).toContain('https://halyard.example/waiting-list')
  })

  it('WAIT-02 PAY-01 an offer at a paid event names the price; one that is free says nothing of money', () => {
    const paid = renderText(offerLetter({ ...OFFER, pricePence: 123_456 }, writing), charity)
    expect(paid).toContain('Price: £1,234.56')
    expect(paid).toContain('once the payment has succeeded')
    expect(renderText(offerLetter(OFFER, writing), charity)).not.toMatch(/£|price|pay/i)
  })

  it('WAIT-03 says why the list ended', () => {
    expect(renderText(ended('event-closed'), charity)).toContain('Booking for it has closed')
    expect(renderText(ended('event-cancelled'), charity)).toContain('has been cancelled')
  })

  it('WAIT-03 EVL-10 invites to another event only while one can be booked', () => {
    const text = (isOpen: boolean) =>
      renderText(
        waitingEndLetter({ ...PATIENT, ...EVENT, endedBecause: 'event-closed', isOpen }, writing),
        charity,
      )
    expect(text(true)).toContain('You are welcome to book another event.')
    expect(text(false)).toContain('No event can be booked at the moment.')
    expect(text(false)).not.toContain('welcome to book')
  })

  it('WAIT-02 says that the profile is why, names no part of it, and links to it', () => {
    const text = renderText(ended('not-eligible'), charity)
    expect(text).toContain('the details of your profile do not allow this event')
    expect(text).toContain('https://halyard.example/portal')
    expect(text).not.toMatch(/age|birth|born/i)
  })
})
