import { describe, expect, it } from 'vitest'
import {
  addressInUseLetter,
  emailChangeAskedLetter,
  emailChangedLetter,
  emailChangeLetter,
  passwordChangedLetter,
} from '#account/mails/account-changes.ts'
import { verificationLetter } from '#account/mails/verify-email.ts'
import { LETTERS } from '#booking/mails/appointment.ts'
import type { MailedAppointment } from '#booking/server/database/mailed-appointments.ts'
import { callUs, ON_THE_DAY } from '#booking/texts/booking.ts'
import { newsletterLetter } from '#content/mails/confirmations.ts'
import { enquiryLetter } from '#content/mails/enquiry.ts'
import { link } from '#core/server/mail/letter.ts'
import { fillPlaceholders, paragraphsOf } from '#core/server/mail/placeholders.ts'
import { renderHtml, renderText } from '#core/server/mail/render.ts'

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
const writing = { charity, siteUrl: 'https://halyard.example' }

const APPOINTMENT: MailedAppointment = {
  appointmentId: '0d8f2f36-6f0c-4a3c-9c5e-0a4a3c1b2d3e',
  status: 'booked',
  startsAt: new Date('2027-06-16T08:00:00Z'),
  endsAt: new Date('2027-06-16T08:10:00Z'),
  email: 'arthur@example.org',
  firstName: 'Arthur',
  isVerified: true,
  eventName: 'PSA screening evening',
  emailTemplate: null,
  addressParts: ['Corn Exchange', null, 'Colchester', 'CO1 1AA', ''],
  contactEmail: 'events@halyard.example',
  whatToBring: null,
  eventEndsAt: new Date('2027-06-16T11:20:00Z'),
  cancelledBy: null,
}

const CANCELLING = ['Cancel by Monday 14 June, 08:59.', 'You can change the time.']

const both = (
  template: keyof typeof LETTERS,
  changes: Partial<MailedAppointment> = {},
  canCancel = true,
) => {
  const letter = LETTERS[template](
    { ...APPOINTMENT, ...changes },
    { ...writing, cancelling: CANCELLING, canCancel },
  )
  return { letter, text: renderText(letter, charity), html: renderHtml(letter, charity) }
}

const TEMPLATES = Object.keys(LETTERS) as (keyof typeof LETTERS)[]

