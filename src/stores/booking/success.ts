import { atom, type ReadableAtom } from 'nanostores'
import { type AppointmentOnWire, getAppointment, getCalendar } from '#contract/appointments.ts'
import { call } from '#contract/call.ts'
import { currentPath, loginPathFor } from '#stores/navigation.ts'

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

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const STATES: Partial<Record<string, BookedAppointment['state'] & ('signed-out' | 'not-found')>> = {
  unauthorized: 'signed-out',
  'appointment-not-found': 'not-found',
  forbidden: 'not-found',
  invalid: 'not-found',
}

const requestedId = () => new URLSearchParams(location.search).get('appointment') ?? ''

export async function loadBooked(): Promise<void> {
  const id = requestedId()
  if (id === '') return $state.set({ state: 'unnamed' })
  if (!UUID.test(id)) return $state.set({ state: 'not-found' })
  $state.set({ state: 'loading' })
  const answer = await call(getAppointment, { appointment_id: id })
  if (answer.ok) {
    const appointment = answer.value
    if (appointment.status === 'booked') return $state.set({ state: 'booked', appointment })
    return $state.set({ state: appointment.status === 'cancelled' ? 'cancelled' : 'over' })
  }
  const state = STATES[answer.reason] ?? 'failed'
  $state.set(state === 'signed-out' ? { state, loginPath: loginPathFor(currentPath()) } : { state })
}

/** The appointment's calendar file, or undefined when it could not be loaded. */
export async function readCalendar(
  appointmentId: string,
): Promise<{ filename: string; text: string } | undefined> {
  const answer = await call(getCalendar, { appointment_id: appointmentId })
  return answer.ok ? { filename: answer.value.filename, text: answer.value.ics } : undefined
}
