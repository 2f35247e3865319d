import { atom, type ReadableAtom } from 'nanostores'
import { listPastAppointments } from '#contract/appointments.ts'
import { call } from '#contract/call.ts'
import { handleUnauthorized } from '#stores/account/session.ts'
import type { ListedAppointment } from '#stores/portal/appointments.ts'

export type PastAppointments =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'loaded'; readonly appointments: readonly ListedAppointment[] }

const $list = atom<PastAppointments>({ state: 'loading' })
export const $pastAppointments: ReadableAtom<PastAppointments> = $list

let latest = 0

/** The patient's booked and cancelled appointments that have ended, newest first (APPT-01). The answer to an outdated request is dropped. */
export async function loadPastAppointments(profileId: number): Promise<void> {
  latest += 1
  const mine = latest
  const answer = await call(listPastAppointments, { profileId })
  if (mine !== latest) return
  if (answer.ok) $list.set({ state: 'loaded', appointments: answer.value.appointments })
  else if (answer.reason === 'unauthorized') handleUnauthorized()
  else $list.set({ state: 'failed' })
}
