import { APPOINTMENT_LABELS } from '#booking/texts/appointments.ts'
import { SummaryRow } from '#core/island/SummaryRow.tsx'
import { formatPounds } from '#core/rules/money.ts'
import { formatLongDate } from '#core/rules/time.ts'
import type { Order } from '#payments/store/state.ts'
import { CHECKOUT_TEXTS } from '#payments/texts/payment.ts'

/** 'Your Order': what is paid for, with the server's price (PAY-01). */
export function YourOrder({ order }: { order: Order }) {
  const price = formatPounds(order.amount_pence)
  return (
    <section className="card" aria-labelledby="your-order">
      <h2 className="card__title" id="your-order">
        {CHECKOUT_TEXTS.order}
      </h2>
      <dl className="summary">
        <SummaryRow label={APPOINTMENT_LABELS.event} isVerbatim>
          {order.event_name}
        </SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.date}>
          <time dateTime={order.starts_at}>{formatLongDate(order.appt_date)}</time>
        </SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.time}>
          <span className="tabular">{order.appt_time}</span>
        </SummaryRow>
        {order.event_location !== '' && (
          <SummaryRow label={APPOINTMENT_LABELS.place} isVerbatim>
            {order.event_location}
          </SummaryRow>
        )}
      </dl>
      <dl className="summary summary--order">
        <div className="summary__row">
          <dt>{order.product_name}</dt>
          <dd className="tabular" translate="no">
            {price}
          </dd>
        </div>
        <div className="summary__row summary__row--total">
          <dt>Total</dt>
          <dd className="tabular" translate="no">
            {price}
          </dd>
        </div>
      </dl>
    </section>
  )
}