describe('the mails about an appointment', () => {
  it.each(TEMPLATES)(
    'BOOK-10 %s greets by first name and tells London time and place in both parts',
    (template) => {
      for (const part of [both(template).text, both(template).html]) {
        expect(part).toContain('Dear Arthur,')
        expect(part).toContain('Wednesday, 16 June 2027')
        expect(part).toContain('09:00')
        expect(part).toContain('Corn Exchange, Colchester, CO1 1AA')
        expect(part).toContain('Halyard Men’s Health')
        expect(part).toContain('0D8F-2F36')
        expect(part).toContain('01632 960100')
        expect(part).toMatch(/https:\/\/halyard\.example\/(upcoming-events|book-event-main)/)
      }
    },
  )

  it('BOOK-10 EVL-10 a cancellation invites to another event only while one can be booked', () => {
    for (const template of ['cancelled', 'event-cancelled'] as const) {
      expect(both(template).text).toMatch(/welcome to book again|book another event/)
      const letter = LETTERS[template](
        { ...APPOINTMENT, isOpen: false },
        { ...writing, cancelling: [], canCancel: false },
      )
      const text = renderText(letter, charity)
      expect(text).toContain('No event can be booked at the moment.')
      expect(text).not.toMatch(/welcome to book again|book another event/)
    }
  })

  it('BOOK-10 says who cancelled: "As you asked" only to a patient who did', () => {
    expect(both('cancelled', { cancelledBy: 'patient' }).text).toContain('As you asked')
    const { text } = both('cancelled', { cancelledBy: 'charity' })
    expect(text).toContain('We have cancelled this appointment')
    expect(text).not.toContain('As you asked')
  })

  it.each(TEMPLATES)(
    'BOOK-10 %s says nothing clinical, whatever the event is called',
    (template) => {
      const { letter, text, html } = both(template)
      for (const part of [letter.subject, text, html]) {
        expect(part).not.toMatch(/psa|prostat|cancer|blood|screening|result|red|amber|green/i)
      }
    },
  )

  it('BOOK-10 changed details are told with the contact and the end of the event', () => {
    for (const part of [both('details-changed').text, both('details-changed').html]) {
      expect(part).toContain('events@halyard.example')
      expect(part).toContain('12:20')
    }
    expect(both('details-changed', { contactEmail: null }).text).not.toContain('Contact')
  })

  it.each(['booked', 'moved', 'details-changed'] as const)(
    'BOOK-10 APPT-03 %s says what to bring, when to come, and until when the time can be changed or cancelled online',
    (template) => {
      const { text, html } = both(template)
      for (const part of [text, html]) {
        for (const { text: words } of ON_THE_DAY) expect(part).toContain(words)
        expect(part).toContain(CANCELLING.join(' '))
        expect(part).toContain(callUs(charity.bookingPhone))
      }
    },
  )

  it.each(['booked', 'moved', 'details-changed'] as const)(
    'BOOK-10 APPT-02 %s offers to cancel only while that can be done online',
    (template) => {
      expect(both(template).text).toContain('See or cancel your appointment')
      expect(both(template, {}, false).text).toContain('See your appointment')
      expect(both(template, {}, false).text).not.toContain('See or cancel')
    },
  )

  it('BOOK-10 EVD-07 says what the event asks for besides what every event does', () => {
    const whatToBring = 'Please bring the letter of your lodge.'
    for (const template of ['booked', 'moved', 'details-changed'] as const) {
      const { text } = both(template, { whatToBring })
      expect(text).toContain(`${ON_THE_DAY[0].text} ${whatToBring}`)
    }
    expect(both('cancelled', { whatToBring }).text).not.toContain(whatToBring)
  })

  it('BOOK-10 gives the time in London in winter', () => {
    const startsAt = new Date('2027-12-01T09:00:00Z')
    expect(both('booked', { startsAt }).text).toContain('Time: 09:00')
  })

  it('BOOK-10 contains the product’s text with its placeholders replaced', () => {
    const emailTemplate =
      'Hello {first_name},\nwe look forward to {event_name}.\r\n\r\n{date} at {time}: {address}. {unknown} <b>'
    const { text, html } = both('booked', { emailTemplate, eventName: 'Lodge evening' })
    expect(text).toContain('Hello Arthur, we look forward to Lodge evening.\n\n')
    expect(text).toContain(
      'Wednesday, 16 June 2027 at 09:00: Corn Exchange, Colchester, CO1 1AA. {unknown} <b>',
    )
    expect(html).toContain('{unknown} &lt;b&gt;')
    expect(both('booked').text).toContain('Your appointment is confirmed.')
  })

  it('BOOK-10 escapes mark-up in the product’s text', () => {
    const { html } = both('booked', { emailTemplate: '<img src=x onerror=y> {first_name}' })
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=y&gt; Arthur')
  })

  it.each(TEMPLATES)('BOOK-10 %s contains no name until the address is verified', (template) => {
    const emailTemplate = 'Dear {first_name}, welcome.'
    const changes = { firstName: 'Zebedee', isVerified: false, emailTemplate }
    for (const part of [both(template, changes).text, both(template, changes).html]) {
      expect(part).toContain('Hello,')
      expect(part).not.toContain('Zebedee')
    }
    expect(both('booked', changes).text).toContain('Dear patient, welcome.')
  })

  it.each([
    ['Arthur\r\nBcc: x@example.org', 'Hello,'],
    ['Arthur\n  James', 'Dear Arthur James,'],
    ['\u202eruhtrA', 'Dear ruhtrA,'],
    ['www.evil.example', 'Hello,'],
    ['https://evil.example', 'Hello,'],
    ['call evil.example now', 'Hello,'],
    ['a@evil.example', 'Hello,'],
    ['<b>Arthur</b>', 'Hello,'],
    ['J.R.', 'Dear J.R.,'],
    ['Zoë-Ann O’Neil', 'Dear Zoë-Ann O’Neil,'],
    ['\u200b', 'Hello,'],
    ['-', 'Hello,'],
    ['x'.repeat(100), `Dear ${'x'.repeat(60)},`],
  ])('BOOK-10 greets the verified name %j with %j', (firstName, greeting) => {
    expect(both('booked', { firstName }).letter.greeting).toBe(greeting)
    expect(both('booked', { firstName }).text.split('\n')[0]).toBe(greeting)
  })

  it('FORM-01 the newsletter’s mail has no name in its greeting', () => {
    const letter = newsletterLetter('https://halyard.example/newsletter?token=token', charity)
    expect(renderText(letter, charity)).toMatch(/^Hello,\n/)
  })

  it('ABOUT-05 a line break in a forwarded name cannot pretend to be another fact', () => {
    const letter = enquiryLetter({
      firstName: 'Ned\nE-mail: boss@halyard.example',
      lastName: 'Quill',
      email: 'ned@example.org',
      phone: '01206 555 0100',
      message: 'Hello',
    })
    expect(renderText(letter, charity)).toContain(
      'Name: Ned E-mail: boss@halyard.example Quill\nE-mail: ned@example.org',
    )
  })

  it('AUTH-12 SITE-16 the verification mail has its link in both parts, and as text that can be copied', () => {
    const url = 'https://halyard.example/verify-email?token=token'
    const letter = verificationLetter(url, charity)
    expect(renderText(letter, charity)).toContain(url)
    expect(renderHtml(letter, charity)).toContain(`<a href="${url}">`)
    expect(renderHtml(letter, charity)).toContain(`into your browser:<br/>${url}</p>`)
  })

  it('SITE-16 shows the address of links with a token or code alone, escaped', () => {
    const shown = (url: string) =>
      renderHtml({ ...verificationLetter('', charity), blocks: [link('Open', url)] }, charity)
    expect(shown('https://halyard.example/event/1?code=a&b=<i>')).toContain(
      '<br/>https://halyard.example/event/1?code=a&amp;b=&lt;i&gt;</p>',
    )
    expect(shown('https://halyard.example/upcoming-events')).not.toContain('<br/>')
  })
})

