import { createAppointment } from '#booking/contract/appointments.ts'
import { type ConsentOutcome, consentForm, sendConsent } from '#booking/store/consent.ts'
import { $secondsLeft, dropHold } from '#booking/store/hold.ts'
import { $case, $choice, type BookingCase, clearAnswers } from '#booking/store/journey.ts'
import { confirmRefusal, MESSAGES, messageOf } from '#booking/store/messages.ts'
import { nhsNumberPath } from '#booking/store/requested-event.ts'
import type { Choice } from '#booking/store/slots.ts'
import { $booking, returnToTimes, setBookingStep, showConsent } from '#booking/store/steps.ts'
import { call } from '#core/contract/call.ts'
import { CHECKOUT_PATH } from '#core/rules/same-site-path.ts'
import { londonTime } from '#core/rules/time.ts'
import { reportError } from '#core/store/error-log.ts'
import { goTo, successPath } from '#core/store/navigation.ts'
import { tellTabs } from '#core/store/tab-signals.ts'
import { eventName, isFree, pricePence, productName } from '#events/rules/event.ts'
import { findSlot } from '#events/rules/slot.ts'
import { eventLocation } from '#events/store/event-facts.ts'
import { CONFIRM_FAILED } from '#events/texts/place-refusals.ts'
import { getCheckout } from '#payments/contract/payments.ts'

type ConsentFailure = Extract<ConsentOutcome, { kind: 'refused' | 'exception' }>

/** Shows why the consent was not stored (CONS-03); the error log gets field names only (FORM-02). */
function consentFailed(outcome: ConsentFailure): void {
  const isRefused = outcome.kind === 'refused'
  const { title, text } = isRefused ? MESSAGES.consentRefused : MESSAGES.consentException
  const message = { title, text: (isRefused ? outcome.text : undefined) ?? text }
  const fields = isRefused ? Object.keys(outcome.fields) : []
  reportError({ errorMessage: text, description: 'Consent Creation Failed', fields })
  if ($secondsLeft.get() === 0) returnToTimes(MESSAGES.holdOver)
  else if ($booking.get().step === 'consent') setBookingStep({ step: 'consent', message })
}

/** 'Continue' on the consent form: stores the consent, then books (BOOK-08). */
export async function submitConsent(): Promise<void> {
  const present = $case.get()
  const isBusy = consentForm.$submission.get().step === 'sending'
  if (present === undefined || $booking.get().step !== 'consent' || isBusy) return
  setBookingStep({ step: 'consent' })
  const profileId = present.patient.profile.profileId
  const test = { profileId, psaTestDate: present.event.event_date }
  let outcome: ConsentOutcome | undefined
  let mustPay = false
  await consentForm.submit(async (answers) => {
    outcome = await sendConsent(answers, test)
    if (outcome.kind === 'refused') return { ok: false, fields: outcome.fields }
    if (outcome.kind !== 'stored') return { ok: false }
    mustPay = !(isFree(present.known) || (await isRepeatFree()))
    return { ok: true }
  })
  await afterConsent(outcome, mustPay)
}

/** Without an outcome nothing was sent: the form shows its errors. */
async function afterConsent(outcome: ConsentOutcome | undefined, mustPay: boolean): Promise<void> {
  if (outcome === undefined) return
  if (outcome.kind === 'stored') return mustPay ? goToPayment() : confirmBooking()
  if (outcome.kind === 'no-place') {
    return returnToTimes($secondsLeft.get() === 0 ? MESSAGES.holdOver : MESSAGES.holdGone)
  }
  consentFailed(outcome)
}

/** Whether the server requests no payment although the event has a price: a repeat of a test (LAB-14). It decides again when it books. */
async function isRepeatFree(): Promise<boolean> {
  const answer = await call(getCheckout, {})
  return answer.ok && answer.value.order === null
}

/** An event with a price is booked by its payment (BOOK-08). The hold stays, and the server sends the checkout what is paid for. */
function goToPayment(): void {
  setBookingStep({ step: 'confirming' })
  goTo(CHECKOUT_PATH)
}

/** The booking payload (API-03); the server uses only profile, event and time. */
function payload({ patient, event, known }: BookingCase, { date, time }: Choice) {
  const slot = findSlot(known, date, time)
  return {
    profileId: patient.profile.profileId,
    eventId: event.event_id,
    eventPrice: event.price,
    eventName: eventName(known, ''),
    eventLocation: eventLocation(event),
    eventDate: date,
    appointmentStartTime: time,
    appointmentEndTime: slot === undefined ? null : londonTime(slot.endsAt),
    lab: event.lab_name,
    product: {
      productId: event.product_id,
      productName: productName(known),
      price: pricePence(known),
      emailTemplate: event.email_template,
    },
    paymentStatus: 'paid',
  }
}

/** Books the time. Repeating it after a failure books once. */
export async function confirmBooking(): Promise<void> {
  const present = $case.get()
  const choice = $choice.get()
  const { step } = $booking.get()
  const isReady = step === 'consent' || step === 'failed'
  if (present === undefined || choice === undefined || !isReady) return
  setBookingStep({ step: 'confirming' })
  const answer = await call(createAppointment, payload(present, choice))
  if (answer.ok) {
    dropHold()
    clearAnswers()
    tellTabs('placeChanged')
    setBookingStep({ step: 'done' })
    return goTo(successPath(answer.value.appointment_id), { replace: true })
  }
  if (answer.reason === 'payment-required') return goToPayment()
  const refusal = confirmRefusal(answer.reason)
  const message = messageOf(refusal, answer.text)
  if (message.text === CONFIRM_FAILED) {
    reportError({ errorMessage: CONFIRM_FAILED, description: 'Failed to create appointment' })
  }
  if (refusal.way === 'choose') returnToTimes(message)
  else if (refusal.way === 'consent') showConsent(message)
  else if (refusal.way === 'number') {
    showConsent(message)
    goTo(nhsNumberPath(present.event.event_id))
  } else setBookingStep({ step: 'failed', message, way: refusal.way })
}
