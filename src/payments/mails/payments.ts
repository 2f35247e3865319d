import * as z from 'zod/mini'
import { neutralName } from '#booking/mails/parts.ts'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { APPOINTMENT_LABELS } from '#booking/texts/appointments.ts'
import { REFERENCE_LABEL } from '#booking/texts/booking.ts'
import { formatAddress } from '#core/rules/address-line.ts'
import { formatPounds } from '#core/rules/money.ts'
import { formatLongDate, londonDate, londonTime } from '#core/rules/time.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { greet } from '#core/server/mail/greeting.ts'
import { type Block, facts, type Letter, link, text } from '#core/server/mail/letter.ts'
import { type Mail, mail, type Writing } from '#core/server/mail/mail.ts'
import { cancellingText } from '#payments/mails/cancelling-text.ts'
import { findMailedPayment, type MailedPayment } from '#payments/server/database/mailed-payments.ts'
import { findRefund } from '#payments/server/database/refunds.ts'
import { PAYMENT_MAIL } from '#payments/texts/payment.ts'

export type PaymentTemplate = keyof typeof PAYMENT_MAIL.letters

/** The data of a letter about a payment; `refundPence` of the letter about a refund, `cancelling` of a receipt (PAY-14). */
export type PaymentFacts = MailedPayment & {
  readonly refundPence?: number | undefined
  readonly cancelling: readonly string[]
}

const paidOf = ({ capturedPence, amountPence }: MailedPayment) => capturedPence ?? amountPence

/** Visa, not VISA: the card's brand as a bank writes it, with its last digits. */
const cardOf = ({ cardBrand, lastDigits }: MailedPayment) =>
  lastDigits === null
    ? ''
    : `${(cardBrand ?? PAYMENT_MAIL.card).replace(/(?<=\w)\w+/g, (rest) => rest.toLowerCase())} ${PAYMENT_MAIL.ending} ${lastDigits}`

const appointmentOf = (payment: MailedPayment, charity: Charity): Block =>
  facts(
    [APPOINTMENT_LABELS.event, neutralName(payment, charity)],
    [APPOINTMENT_LABELS.date, formatLongDate(londonDate(payment.startsAt))],
    [APPOINTMENT_LABELS.time, londonTime(payment.startsAt)],
    [APPOINTMENT_LABELS.place, formatAddress(payment.addressParts)],
    [REFERENCE_LABEL, referenceNumber(payment.appointmentId)],
  )

const issuerOf = ({ charityName, address, charityNumber }: Charity): Block =>
  facts(
    [PAYMENT_MAIL.labels.issuer, charityName],
    [PAYMENT_MAIL.labels.address, address.join(', ')],
    [PAYMENT_MAIL.labels.number, charityNumber],
  )

function receipt(payment: PaymentFacts, charity: Charity): Block[] {
  const { labels } = PAYMENT_MAIL
  const paidOn = payment.paidAt === null ? '' : formatLongDate(londonDate(payment.paidAt))
  return [
    facts(
      [labels.amount, formatPounds(paidOf(payment))],
      [labels.paidOn, paidOn],
      [labels.paidWith, cardOf(payment)],
    ),
    issuerOf(charity),
  ]
}

/** The facts below the first sentence, by letter. */
const DETAILS: Record<PaymentTemplate, (payment: PaymentFacts, charity: Charity) => Block[]> = {
  receipt,
  'payment-pending': (payment) => [
    facts([PAYMENT_MAIL.labels.amount, formatPounds(payment.amountPence)]),
  ],
  'payment-declined': () => [],
  'payment-given-up': () => [],
  'payment-returned': (payment) => [
    facts([PAYMENT_MAIL.labels.returned, formatPounds(paidOf(payment))]),
  ],
  'refund-sent': (payment) => [
    facts(
      [PAYMENT_MAIL.labels.returned, formatPounds(payment.refundPence ?? 0)],
      [PAYMENT_MAIL.labels.returnedTo, cardOf(payment)],
    ),
  ],
}

/** The letters after which there is no appointment. */
const LEADS_BACK = new Set<PaymentTemplate>([
  'payment-returned',
  'payment-declined',
  'payment-given-up',
])

/** A letter about a payment. Its subject names neither the event nor what is done there (PAY-10). */
export function paymentLetter(
  template: PaymentTemplate,
  payment: PaymentFacts,
  { charity, siteUrl }: Writing,
): Letter {
  const { subject, intro } = PAYMENT_MAIL.letters[template]
  return {
    subject: subject(charity.charityName),
    greeting: greet(payment),
    blocks: [
      text(intro),
      ...DETAILS[template](payment, charity),
      appointmentOf(payment, charity),
      ...(payment.cancelling.length === 0 ? [] : [text(payment.cancelling.join(' '))]),
      LEADS_BACK.has(template)
        ? link(PAYMENT_MAIL.bookAgain, `${siteUrl}/book-event-main`)
        : link(PAYMENT_MAIL.seeAppointments, `${siteUrl}/upcoming-events`),
      ...(charity.bookingPhone === '' ? [] : [text(PAYMENT_MAIL.questions(charity.bookingPhone))]),
    ],
  }
}

/** Not sent when its patient is gone. */
const aboutPayment = (template: PaymentTemplate, priority: Mail['priority']) =>
  mail({
    name: template,
    priority,
    payload: z.object({ payment_id: z.uuid(), refund_id: z.optional(z.uuid()) }),
    async draft({ payment_id, refund_id }, deps, charity) {
      const { database, siteUrl } = deps
      const payment = await findMailedPayment(database, payment_id)
      if (payment === undefined) return undefined
      const refund = refund_id === undefined ? undefined : await findRefund(database, refund_id)
      const facts = {
        ...payment,
        refundPence: refund?.amountPence,
        cancelling: template === 'receipt' ? await cancellingText(deps, payment, charity) : [],
      }
      return { to: payment.email, letter: paymentLetter(template, facts, { charity, siteUrl }) }
    },
  })

/** The booking functions queue them; the payload of `refund-sent` names a refund too. */
export const PAYMENT_MAILS = [
  aboutPayment('payment-declined', 0),
  aboutPayment('payment-given-up', 0),
  aboutPayment('payment-returned', 0),
  aboutPayment('payment-pending', 1),
  aboutPayment('receipt', 2),
  aboutPayment('refund-sent', 2),
]
