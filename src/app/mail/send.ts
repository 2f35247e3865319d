import * as z from 'zod/mini'
import { draftAccountMail } from '#account/mails/account-drafts.ts'
import { isClosedAddress } from '#account/rules/closed-address.ts'
import {
  findUnverified,
  replaceVerification,
} from '#account/server/database/email-verifications.ts'
import { appointmentCalendar } from '#booking/mails/appointment-calendar.ts'
import { hasOpenEvents } from '#booking/mails/invitation.ts'
import { LETTERS, verificationLetter } from '#booking/mails/letters.ts'
import { draftReminder } from '#booking/mails/reminder-draft.ts'
import { draftOffer, draftWaitingEnd } from '#booking/mails/waiting-drafts.ts'
import { appointmentCan } from '#booking/rules/appointment.ts'
import { findRepeatRecipient } from '#booking/server/database/free-repeats.ts'
import { findMailedAppointment } from '#booking/server/database/mailed-appointments.ts'
import { draftConfirmation, draftEnquiry } from '#content/mails/form-drafts.ts'
import { VERIFICATION_DAYS } from '#core/rules/link-life.ts'
import {
  ACCOUNT_TEMPLATES,
  APPOINTMENT_TEMPLATES,
  CONFIRMATION_TEMPLATES,
  type MailTemplate,
  RESULT_TEMPLATES,
} from '#core/rules/mail-templates.ts'
import { mailedLink } from '#core/rules/mailed-link.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { MailGateway, MailMessage } from '#core/server/gateways/mail.ts'
import type { Job } from '#core/server/jobs/queue.ts'
import type { Letter } from '#core/server/mail/letter.ts'
import { renderHtml, renderText } from '#core/server/mail/render.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
import { draftEventsNear } from '#events/mails/event-near.ts'
import { cancellingText } from '#payments/mails/cancelling-text.ts'
import { draftPayment } from '#payments/mails/payment-drafts.ts'
import { refundOfAppointment, refundOfPayments } from '#payments/mails/refund-facts.ts'
import { PAYMENT_TEMPLATES } from '#payments/rules/payment.ts'
import { closedLetter } from '#portal/mails/closed-letter.ts'
import { clearClosingAddress, findClosing } from '#portal/server/database/closings.ts'
import { RESULT_LETTERS, spoiledLetter } from '#results/mails/result-letters.ts'
import { findResultRecipient } from '#results/server/database/results.ts'

export type MailDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly mail: Pick<MailGateway, 'send'>
  readonly sealer: Pick<Sealer, 'open' | 'lookup'>
  readonly siteUrl: string
  /** The address that mails come from. */
  readonly organizerEmail: string
  charity(): Promise<Charity>
}

/** The payloads that the booking functions and `core/server/jobs/mails.ts` queue: ids only. */
const payloadSchema = z.discriminatedUnion('template', [
  z.object({ template: z.literal('verify-email'), profile_id: z.int() }),
  z.object({ template: z.enum(CONFIRMATION_TEMPLATES), subscription_id: z.int() }),
  z.object({ template: z.literal('event-near'), subscription_id: z.int(), mail: z.int() }),
  z.object({ template: z.literal('enquiry'), enquiry_id: z.uuid() }),
  z.object({ template: z.literal('account-closed'), closing_id: z.uuid() }),
  z.object({
    template: z.enum(ACCOUNT_TEMPLATES),
    change_id: z.uuid(),
  }),
  z.object({
    template: z.enum(APPOINTMENT_TEMPLATES),
    appointment_id: z.uuid(),
    sequence: z.int(),
  }),
  z.object({
    template: z.literal('place-offered'),
    appointment_id: z.uuid(),
    sequence: z.int(),
  }),
  z.object({ template: z.literal('waiting-ended'), waiting_id: z.uuid(), profile_id: z.int() }),
  z.object({
    template: z.enum(PAYMENT_TEMPLATES),
    payment_id: z.uuid(),
    refund_id: z.optional(z.uuid()),
  }),
  z.object({
    template: z.literal('reminder'),
    appointment_id: z.uuid(),
    reminder_id: z.uuid(),
  }),
  z.object({
    template: z.literal('sample-spoiled'),
    sample_id: z.uuid(),
    profile_id: z.int(),
  }),
  z.object({
    template: z.enum(RESULT_TEMPLATES),
    result_id: z.uuid(),
    profile_id: z.int(),
  }),
]) satisfies z.ZodMiniType<{ readonly template: MailTemplate }>
type Payload = z.output<typeof payloadSchema>
type AppointmentPayload = Exclude<
  Extract<Payload, { sequence: number }>,
  { template: 'place-offered' }
>
type ResultPayload = Extract<Payload, { result_id: string }>
type Draft = Pick<MailMessage, 'to' | 'replyTo' | 'calendar' | 'endUrl'> & {
  letter: Letter
  /** Run after the mail was sent; again if the process dies before the job is done. */
  afterwards?(): Promise<void>
}

