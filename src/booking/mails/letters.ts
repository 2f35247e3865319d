import { invitation } from '#booking/mails/invitation.ts'
import { referenceNumber } from '#booking/rules/appointment.ts'
import type { MailedAppointment } from '#booking/server/database/mailed-appointments.ts'
import { APPOINTMENT_LABELS } from '#booking/texts/appointments.ts'
import { callUs, onTheDay, REFERENCE_LABEL } from '#booking/texts/booking.ts'
import { REMINDER_MAIL } from '#booking/texts/reminders.ts'
import { formatAddress } from '#core/rules/address-line.ts'
import { saysWhatIsTested } from '#core/rules/clinical-words.ts'
import { VERIFICATION_DAYS } from '#core/rules/link-life.ts'
import { formatLongDate, londonDate, londonTime } from '#core/rules/time.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { greet, NEUTRAL_GREETING, nameOf } from '#core/server/mail/greeting.ts'
import { type Block, facts, type Letter, link, text } from '#core/server/mail/letter.ts'
import { fillPlaceholders, paragraphsOf } from '#core/server/mail/placeholders.ts'
import { spelledCountOf } from '#core/texts/count.ts'
import type { Venue } from '#events/rules/venue.ts'
import { VENUE_LABELS } from '#events/texts/venue.ts'
import { type MailedRefund, refundTexts } from '#payments/texts/refund-mail.ts'

/** The data of a letter besides its appointment. */
export type Writing = { readonly charity: Charity; readonly siteUrl: string }

/** With what cancelling returns, and until when the appointment can be changed, in sentences (PAY-14), and whether it can be cancelled online now. */
export type AppointmentWriting = Writing & {
  readonly cancelling: readonly string[]
  readonly canCancel: boolean
}

/** `refund`: what is refunded for a cancelled appointment; `isOpen`: whether another event can be booked, if the letter needs it. */
type WrittenAppointment = MailedAppointment & {
  readonly refund?: MailedRefund | undefined
  readonly isOpen?: boolean
}
type Write = (appointment: WrittenAppointment, writing: AppointmentWriting) => Letter

const aboutMoney = ({ refund }: WrittenAppointment, { charity }: Writing): Block[] =>
  refund === undefined ? [] : refundTexts(refund, charity.bookingPhone).map(text)

/** The event's name as a mail may say it. */
export const neutralName = (
  appointment: Pick<MailedAppointment, 'eventName'>,
  { product }: Charity,
): string => {
  const name = appointment.eventName?.trim() ?? ''
  return name === '' || saysWhatIsTested(name) ? `${product} event` : name
}

const invite = (
  { isOpen = true }: WrittenAppointment,
  { siteUrl }: Writing,
  words: string,
): Block[] => invitation({ siteUrl, isOpen }, words)

const dayOf = (appointment: MailedAppointment) => formatLongDate(londonDate(appointment.startsAt))
const addressOf = (appointment: MailedAppointment) => formatAddress(appointment.addressParts)

const whenAndWhere = (appointment: MailedAppointment): Block =>
  facts(
    [APPOINTMENT_LABELS.date, dayOf(appointment)],
    [APPOINTMENT_LABELS.time, londonTime(appointment.startsAt)],
    [APPOINTMENT_LABELS.place, addressOf(appointment)],
    [APPOINTMENT_LABELS.contact, appointment.contactEmail ?? ''],
    [REFERENCE_LABEL, referenceNumber(appointment.appointmentId)],
  )

const forTheDay = ({ whatToBring }: MailedAppointment): Block =>
  text(
    [
      ...onTheDay(whatToBring).map((one) => one.text),
      'The attached file adds the appointment to your calendar.',
    ].join(' '),
  )

const howToCancel = ({ siteUrl, charity, cancelling, canCancel }: AppointmentWriting): Block[] => {
  const phone = charity.bookingPhone
  const sentences = [...cancelling, ...(phone === '' ? [] : [callUs(phone)])]
  return [
    ...(sentences.length === 0 ? [] : [text(sentences.join(' '))]),
    link(
      canCancel ? 'See or cancel your appointment' : 'See your appointment',
      `${siteUrl}/upcoming-events`,
    ),
  ]
}

/** The product's text (BOOK-10); empty when it has none. */
function textOfProduct(appointment: MailedAppointment, { charity }: Writing): Block[] {
  const filled = (paragraph: string) =>
    fillPlaceholders(paragraph, {
      first_name: nameOf(appointment) ?? 'patient',
      event_name: neutralName(appointment, charity),
      date: dayOf(appointment),
      time: londonTime(appointment.startsAt),
      address: addressOf(appointment),
    })
  return paragraphsOf(appointment.emailTemplate ?? '').map((paragraph) => text(filled(paragraph)))
}

/** What a patient needs until the day. Every letter but a cancellation has it, because it may supersede an earlier one (decision 018). */
const details = (appointment: MailedAppointment, writing: AppointmentWriting): Block[] => [
  whenAndWhere(appointment),
  forTheDay(appointment),
  ...howToCancel(writing),
]

