import { $session, requireSession, type SignedInPatient } from '#account/store/session.ts'
import { listUpcomingAppointments } from '#booking/contract/appointments.ts'
import type { HoldOnWire } from '#booking/contract/hold-on-wire.ts'
import { createHold, releaseHold } from '#booking/contract/holds.ts'
import { getOwnPlace } from '#booking/contract/own-place.ts'
import { type AppointmentStatus, blocksBooking } from '#booking/rules/appointment.ts'
import { followPlace, showExisting, slotOf } from '#booking/store/follow-place.ts'
import { $hold, $secondsLeft, dropHold, startHold } from '#booking/store/hold.ts'
import {
  $case,
  $choice,
  $isRepeatFree,
  attemptKey,
  type BookingCase,
  beginJourney,
  caseOf,
  choose,
  clearAnswers,
  renewKey,
} from '#booking/store/journey.ts'
import {
  type BookingMessage,
  closedMessage,
  holdRefusal,
  MESSAGES,
  messageOf,
} from '#booking/store/messages.ts'
import type { OwnPlaceOnWire } from '#booking/store/own-place.ts'
import { nhsNumberPath, requestedEvent } from '#booking/store/requested-event.ts'
import { type Choice, readSlots, resetSlots } from '#booking/store/slots.ts'
import {
  $booking,
  CONSENT_HASH,
  refreshTimes,
  setBookingStep,
  showChoose,
  showConsent,
  showTimes,
} from '#booking/store/steps.ts'
import { call } from '#core/contract/call.ts'
import { isValidNhsNumber } from '#core/rules/nhs-number.ts'
import { reportError } from '#core/store/error-log.ts'
import { goTo, onReturn } from '#core/store/navigation.ts'
import { isMarked } from '#core/store/session-marker.ts'
import { onTabSignal, tellTabs } from '#core/store/tab-signals.ts'
import { getEvent, isWhole } from '#events/contract/events.ts'
import { isEsneft } from '#events/rules/event.ts'

/** Everything that the page needs besides the session. */
const readAll = (eventId: number) =>
  Promise.all([
    call(getEvent, { event_id: eventId }),
    call(getOwnPlace, { event_id: eventId }),
    readSlots(eventId),
  ])

/** Why the event cannot be shown: it is unknown, private without a grant, or could not be read. */
function unreadable(event: Awaited<ReturnType<typeof readAll>>[0]): BookingMessage {
  if (event.ok) return MESSAGES.codeRequired
  return event.reason === 'event-not-found' ? MESSAGES.invalidEvent : MESSAGES.loadingFailed
}

/** Opens the page from its address and the server's state: also after a reload, a return from /login, or Back (BOOK-01). */
export async function openBooking(product: string): Promise<void> {
  const eventId = requestedEvent()
  if (eventId === undefined) return goTo('/events', { replace: true })
  setBookingStep({ step: 'loading' })
  resetSlots()
  // Asked together with the session when there probably is one: one round of requests.
  const isProbable = eventId !== 'invalid' && isMarked()
  const early = isProbable ? readAll(eventId) : undefined
  const patient = await requireSession()
  if (patient === undefined) {
    const isUnknown = $session.get().state === 'failed'
    if (isUnknown) setBookingStep({ step: 'unavailable', message: MESSAGES.loadingFailed })
    return
  }
  if (eventId === 'invalid') {
    return setBookingStep({ step: 'unavailable', message: MESSAGES.invalidEvent })
  }
  await show(patient, product, eventId, await (early ?? readAll(eventId)))
}

type Read = Awaited<ReturnType<typeof readAll>>

async function show(
  patient: SignedInPatient,
  product: string,
  eventId: number,
  [event, own, slots]: Read,
): Promise<void> {
  if (!event.ok || !isWhole(event.value)) {
    return setBookingStep({ step: 'unavailable', message: unreadable(event) })
  }
  const present = caseOf(patient, event.value, product)
  const place = own.ok ? own.value : undefined
  beginJourney(present)
  if (asksNumber(present, place)) return goTo(nhsNumberPath(eventId), { replace: true })
  showExisting(place?.appointment ?? null)
  $isRepeatFree.set(place?.free_repeat ?? false)
  resume(place?.hold ?? null)
  showTimes(slots)
}

