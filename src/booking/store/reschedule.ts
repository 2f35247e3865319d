import { atom, type ReadableAtom } from 'nanostores'
import { rescheduleAppointment } from '#booking/contract/appointments.ts'
import { type AppointmentStatus, appointmentCan } from '#booking/rules/appointment.ts'
import {
  $appointments,
  type Appointment,
  isBooked,
  loadAppointments,
} from '#booking/store/appointments.ts'
import { isOffered, type NewTimes, readNewTimes } from '#booking/store/new-times.ts'
import { $keptChoice, type KeptChoice } from '#booking/store/reschedule-choice.ts'
import { type Choice, isSameChoice } from '#booking/store/slots.ts'
import {
  APPOINTMENT_CHANGED_TITLE,
  CHANGE_REFUSALS,
  type ChangeReason,
  RESCHEDULE_FAILED_TEXT,
} from '#booking/texts/appointments.ts'
import { call } from '#core/contract/call.ts'
import { serverNow } from '#core/contract/server-clock.ts'
import { latestOnly } from '#core/store/latest-only.ts'
import { tellTabs } from '#core/store/tab-signals.ts'

/** Why the last attempt changed nothing, in the modal. */
export type Problem = { readonly title: string; readonly text?: string }

type Editing = {
  readonly step: 'choosing' | 'sending'
  readonly appointment: Appointment
  readonly times: NewTimes
  readonly choice: Choice | undefined
  readonly problem: Problem | undefined
}

/** The running change of a time, if any (APPT-03). */
export type Rescheduling =
  | { readonly step: 'none' }
  | Editing
  /** The modal is closed: the time can no longer be changed, or the appointment is not booked any more. */
  | { readonly step: 'refused'; readonly title: string; readonly text: string }
  | { readonly step: 'moved'; readonly appointment: Appointment }

const $state = atom<Rescheduling>({ step: 'none' })
export const $rescheduling: ReadableAtom<Rescheduling> = $state

const TOO_LATE = {
  step: 'refused',
  title: CHANGE_REFUSALS['too-late'].title,
  text: CHANGE_REFUSALS['too-late'].text,
} as const

/** The modal of this appointment as it is now; undefined when it was closed, or opened for another one, in the meantime. */
function editing(appointmentId: string): Editing | undefined {
  const state = $state.get()
  const isOpen = state.step === 'choosing' || state.step === 'sending'
  return isOpen && state.appointment.appointment_id === appointmentId ? state : undefined
}

const update = (appointmentId: string, changes: Partial<Editing>): void => {
  const open = editing(appointmentId)
  if (open !== undefined) $state.set({ ...open, ...changes })
}

function end(state: Exclude<Rescheduling, Editing>): void {
  $keptChoice.set(undefined)
  $state.set(state)
}

/** The open modal when the appointment has a newer version: says so, and keeps a choice that is another time than the present one. */
const afterChange = (appointment: Appointment, choice: Choice | undefined, title: string) => ({
  appointment,
  choice: choice && isSameChoice(timeOf(appointment), choice) ? undefined : choice,
  problem: { title, text: CHANGE_REFUSALS['appointment-changed'].text },
})

const refuse = (text: string): void => end({ step: 'refused', title: RESCHEDULE_FAILED_TEXT, text })

const beginReading = latestOnly()

/** Reads the times of the open modal; a chosen time that is no longer free is deselected, with a message. */
export async function loadNewTimes(): Promise<void> {
  const before = $state.get()
  if (before.step !== 'choosing') return
  const { appointment_id: id } = before.appointment
  if (before.times.state === 'failed') update(id, { times: { state: 'loading' } })
  const isLatest = beginReading()
  const times = await readNewTimes(before.appointment)
  const open = editing(id)
  if (open === undefined || !isLatest()) return
  const isCancelled = times === 'event-cancelled'
  if (open.step === 'sending') {
    // The server checks the time that is sent.
    const text = CHANGE_REFUSALS['event-cancelled'].text
    return update(id, { times: isCancelled ? { state: 'failed', text } : times })
  }
  if (isCancelled) return refuse(CHANGE_REFUSALS['event-cancelled'].text)
  update(id, { times })
  if (open.choice === undefined || times.state !== 'loaded' || isOffered(times, open.choice)) return
  $keptChoice.set(undefined)
  const problem = { title: RESCHEDULE_FAILED_TEXT, text: CHANGE_REFUSALS['slot-taken'].text }
  update(id, { choice: undefined, problem })
}

