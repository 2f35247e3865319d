import * as z from 'zod/mini'
import {
  type AppointmentWriting,
  appointmentCalendar,
  details,
  hasOpenEvents,
  invitation,
  textOfProduct,
  whenAndWhere,
} from '#booking/mails/parts.ts'
import { appointmentCan } from '#booking/rules/appointment.ts'
import {
  findMailedAppointment,
  type MailedAppointment,
} from '#booking/server/database/mailed-appointments.ts'
import { londonTime } from '#core/rules/time.ts'
import { greet } from '#core/server/mail/greeting.ts'
import { type Block, facts, type Letter, text } from '#core/server/mail/letter.ts'
import { type Mail, mail, type Writing } from '#core/server/mail/mail.ts'
import { cancellingText } from '#payments/mails/cancelling-text.ts'
import { refundOfAppointment } from '#payments/mails/refund-facts.ts'
import { type MailedRefund, refundTexts } from '#payments/texts/refund-mail.ts'

/** `refund`: what is refunded for a cancelled appointment; `isOpen`: whether another event can be booked, if the letter needs it. */
type WrittenAppointment = MailedAppointment & {
  readonly refund?: MailedRefund | undefined
  readonly isOpen?: boolean
}
type Write = (appointment: WrittenAppointment, writing: AppointmentWriting) => Letter

const aboutMoney = ({ refund }: WrittenAppointment, { charity }: Writing): Block[] =>
  refund === undefined ? [] : refundTexts(refund, charity.bookingPhone).map(text)

const invite = (
  { isOpen = true }: WrittenAppointment,
  { siteUrl }: Writing,
  words: string,
): Block[] => invitation({ siteUrl, isOpen }, words)

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

const aboutAppointment = (template: keyof typeof LETTERS, priority: Mail['priority']) =>
  mail({
    name: template,
    priority,
    payload: z.object({ appointment_id: z.uuid(), sequence: z.int() }),
    async draft({ appointment_id, sequence }, deps, charity) {
      const appointment = await findMailedAppointment(deps.database, appointment_id)
      if (appointment === undefined) return undefined
      // By the template, not the current status: a later change has its own mail, which is sent after this one.
      const isCancelled = template === 'cancelled' || template === 'event-cancelled'
      const now = deps.clock.now()
      const known = isCancelled && {
        refund: await refundOfAppointment(deps.database, appointment_id, now),
        isOpen: await hasOpenEvents(deps.database, now),
      }
      const cancelling = await cancellingText(deps, appointment, charity)
      const canCancel = appointmentCan.cancel(appointment, now) === 'yes'
      const writing = { charity, siteUrl: deps.siteUrl, cancelling, canCancel }
      return {
        to: appointment.email,
        letter: LETTERS[template]({ ...appointment, ...known }, writing),
        calendar: appointmentCalendar(appointment, sequence, isCancelled, deps, charity),
      }
    },
  })

/** Each has the calendar file of its appointment. */
export const APPOINTMENT_MAILS = [
  // The patient may be about to travel.
  aboutAppointment('event-cancelled', 0),
  aboutAppointment('details-changed', 0),
  aboutAppointment('booked', 1),
  aboutAppointment('moved', 1),
  aboutAppointment('cancelled', 1),
]
