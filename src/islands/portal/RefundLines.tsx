import { formatPounds } from '#domain/money.ts'
import { refundText } from '#domain/texts/receipt.ts'
import { formatShortDate, londonDate } from '#domain/time.ts'
import type { Refund } from '#stores/portal/appointments.ts'

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