describe('the mails about an account', () => {
  const { siteUrl } = writing
  const link = `${siteUrl}/confirm-email-change?token=token`

  it.each([
    ['AUTH-06 a changed password', passwordChangedLetter(siteUrl, charity), '/reset-password'],
    [
      'AUTH-13 a new address that is asked for',
      emailChangeAskedLetter(siteUrl, charity),
      '/reset-password',
    ],
    [
      'AUTH-13 a new address',
      emailChangeLetter(link, charity),
      '/confirm-email-change?token=token',
    ],
    ['AUTH-13 an address that has an account', addressInUseLetter(siteUrl, charity), '/login'],
    ['AUTH-13 a changed address', emailChangedLetter(siteUrl, charity), '/support-us'],
  ])(
    '%s is told without a name, an address of the account or a clinical word',
    (_, letter, path) => {
      for (const part of [renderText(letter, charity), renderHtml(letter, charity)]) {
        expect(part).toContain('Hello,')
        expect(part).toContain(`${siteUrl}${path}`)
        expect(part.replaceAll(charity.charityName, '')).not.toMatch(
          /psa|prostat|cancer|screening|result|@example/i,
        )
      }
      expect(letter.subject).toContain(charity.charityName)
    },
  )

  it('AUTH-13 tell the old address how to reach us, also while the telephone number is not known', () => {
    const without = { ...charity, bookingPhone: '' }
    expect(renderText(emailChangedLetter(siteUrl, charity), charity)).toContain('call 01632 960100')
    expect(renderText(emailChangedLetter(siteUrl, without), without)).not.toContain('call')
  })
})

describe('placeholders', () => {
  it('BOOK-10 are replaced once, and unknown ones stay', () => {
    const values = { first_name: '{date}', event_name: 'E', date: 'D', time: 'T', address: 'A' }
    expect(fillPlaceholders('{first_name} {date} {constructor} {}', values)).toBe(
      '{date} D {constructor} {}',
    )
    expect(paragraphsOf(' a\n b \n \n\n c ')).toEqual(['a b', 'c'])
  })
})
