import { listUpcomingAppointments } from '#contract/appointments.ts'
import { call } from '#contract/call.ts'
import { type EventOnWire, getEvent } from '#contract/events.ts'
import { createHold, getHold, type HoldOnWire, releaseHold } from '#contract/holds.ts'
import { type AppointmentStatus, blocksBooking } from '#domain/appointment.ts'
import {
  $session,
  handleUnauthorized,
  requireSession,
  type SignedInPatient,
} from '#stores/account/session.ts'
import { consentForm } from '#stores/booking/consent.ts'
import { $hold, $secondsLeft, dropHold, startHold } from '#stores/booking/hold.ts'
import {
  $case,
  $choice,
  attemptKey,
  type BookingCase,
  beginJourney,
  choose,
  endJourney,
  renewKey,
} from '#stores/booking/journey.ts'
import { HOLD_REFUSALS, MESSAGES, messageOf } from '#stores/booking/messages.ts'
import { type Choice, isSameChoice, resetSlots } from '#stores/booking/slots.ts'
import {
  $booking,
  CONSENT_HASH,
  refreshTimes,
  returnToTimes,
  setBookingStep,
  showChoose,
  showConsent,
} from '#stores/booking/steps.ts'
import { reportError } from '#stores/error-log.ts'
import { eventFacts, knownEvent } from '#stores/events/event-facts.ts'
import { goTo, onReturn } from '#stores/navigation.ts'

/** The event id in the address: undefined when missing, 'invalid' when it cannot be an id. */
function requestedEvent(): number | 'invalid' | undefined {
  const text = new URLSearchParams(location.search).get('event') ?? ''
  if (text === '') return undefined
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 'invalid'
}

/** Opens the page from its address and the server's state: also after a reload, a return from /login, or Back (BOOK-01). */
export async function openBooking(product: string): Promise<void> {
  const eventId = requestedEvent()
  if (eventId === undefined) return goTo('/events', { replace: true })
  setBookingStep({ step: 'loading' })
  resetSlots()
  const patient = await requireSession()
  if (patient === undefined) {
    const isUnknown = $session.get().state === 'failed'
    if (isUnknown) setBookingStep({ step: 'unavailable', message: MESSAGES.loadingFailed })
    return
  }
  if (eventId === 'invalid') {
    return setBookingStep({ step: 'unavailable', message: MESSAGES.invalidEvent })
  }
  const [event, held] = await Promise.all([
    call(getEvent, { event_id: eventId }),
    call(getHold, { event_id: eventId }),
  ])
  if (!held.ok && held.reason === 'unauthorized') return handleUnauthorized()
  if (!event.ok) {
    const isUnknown = event.reason === 'event-not-found'
    const message = isUnknown ? MESSAGES.invalidEvent : MESSAGES.loadingFailed
    return setBookingStep({ step: 'unavailable', message })
  }
  startJourney(patient, event.value, product)
  const hold = held.ok ? held.value.hold : null
  resume(hold)
  await refreshTimes()
}

function startJourney(
  patient: SignedInPatient,
  event: EventOnWire & { server_time: string },
  product: string,
): void {
  const readAt = new Date(event.server_time)
  const facts = eventFacts(event, product, readAt)
  beginJourney({ patient, event, known: knownEvent(event), facts, readAt })
}

/** Restores a live hold; reports a hold that expired meanwhile. */
function resume(hold: HoldOnWire | null): void {
  const wantsConsent = location.hash === CONSENT_HASH
  if (hold === null) {
    dropHold()
    const wasHeld = wantsConsent && $choice.get() !== undefined
    showChoose(wasHeld ? MESSAGES.holdOver : undefined)
    return
  }
  startHold(hold)
  choose(slotOf(hold))
  if (wantsConsent) showConsent()
  else showChoose()
}

const slotOf = (hold: HoldOnWire): Choice => ({ date: hold.appt_date, time: hold.appt_time })

/** Whether no upcoming appointment blocks the booking (BOOK-05); shows a message when one does. */
async function hasNoUpcomingAppointment({ patient }: BookingCase): Promise<boolean> {
  const answer = await call(listUpcomingAppointments, { profileId: patient.profile.profileId })
  if (!answer.ok) {
    if (answer.reason === 'unauthorized') handleUnauthorized()
    else {
      const { text } = MESSAGES.checkFailed
      reportError({ errorMessage: text, description: answer.reason })
      showChoose(MESSAGES.checkFailed)
    }
    return false
  }
  const now = new Date(answer.value.server_time)
  const isBlocked = answer.value.appointments.some(({ status, ends_at }) =>
    blocksBooking({ status: status as AppointmentStatus, endsAt: new Date(ends_at) }, now),
  )
  if (isBlocked) showChoose(messageOf(HOLD_REFUSALS['existing-booking'], ''))
  return !isBlocked
}

