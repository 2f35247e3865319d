import { atom, type ReadableAtom } from 'nanostores'
import { loadSession, onSessionEvent } from '#account/store/session.ts'
import type { AppointmentOnWire } from '#booking/contract/appointment-on-wire.ts'
import { getAppointment, getCalendar } from '#booking/contract/appointments.ts'
import { hasEnded } from '#booking/rules/appointment.ts'
import { callEvenSignedOut } from '#core/contract/call.ts'
import { serverNow } from '#core/contract/server-clock.ts'
import { isUuid } from '#core/rules/uuid.ts'
import { latestOnly } from '#core/store/latest-only.ts'
import { currentPath, loginPathFor, onReturn } from '#core/store/navigation.ts'
import { onTabSignal } from '#core/store/tab-signals.ts'

/** The appointment in the address of /booking-success (BOOK-09). */
export type BookedAppointment =
  | { readonly state: 'loading' }
  /** The address has no appointment. */
  | { readonly state: 'unnamed' }
  | { readonly state: 'booked'; readonly appointment: AppointmentOnWire }
  /** Cancelled, or it has taken place. */
  | { readonly state: 'cancelled' | 'over' }
  | { readonly state: 'signed-out'; readonly loginPath: string }
  | { readonly state: 'not-found' }
  | { readonly state: 'failed' }

const $state = atom<BookedAppointment>({ state: 'loading' })
export const $booked: ReadableAtom<BookedAppointment> = $state

const STATES: Partial<Record<string, BookedAppointment['state'] & ('signed-out' | 'not-found')>> = {
  unauthorized: 'signed-out',
  'appointment-not-found': 'not-found',
  forbidden: 'not-found',
  invalid: 'not-found',
}

const requestedId = () => new URLSearchParams(location.search).get('appointment') ?? ''

const beginLoad = latestOnly()

function showSignedOut(): void {
  beginLoad()
  $state.set({ state: 'signed-out', loginPath: loginPathFor(currentPath()) })
}

/** The page's state for an own appointment. The database keeps a past one as `booked` until its result is recorded. */
function stateOf(appointment: AppointmentOnWire, now: Date): BookedAppointment {
  if (appointment.status === 'cancelled') return { state: 'cancelled' }
  const isOver = hasEnded({ endsAt: new Date(appointment.ends_at) }, now)
  if (appointment.status !== 'booked' || isOver) return { state: 'over' }
  return { state: 'booked', appointment }
}

/** Loads the appointment of the address; the response to an outdated request is dropped. */
export async function loadBooked(): Promise<void> {
  const isLatest = beginLoad()
  const id = requestedId()
  if (id === '') return $state.set({ state: 'unnamed' })
  if (!isUuid(id.toLowerCase())) return $state.set({ state: 'not-found' })
  $state.set({ state: 'loading' })
  // First: it finishes an unfinished sign-out, whose session still reads appointments.
  const session = await loadSession()
  if (!isLatest()) return
  if (session.state === 'signed-out') return showSignedOut()
  if (session.state !== 'signed-in') return $state.set({ state: 'failed' })
  const answer = await callEvenSignedOut(getAppointment, { appointment_id: id })
  if (!isLatest()) return
  if (answer.ok) return $state.set(stateOf(answer.value, serverNow()))
  const state = STATES[answer.reason] ?? 'failed'
  if (state === 'signed-out') showSignedOut()
  else $state.set({ state })
}

/** Loads the appointment, hides it at sign-out, and loads it again on return. Returns a function that stops it. */
export function watchBooked(): () => void {
  const hide = () => {
    if (isUuid(requestedId().toLowerCase())) showSignedOut()
  }
  const stops = [
    // The session store sends no event for a sign-out elsewhere while it is not sure who is signed in.
    onTabSignal('signedOut', hide),
    onSessionEvent((event) => {
      if (event === 'SIGNED_OUT') hide()
      if (event === 'SIGNED_IN') void loadBooked()
    }),
    onReturn(() => void loadBooked()),
  ]
  void loadBooked()
  return () => {
    for (const stop of stops) stop()
  }
}

/** The appointment's calendar file, or undefined when it could not be loaded. */
export async function readCalendar(
  appointmentId: string,
): Promise<{ filename: string; text: string } | undefined> {
  const answer = await callEvenSignedOut(getCalendar, { appointment_id: appointmentId })
  return answer.ok ? { filename: answer.value.filename, text: answer.value.ics } : undefined
}