/** Whether the NHS number comes before the booking: it is needed and not valid, and nothing else forbids the booking (NHS-02). */
function asksNumber(present: BookingCase, own?: OwnPlaceOnWire): boolean {
  const { known, patient } = present
  if (!isEsneft(known) || isValidNhsNumber(patient.profile.nhs_number ?? '')) return false
  if (own?.hold) return true
  return !own?.appointment && closedMessage(present, patient.profile) === undefined
}

/** Restores a live hold; reports a hold that expired in the meantime. */
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

/** Whether no upcoming appointment blocks the booking (BOOK-05); shows a message when one does. */
async function hasNoUpcomingAppointment({ patient }: BookingCase): Promise<boolean> {
  const answer = await call(listUpcomingAppointments, { profileId: patient.profile.profileId })
  if (!answer.ok) {
    const { text } = MESSAGES.checkFailed
    reportError({ errorMessage: text, description: answer.reason })
    showChoose(MESSAGES.checkFailed)
    return false
  }
  const now = new Date(answer.value.server_time)
  const isBlocked = answer.value.appointments.some(({ status, ends_at }) =>
    blocksBooking({ status: status as AppointmentStatus, endsAt: new Date(ends_at) }, now),
  )
  if (isBlocked) showChoose(messageOf(holdRefusal('existing-booking'), ''))
  return !isBlocked
}

async function requestHold(eventId: number, { date, time }: Choice, givesUpOffer: boolean) {
  const request = () =>
    call(createHold, {
      event_id: eventId,
      appt_date: date,
      appt_time: time,
      idempotency_key: attemptKey(),
      ...(givesUpOffer ? { gives_up_offer: true } : {}),
    })
  const answer = await request()
  if (answer.ok || answer.reason !== 'key-reused') return answer
  // The hold of this key has expired or was released: this is a new attempt.
  renewKey()
  return request()
}

/**
 * 'Proceed to Consent Form': checks for an existing booking, holds the chosen time, and shows the consent form (BOOK-05, BOOK-06).
 * `givesUpOffer`: the patient agreed that a place offered at another event goes to the next patient (WAIT-02).
 */
export async function proceed(givesUpOffer = false): Promise<void> {
  const present = $case.get()
  const choice = $choice.get()
  const isReady = $booking.get().step === 'choose'
  if (present === undefined || choice === undefined || !isReady) return
  setBookingStep({ step: 'checking' })
  if (!(await hasNoUpcomingAppointment(present))) return
  const answer = await requestHold(present.event.event_id, choice, givesUpOffer)
  if (answer.ok) {
    startHold(answer.value)
    tellTabs('placeChanged')
    showConsent()
    return
  }
  if ($secondsLeft.get() === 0) dropHold()
  const refusal = holdRefusal(answer.reason)
  showChoose(messageOf(refusal, answer.text))
  if (refusal.way === 'number') return goTo(nhsNumberPath(present.event.event_id))
  await refreshTimes()
}

/** Back to the times; the hold stays. */
export function changeTime(): void {
  if ($booking.get().step === 'consent') showChoose()
}

/** Stops the booking and releases the hold; an offered place stays reserved until the offer expires (WAIT-02). */
export async function stopBooking(): Promise<void> {
  const hold = $hold.get()
  const present = $case.get()
  if (hold !== undefined && !hold.isOffer) {
    await call(releaseHold, { hold_id: hold.holdId }, { keepalive: true })
    tellTabs('placeChanged')
  }
  dropHold()
  clearAnswers()
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

/** Opens the booking and keeps it up to date while the page is shown. Returns a function that stops it. */
export function watchBooking(product: string): () => void {
  const open = () => void openBooking(product)
  window.addEventListener('popstate', followHistory)
  const stops = [onReturn(open), onTabSignal('signedOut', clearAnswers), followPlace()]
  open()
  return () => {
    window.removeEventListener('popstate', followHistory)
    for (const stop of stops) stop()
    dropHold()
  }
}