/** 'Reschedule': opens the modal, or says that it is too late (APPT-03). `kept` is a choice for the version that was shown then. */
export async function openReschedule(
  appointment: Appointment,
  kept?: Pick<KeptChoice, 'choice' | 'version'>,
): Promise<void> {
  const { step } = $state.get()
  if (step === 'choosing' || step === 'sending') return
  const startsAt = new Date(appointment.starts_at)
  // The API's status is any text; an unknown one allows no change.
  const status = appointment.status as AppointmentStatus
  const verdict = appointmentCan.reschedule({ status, startsAt }, serverNow())
  if (verdict === 'too-late') return end(TOO_LATE)
  if (verdict !== 'yes') return end({ step: 'none' })
  $state.set({
    step: 'choosing',
    appointment,
    times: { state: 'loading' },
    choice: kept?.choice,
    problem: undefined,
    ...(kept && kept.version !== appointment.version
      ? afterChange(appointment, kept.choice, APPOINTMENT_CHANGED_TITLE)
      : undefined),
  })
  await loadNewTimes()
}

/** Chooses a new time in the open modal. */
export function chooseNewTime(profileId: number, choice: Choice): void {
  const open = $state.get()
  if (open.step !== 'choosing') return
  const { appointment_id: appointmentId, version } = open.appointment
  $keptChoice.set({ profileId, appointmentId, version, choice })
  $state.set({ ...open, choice, problem: undefined })
}

/** 'Keep the current time', Escape, or closing a message. */
export function closeReschedule(): void {
  if ($state.get().step !== 'sending') end({ step: 'none' })
}

/** 'Confirm new time': moves the appointment once, then reloads the list. */
export async function confirmReschedule(profileId: number): Promise<void> {
  const open = $state.get()
  if (open.step !== 'choosing' || open.choice === undefined) return
  const { choice } = open
  const { appointment_id: id, version } = open.appointment
  $state.set({ ...open, step: 'sending', problem: undefined })
  const answer = await call(rescheduleAppointment, {
    appointment_id: id,
    appt_time: choice.time,
    version,
  })
  if (answer.ok) tellTabs('placeChanged')
  await loadAppointments(profileId)
  if (answer.ok) return end({ step: 'moved', appointment: answer.value.appointment })
  await explain(id, choice, answer)
}

/** Shows why the appointment was not moved. */
async function explain(
  id: string,
  choice: Choice,
  { reason, text }: { reason: string; text: string },
): Promise<void> {
  const title = RESCHEDULE_FAILED_TEXT
  const way = reason in CHANGE_REFUSALS && CHANGE_REFUSALS[reason as ChangeReason].way
  if (reason === 'too-late') return end(TOO_LATE)
  if (way === 'over') return refuse(text)
  if (way === 'choose') {
    $keptChoice.set(undefined)
    update(id, { step: 'choosing', choice: undefined, problem: { title, text } })
    return loadNewTimes()
  }
  const moved = listed(id)
  if (way === 'look' && moved !== undefined) {
    update(id, { step: 'choosing', ...afterChange(moved, choice, title) })
    return loadNewTimes()
  }
  // The move may have been made although its response was lost: then the list has the new time.
  if (moved !== undefined && isSameChoice(timeOf(moved), choice)) {
    tellTabs('placeChanged')
    return end({ step: 'moved', appointment: moved })
  }
  const isLimited = reason === 'too-many-requests'
  update(id, { step: 'choosing', problem: isLimited ? { title, text } : { title } })
}

const timeOf = ({ appt_date: date, appt_time: time }: Appointment): Choice => ({ date, time })

function listed(appointmentId: string): Appointment | undefined {
  const list = $appointments.get()
  if (list.state !== 'loaded') return undefined
  return list.appointments.find((one) => one.appointment_id === appointmentId)
}

/** The list was read again: the open modal shows the present time and says that it was changed, or closes when it is not booked any more. */
export async function followList(): Promise<void> {
  const open = $state.get()
  if (open.step !== 'choosing' || $appointments.get().state !== 'loaded') return
  const appointment = listed(open.appointment.appointment_id)
  if (appointment === undefined || !isBooked(appointment))
    return refuse(CHANGE_REFUSALS['not-booked'].text)
  const isChanged = appointment.version !== open.appointment.version
  const changes = isChanged
    ? afterChange(appointment, open.choice, APPOINTMENT_CHANGED_TITLE)
    : { appointment }
  $state.set({ ...open, ...changes })
  await loadNewTimes()
}

/** After a reload or a return from /login: opens the modal with the choice that was kept. */
export async function resumeReschedule(profileId: number): Promise<void> {
  const kept = $keptChoice.get()
  if (kept === undefined || $appointments.get().state !== 'loaded') return
  const appointment = kept.profileId === profileId ? listed(kept.appointmentId) : undefined
  if (appointment === undefined || !isBooked(appointment)) return $keptChoice.set(undefined)
  await openReschedule(appointment, kept)
}
