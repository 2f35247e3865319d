import { onReturn } from '#stores/navigation.ts'
import { loadAppointments } from '#stores/portal/appointments.ts'
import { loadPastAppointments } from '#stores/portal/past-appointments.ts'
import { followList, resumeReschedule } from '#stores/portal/reschedule.ts'
import { openWantedChange } from '#stores/portal/wanted-change.ts'
import { onTabSignal } from '#stores/tab-signals.ts'

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
