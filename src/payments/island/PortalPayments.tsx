import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Button } from '#core/island/Button.tsx'
import { formatPounds } from '#core/rules/money.ts'
import { formatShortDate, londonDate } from '#core/rules/time.ts'
import { RefundLines } from '#payments/island/RefundLines.tsx'
import { $payments, loadPayments, type OwnPayment } from '#payments/store/payments.ts'
import { OWN_PAYMENTS, RECEIPT_TEXTS } from '#payments/texts/receipt.ts'

/** Everything that the patient has paid, also without an appointment, and what goes back (PAY-13). */
export function PortalPayments() {
  const list = useStore($payments)

  useEffect(() => {
    void loadPayments()
  }, [])

  // Most patients never pay: their page has nothing more for it, also while it is not known.
  if (list.state === 'loading' || (list.state === 'loaded' && list.payments.length === 0)) {
    return null
  }
  return (
    <section className="card" aria-labelledby="payments">
      <h2 className="card__title" id="payments">
        {OWN_PAYMENTS.title}
      </h2>
      {list.state === 'failed' ? (
        <>
          <p className="field__error" role="alert">
            {OWN_PAYMENTS.failed}
          </p>
          <Button kind="secondary" small onClick={() => void loadPayments()}>
            Try again
          </Button>
        </>
      ) : (
        <ul className="stack">
          {list.payments.map((payment) => (
            <li key={`${payment.paid_at} ${payment.event_name}`}>
              <Payment payment={payment} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Payment({ payment }: { payment: OwnPayment }) {
  const { event_name: name, amount_pence: pence, paid_at: at, appointment_id: id } = payment
  return (
    <>
      <p>
        <span>
          <strong>{formatPounds(pence)}</strong> for {name},{' '}
          <time className="tabular" dateTime={at}>
            {formatShortDate(londonDate(new Date(at)))}
          </time>
        </span>
        {id === null ? (
          <span>. {OWN_PAYMENTS.noPlace}</span>
        ) : (
          <span>
            . <a href={`/receipt?appointment=${id}`}>{RECEIPT_TEXTS.link}</a>
          </span>
        )}
      </p>
      <RefundLines refunds={payment.refunds} />
    </>
  )
}
