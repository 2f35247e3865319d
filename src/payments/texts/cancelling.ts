import { changeDeadline, isLocked } from '#booking/rules/appointment.ts'
import { changeableUntil, LOCKED_TIME } from '#booking/texts/appointments.ts'
import { formatPounds } from '#core/rules/money.ts'
import { formatDeadline } from '#core/rules/time.ts'
import { REFUND_DAYS, type Refundable } from '#payments/rules/refund.ts'

/** Above the sentences of one booking: the policy of all events is below them. */
export const OWN_RULE_TITLE = 'If you cancel or change the time'

/** Before a time is chosen: the deadlines depend on it. */
export const OWN_RULE_UNKNOWN =
  'Choose a time to see until when you can change or cancel it, and what you get back.'
export const OWN_RULE_UNKNOWN_FREE = 'Choose a time to see until when you can change or cancel it.'

/** How money goes back, in the question whether to cancel (PAY-08). */
export const REFUND_WAY = `The money goes back the way you paid, within ${REFUND_DAYS} working days.`

/** The last minute in which a refund is promised. Example: before 09:00 it is 08:59. */
const lastMinute = (until: Date): string => formatDeadline(new Date(until.getTime() - 1))

/** What cancelling a paid booking returns, in sentences (PAY-08, PAY-12). */
export function refundSentences({
  amountPence,
  chargePence,
  returnedPence,
  until,
}: Refundable): string[] {
  const back = `${formatPounds(returnedPence)} has gone back already.`
  const isBack = returnedPence > 0
  if (until === null) {
    return ['This booking is no longer refundable.', ...(isBack ? [back] : [])]
  }
  if (amountPence === 0) {
    return isBack ? [`No more money is returned: ${back}`] : ['This booking is not refundable.']
  }
  return [
    `Cancel by ${lastMinute(until)} and get ${formatPounds(amountPence)} back. After that nothing is returned.`,
    ...(isBack ? [back] : []),
    ...(chargePence > 0
      ? [`${formatPounds(chargePence)} is kept back for the cost of the payment.`]
      : []),
  ]
}

type Cancellable = {
  readonly startsAt: Date
  /** Null: nothing is paid for it. */
  readonly refund: Refundable | null
}

/** The rule of one booking: what cancelling returns, and until when it can be changed or cancelled online (PAY-08, APPT-02). */
export function cancellationSentences({ startsAt, refund }: Cancellable, now: Date): string[] {
  return [
    ...(refund === null ? [] : refundSentences(refund)),
    isLocked({ startsAt }, now)
      ? LOCKED_TIME
      : changeableUntil(formatDeadline(changeDeadline({ startsAt }))),
  ]
}
