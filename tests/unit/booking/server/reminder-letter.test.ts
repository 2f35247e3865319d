import { describe, expect, it } from 'vitest'
import { reminderLetter } from '#booking/mails/reminder.ts'
import type { MailedAppointment } from '#booking/server/database/mailed-appointments.ts'
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

const DEADLINE = 'You can change the time or cancel online until Monday 14 June, 09:00.'

const reminder = (changes: Partial<MailedAppointment> = {}, isConfirmed = false) => {
  const answerUrl = 'https://halyard.example/appointment-reminder?token=token'
  const letter = reminderLetter(
    { ...APPOINTMENT, ...changes },
    { ...writing, cancelling: [DEADLINE], canCancel: true },
    {
      answerUrl,
      isConfirmed,
      venue: { parking: 'Behind the hall, free.' },
    },
  )
  return { letter, text: renderText(letter, charity), html: renderHtml(letter, charity) }
}

describe('the mail that reminds of an appointment', () => {
  it('REM-01 says everything that the confirmation says, the deadline and the advice, and nothing clinical', () => {
    const { letter, text, html } = reminder({
      emailTemplate: 'Dear {first_name}, come to {address}.',
    })
    for (const part of [text, html]) {
      for (const words of [
        'Dear Arthur,',
        'Wednesday, 16 June 2027',
        '09:00',
        '0D8F-2F36',
        '01632 960100',
      ])
        expect(part).toContain(words)
      expect(part).toContain('Dear Arthur, come to Corn Exchange, Colchester, CO1 1AA.')
      expect(part.split('Monday 14 June, 09:00')).toHaveLength(2)
      expect(part).toContain('Please eat and drink as usual.')
      expect(part).toContain('Behind the hall, free.')
      expect(part).not.toContain('Hearing loop')
      expect(part).toContain('https://halyard.example/appointment-reminder?token=token')
      expect(part).not.toMatch(/psa|prostat|cancer|tumou?r|urolog/i)
    }
    expect(letter.subject).toBe('Reminder of your appointment with Halyard Men’s Health')
  })

  it('REM-01 thanks a patient who has answered, and asks again whether plans have changed', () => {
    expect(reminder().text).toContain('Will you come?')
    expect(reminder({}, true).text).toContain('You have told us that you will come.')
    expect(reminder({}, true).text).not.toContain('Will you come?')
  })
})
