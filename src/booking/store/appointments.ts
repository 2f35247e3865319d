import { atom, type ReadableAtom } from 'nanostores'
import type { AppointmentOnWire } from '#booking/contract/appointment-on-wire.ts'
import {
  cancelAppointment,
  type ListedAppointmentOnWire,
  listUpcomingAppointments,
} from '#booking/contract/appointments.ts'
import { type AppointmentStatus, appointmentCan } from '#booking/rules/appointment.ts'
import {
  CANCEL_FAILED_NOTICE,
  CANCEL_REFUSALS,
  CANCELLED_NOTICE,
} from '#booking/texts/appointments.ts'
import { call } from '#core/contract/call.ts'
import { serverNow } from '#core/contract/server-clock.ts'
import { formatPounds } from '#core/rules/money.ts'
import { formatShortDate } from '#core/rules/time.ts'
import { latestOnly } from '#core/store/latest-only.ts'
import { tellTabs } from '#core/store/tab-signals.ts'
import { agreedRefund } from '#payments/contract/agreed-refund.ts'
import {
  type RefundableOnWire,
  type RefundOnWire,
  refundableOf,
} from '#payments/contract/payment-on-wire.ts'
import { refundSentences } from '#payments/texts/cancelling.ts'
import { refundDue } from '#payments/texts/receipt.ts'

export type Appointment = AppointmentOnWire
/** With its history. */
export type ListedAppointment = ListedAppointmentOnWire
export type {
  PaymentOnWire as PaidAmount,
  RefundOnWire as Refund,
} from '#payments/contract/payment-on-wire.ts'

/** What cancelling a paid appointment returns, in sentences (PAY-08). */
export const refundTold = (refund: RefundableOnWire): string[] =>
  refundSentences(refundableOf(refund))

export type AppointmentList =
  | { readonly state: 'loading' }
  | {
      readonly state: 'loaded'
      readonly appointments: readonly ListedAppointment[]
      /** The server's time when the list was read. */
      readonly readAt: Date
    }
  | { readonly state: 'failed'; readonly text: string }

/** The running cancellation, if any (APPT-02). */
export type Cancellation =
  | { readonly step: 'none' }
  | {
      readonly step: 'asking' | 'sending'
      readonly appointment: ListedAppointment
      /** The refund changed since it was shown: the question has the new one (PAY-08). */
      readonly isRefundNew?: boolean
    }
  | {
      readonly step: 'over'
      readonly kind: 'done' | 'refused' | 'failed'
      readonly title: string
      readonly text: string
    }

const $list = atom<AppointmentList>({ state: 'loading' })
const $cancelling = atom<Cancellation>({ step: 'none' })
export const $appointments: ReadableAtom<AppointmentList> = $list
export const $cancellation: ReadableAtom<Cancellation> = $cancelling

const beginLoad = latestOnly()

/** The patient's booked and cancelled appointments that have not ended (APPT-01). The response to an outdated request is dropped. */
export async function loadAppointments(profileId: number): Promise<void> {
  const isLatest = beginLoad()
  const answer = await call(listUpcomingAppointments, { profileId })
  if (!isLatest()) return
  if (answer.ok) {
    const { appointments, server_time } = answer.value
    $list.set({ state: 'loaded', appointments, readAt: new Date(server_time) })
  } else $list.set({ state: 'failed', text: answer.text })
}

const TOO_LATE = {
  step: 'over',
  kind: 'refused',
  title: CANCEL_REFUSALS['too-late'].title,
  text: CANCEL_REFUSALS['too-late'].text,
} as const

export const isBooked = ({ status }: Appointment): boolean => status === 'booked'

/** 'Cancel': requests confirmation, or says that it is too late (APPT-02). */
export function askToCancel(appointment: ListedAppointment): void {
  if ($cancelling.get().step !== 'none') return
  const startsAt = new Date(appointment.starts_at)
  // The API's status is any text; an unknown one allows no change.
  const status = appointment.status as AppointmentStatus
  const verdict = appointmentCan.cancel({ status, startsAt }, serverNow())
  if (verdict === 'too-late') $cancelling.set(TOO_LATE)
  if (verdict === 'yes') $cancelling.set({ step: 'asking', appointment })
}

/** 'No, keep it', or closing the message. */
export function closeCancellation(): void {
  if ($cancelling.get().step !== 'sending') $cancelling.set({ step: 'none' })
}

/** The notice of a cancellation, with what is returned (PAY-08). */
function cancelledNotice(refund: RefundOnWire | null) {
  if (refund === null) return CANCELLED_NOTICE
  const money = refundDue(formatPounds(refund.amount_pence), formatShortDate(refund.due_on))
  return { title: CANCELLED_NOTICE.title, text: `${CANCELLED_NOTICE.text} ${money}` }
}

/** Requests the appointment as the list has it now. */
function askAgain(appointmentId: string): void {
  const list = $list.get()
  const appointment =
    list.state === 'loaded'
      ? list.appointments.find(({ appointment_id: id }) => id === appointmentId)
      : undefined
  $cancelling.set(
    appointment === undefined
      ? { step: 'over', kind: 'failed', ...CANCEL_FAILED_NOTICE }
      : { step: 'asking', appointment, isRefundNew: true },
  )
}

/** 'Yes, cancel it': cancels once, then reloads the list. */
export async function cancel(profileId: number): Promise<void> {
  const current = $cancelling.get()
  if (current.step !== 'asking') return
  const { appointment } = current
  $cancelling.set({ step: 'sending', appointment })
  const { appointment_id, refund_if_cancelled: shown } = appointment
  const answer = await call(cancelAppointment, {
    appointment_id,
    ...agreedRefund(shown),
  })
  if (answer.ok) tellTabs('placeChanged')
  await loadAppointments(profileId)
  if (answer.ok)
    $cancelling.set({ step: 'over', kind: 'done', ...cancelledNotice(answer.value.refund) })
  else if (answer.reason === 'refund-changed') askAgain(appointment_id)
  else if (answer.reason === 'too-late') $cancelling.set(TOO_LATE)
  else {
    // The response says when the next attempt can succeed.
    const text = answer.reason === 'too-many-requests' ? answer.text : CANCEL_FAILED_NOTICE.text
    $cancelling.set({ step: 'over', kind: 'failed', title: CANCEL_FAILED_NOTICE.title, text })
  }
}
