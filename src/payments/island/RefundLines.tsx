import type { Refund } from '#booking/store/appointments.ts'
import { formatPounds } from '#core/rules/money.ts'
import { formatShortDate, londonDate } from '#core/rules/time.ts'
import { refundText } from '#payments/texts/receipt.ts'

/** What was or will be returned of a payment, one line each (PAY-08). */
export function RefundLines({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return null
  return (
    <ul>
      {refunds.map(lineOf).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const lineOf = ({ amount_pence, state, due_on, done_at }: Refund) =>
  refundText({
    amount: formatPounds(amount_pence),
    state,
    dueOn: formatShortDate(due_on),
    doneOn: done_at === null ? '' : formatShortDate(londonDate(new Date(done_at))),
  })