async function requestHold(eventId: number, { date, time }: Choice) {
  const request = () =>
    call(createHold, {
      event_id: eventId,
      appt_date: date,
      appt_time: time,
      idempotency_key: attemptKey(),
    })
  const answer = await request()
  if (answer.ok || answer.reason !== 'key-reused') return answer
  // The hold of this key has expired or was released: this is a new attempt.
  renewKey()
  return request()
}

/** 'Proceed to Consent Form': checks for an existing booking, holds the chosen time, and shows the consent form (BOOK-05, BOOK-06). */
export async function proceed(): Promise<void> {
  const present = $case.get()
  const choice = $choice.get()
  const isReady = $booking.get().step === 'choose'
  if (present === undefined || choice === undefined || !isReady) return
  setBookingStep({ step: 'checking' })
  if (!(await hasNoUpcomingAppointment(present))) return
  const answer = await requestHold(present.event.event_id, choice)
  if (answer.ok) {
    startHold(answer.value)
    showConsent()
    return
  }
  if (answer.reason === 'unauthorized') return handleUnauthorized()
  if ($secondsLeft.get() === 0) dropHold()
  showChoose(messageOf(HOLD_REFUSALS[answer.reason], answer.text))
  await refreshTimes()
}

/** Back to the times; the hold stays. */
export function changeTime(): void {
  if ($booking.get().step === 'consent') showChoose()
}

/** Stops the booking and releases the hold. */
export async function stopBooking(): Promise<void> {
  const hold = $hold.get()
  const present = $case.get()
  if (hold !== undefined) await call(releaseHold, { hold_id: hold.holdId }, { keepalive: true })
  dropHold()
  endJourney()
  goTo(present === undefined ? '/events' : `/event/${present.event.event_id}`)
}

/** Follows Back and Forward; other fragments, such as the skip link's, change nothing. */
function followHistory(): void {
  const { step } = $booking.get()
  const hold = $hold.get()
  if (location.hash === '' && (step === 'consent' || step === 'failed')) showChoose()
  if (location.hash !== CONSENT_HASH || step !== 'choose') return
  if (hold === undefined) showChoose()
  else {
    choose({ date: hold.date, time: hold.time })
    showConsent()
  }
}

const isSending = () => consentForm.$submission.get().step === 'sending'

/** Shows that the hold has expired, unless a request is running: then its response decides. */
function showExpiry(secondsLeft: number | undefined): void {
  const { step } = $booking.get()
  const canShow = step === 'choose' || step === 'consent' || step === 'failed'
  if (secondsLeft === 0 && canShow && !isSending()) returnToTimes(MESSAGES.holdOver)
}

/** The window is visible again: another one may have chosen another time, booked or released the hold. */
async function refreshHold(): Promise<void> {
  const before = $hold.get()
  const { step } = $booking.get()
  const isIdle = (step === 'choose' || step === 'consent') && !isSending()
  if (document.visibilityState !== 'visible' || before === undefined || !isIdle) return
  const answer = await call(getHold, { event_id: $case.get()?.event.event_id ?? 0 })
  if (!answer.ok) {
    if (answer.reason === 'unauthorized') handleUnauthorized()
    return
  }
  if ($hold.get() !== before || $booking.get().step !== step || isSending()) return
  const { hold } = answer.value
  if (hold === null) return returnToTimes(MESSAGES.holdGone)
  startHold(hold)
  if (step !== 'consent' || isSameChoice(slotOf(hold), before)) return
  choose(slotOf(hold))
  showConsent(MESSAGES.chosenElsewhere)
}

/** Opens the booking and keeps it up to date while the page is shown. Returns a function that stops it. */
export function watchBooking(product: string): () => void {
  const open = () => void openBooking(product)
  const refresh = () => void refreshHold()
  window.addEventListener('popstate', followHistory)
  document.addEventListener('visibilitychange', refresh)
  const stops = [onReturn(open), $secondsLeft.listen(showExpiry)]
  open()
  return () => {
    window.removeEventListener('popstate', followHistory)
    document.removeEventListener('visibilitychange', refresh)
    for (const stop of stops) stop()
    dropHold()
  }
}
