import { $appointments, askToCancel, isBooked } from '#booking/store/appointments.ts'
import { openReschedule } from '#booking/store/reschedule.ts'

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
