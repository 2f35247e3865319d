import {
  $appointments,
  askToCancel,
  isBooked,
  loadAppointments,
} from '#booking/store/appointments.ts'
import { loadPastAppointments } from '#booking/store/past-appointments.ts'
import { followList, openReschedule, resumeReschedule } from '#booking/store/reschedule.ts'
import { onReturn } from '#core/store/navigation.ts'
import { onTabSignal } from '#core/store/tab-signals.ts'

/** Loads the patient's appointments, and again on return and when another tab changed one. Returns a function that stops it. */
export function watchAppointments(profileId: number): () => void {
  const readAgain = async () => {
    void loadPastAppointments(profileId)
    await loadAppointments(profileId)
    await followList()
  }
  const stops = [
    onReturn(() => void readAgain()),
    onTabSignal('placeChanged', () => void readAgain()),
  ]
  void loadPastAppointments(profileId)
  void loadAppointments(profileId)
    .then(() => resumeReschedule(profileId))
    .then(openWantedChange)
  return () => {
    for (const stop of stops) stop()
  }
}

/** Opens the dialog that the address names for the booked appointment, once; changes nothing automatically. */
export async function openWantedChange(): Promise<void> {
  const list = $appointments.get()
  const wanted = new URLSearchParams(location.search).get('open')
  if (wanted === null || list.state !== 'loaded') return
  // Not again after a reload or Back.
  history.replaceState(null, '', location.pathname)
  const appointment = list.appointments.find(isBooked)
  if (appointment === undefined) return
  if (wanted === 'cancel') askToCancel(appointment)
  if (wanted === 'reschedule') await openReschedule(appointment)
}
