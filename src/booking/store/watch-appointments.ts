import { loadAppointments } from '#booking/store/appointments.ts'
import { loadPastAppointments } from '#booking/store/past-appointments.ts'
import { followList, resumeReschedule } from '#booking/store/reschedule.ts'
import { openWantedChange } from '#booking/store/wanted-change.ts'
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