const THANKS = text('Thank you for booking. Your appointment is confirmed.')

const booked: Write = (appointment, writing) => {
  const middle = textOfProduct(appointment, writing)
  return {
    subject: `Your appointment with ${writing.charity.charityName} is confirmed`,
    greeting: greet(appointment),
    blocks: [...(middle.length === 0 ? [THANKS] : middle), ...details(appointment, writing)],
  }
}

const moved: Write = (appointment, writing) => ({
  subject: `Your appointment with ${writing.charity.charityName} has a new time`,
  greeting: greet(appointment),
  blocks: [
    text('Your appointment has been moved. Your new time is below.'),
    ...textOfProduct(appointment, writing),
    ...details(appointment, writing),
  ],
})

const detailsChanged: Write = (appointment, writing) => ({
  subject: `New details of your appointment with ${writing.charity.charityName}`,
  greeting: greet(appointment),
  blocks: [
    text(
      'The event that you are booked for has changed: its place, its contact or its end. You are still booked. Please check where and when it is now:',
    ),
    ...details(appointment, writing),
    facts(['The event ends at', londonTime(appointment.eventEndsAt)]),
    ...textOfProduct(appointment, writing),
  ],
})

const cancelled: Write = (appointment, writing) => ({
  subject: `Your appointment with ${writing.charity.charityName} is cancelled`,
  greeting: greet(appointment),
  blocks: [
    text(
      appointment.cancelledBy === 'charity'
        ? 'We have cancelled this appointment:'
        : 'As you asked, this appointment has been cancelled:',
    ),
    whenAndWhere(appointment),
    ...aboutMoney(appointment, writing),
    text('The attached file takes it out of your calendar.'),
    ...invite(appointment, writing, 'You are welcome to book again.'),
  ],
})

const eventCancelled: Write = (appointment, writing) => ({
  subject: `${writing.charity.charityName} had to cancel your appointment`,
  greeting: greet(appointment),
  blocks: [
    text(
      'We are sorry: the event you were booked for will not take place. This appointment is cancelled:',
    ),
    whenAndWhere(appointment),
    ...aboutMoney(appointment, writing),
    text('The attached file takes it out of your calendar.'),
    ...invite(appointment, writing, 'Please book another event that suits you.'),
    ...(writing.charity.bookingPhone === ''
      ? []
      : [text(`If you have any questions, please call ${writing.charity.bookingPhone}.`)]),
  ],
})

/** The letters about an appointment, by the template name in the job's payload. */
export const LETTERS = {
  booked,
  moved,
  'details-changed': detailsChanged,
  cancelled,
  'event-cancelled': eventCancelled,
} as const satisfies Record<string, Write>

/** The advice of the site settings on how to prepare; empty when there is none (REM-01). */
const preparation = ({ charity }: Writing): Block[] =>
  charity.preparationAdvice.length === 0
    ? []
    : [text(REMINDER_MAIL.advice), ...charity.preparationAdvice.map(text)]

/** What is known about the venue; what to bring is in `details` (EVD-07). */
const aboutVenue = (venue: Venue): Block[] => {
  const known = (Object.keys(VENUE_LABELS) as (keyof typeof VENUE_LABELS)[]).filter(
    (fact) => venue[fact] !== undefined,
  )
  return known.length === 0
    ? []
    : [facts(...known.map((fact) => [VENUE_LABELS[fact], venue[fact] ?? ''] as const))]
}

/** Reminds of an appointment; `answerUrl` is the page where the patient can answer (REM-01). */
export const reminderLetter = (
  appointment: MailedAppointment,
  writing: AppointmentWriting,
  { answerUrl, isConfirmed, venue }: { answerUrl: string; isConfirmed: boolean; venue: Venue },
): Letter => ({
  subject: `Reminder of your appointment with ${writing.charity.charityName}`,
  greeting: greet(appointment),
  blocks: [
    text(REMINDER_MAIL.intro),
    text(isConfirmed ? REMINDER_MAIL.confirmed : REMINDER_MAIL.answer),
    link(REMINDER_MAIL.link, answerUrl),
    text(REMINDER_MAIL.spare),
    ...textOfProduct(appointment, writing),
    ...details(appointment, writing),
    ...aboutVenue(venue),
    ...preparation(writing),
  ],
})

/** Asks to verify an e-mail address; the link works once. Nothing that the visitor typed is in it. */
export function verificationLetter(url: string, charity: Charity): Letter {
  return {
    subject: `Please confirm your email address for ${charity.charityName}`,
    greeting: NEUTRAL_GREETING,
    blocks: [
      text(
        'You created an account with this email address. Please open the link and press the button to confirm that it is yours.',
      ),
      link('Confirm my email address', url),
      text(
        `The link works once, within ${spelledCountOf(VERIFICATION_DAYS, 'day')}. If you did not create an account, you can ignore this message.`,
      ),
    ],
  }
}