async function draftVerification(
  profileId: number,
  deps: MailDeps,
  charity: Charity,
): Promise<Draft | undefined> {
  const recipient = await findUnverified(deps.database, profileId)
  if (recipient === undefined) return undefined
  const token = createToken()
  const hash = hashToken(token)
  // Stored before the mail is sent, so that the link works when it arrives.
  await replaceVerification(deps.database, profileId, hash, VERIFICATION_DAYS)
  const url = mailedLink(deps.siteUrl, '/verify-email', token)
  return { to: recipient.email, letter: verificationLetter(url, charity) }
}

async function draftClosed(
  closingId: string,
  { database, clock }: MailDeps,
  charity: Charity,
): Promise<Draft | undefined> {
  const closing = await findClosing(database, closingId)
  if (closing === undefined || closing.email === null) return undefined
  const { paymentsMade, paymentsTried, returningPayments, closedAt } = closing
  const refund = await refundOfPayments(database, returningPayments, {
    now: clock.now(),
    since: closedAt,
  })
  // What is not known is not denied.
  const payments = { paymentsMade: paymentsMade ?? true, paymentsTried: paymentsTried ?? true }
  return {
    to: closing.email,
    letter: closedLetter({ ...closing, ...payments, refund }, charity),
    afterwards: () => clearClosingAddress(database, closingId),
  }
}

async function draftAppointment(
  { template, appointment_id, sequence }: AppointmentPayload,
  deps: MailDeps,
  charity: Charity,
): Promise<Draft | undefined> {
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
}

async function draftResult(
  { template, result_id }: ResultPayload,
  deps: MailDeps,
  charity: Charity,
): Promise<Draft | undefined> {
  const recipient = await findResultRecipient(deps.database, result_id)
  // Held, withdrawn or replaced since: there is nothing new to read, or a later mail says so.
  const isShown = recipient?.state === 'released'
  if (recipient === undefined || isShown !== (template === 'result-ready')) return undefined
  const letter = RESULT_LETTERS[template](recipient, { charity, siteUrl: deps.siteUrl })
  return { to: recipient.email, letter }
}

async function draftSpoiled(
  sampleId: string,
  { database, siteUrl }: MailDeps,
  charity: Charity,
): Promise<Draft | undefined> {
  const recipient = await findRepeatRecipient(database, sampleId)
  if (recipient === undefined) return undefined
  return { to: recipient.email, letter: spoiledLetter(recipient, { charity, siteUrl }) }
}

function draftOf(payload: Payload, deps: MailDeps, charity: Charity): Promise<Draft | undefined> {
  switch (payload.template) {
    case 'verify-email':
      return draftVerification(payload.profile_id, deps, charity)
    case 'newsletter':
      return draftConfirmation('newsletter', payload.subscription_id, deps, charity)
    case 'event-notice':
      return draftConfirmation('events-near', payload.subscription_id, deps, charity)
    case 'event-near':
      return draftEventsNear(payload, deps, charity)
    case 'account-closed':
      return draftClosed(payload.closing_id, deps, charity)
    case 'enquiry':
      return draftEnquiry(payload.enquiry_id, deps, charity)
    case 'receipt':
    case 'payment-pending':
    case 'payment-declined':
    case 'payment-given-up':
    case 'payment-returned':
    case 'refund-sent':
      return draftPayment(payload, deps, charity)
    case 'reminder':
      return draftReminder(payload.reminder_id, deps, charity)
    case 'result-ready':
    case 'result-withdrawn':
      return draftResult(payload, deps, charity)
    case 'sample-spoiled':
      return draftSpoiled(payload.sample_id, deps, charity)
    case 'place-offered':
      return draftOffer(payload.appointment_id, deps, charity)
    case 'waiting-ended':
      return draftWaitingEnd(payload.waiting_id, deps, charity)
    case 'password-changed':
    case 'email-change-link':
    case 'email-change-asked':
    case 'email-changed':
      return draftAccountMail(payload.template, payload.change_id, deps, charity)
    default:
      return draftAppointment(payload, deps, charity)
  }
}

/**
 * Writes and sends the mail of a job from the ids in its payload; does nothing when its appointment or profile is gone.
 * @throws when the mail cannot be sent; the job is then retried with the same Message-ID.
 */
export async function sendMail(job: Job, deps: MailDeps): Promise<void> {
  const payload = payloadSchema.parse(job.payload)
  const charity = await deps.charity()
  const draft = await draftOf(payload, deps, charity)
  if (draft === undefined || isClosedAddress(draft.to)) return
  const { letter, afterwards, ...addressed } = draft
  await deps.mail.send({
    ...addressed,
    subject: letter.subject,
    text: renderText(letter, charity),
    html: renderHtml(letter, charity),
    messageId: `${job.messageId}@${new URL(deps.siteUrl).hostname}`,
  })
  await afterwards?.()
}
