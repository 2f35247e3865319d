import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SessionGate } from '#account/island/SessionGate.tsx'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import { SidePanel } from '#account/island/SidePanel.tsx'
import { refundTold } from '#booking/store/appointments.ts'
import { APPOINTMENT_LABELS } from '#booking/texts/appointments.ts'
import { REFERENCE_LABEL } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { SummaryRow } from '#core/island/SummaryRow.tsx'
import { formatPounds } from '#core/rules/money.ts'
import { formatLongDate, londonDate } from '#core/rules/time.ts'
import { RefundLines } from '#payments/island/RefundLines.tsx'
import { $receipt, loadReceipt, type Receipt, watchReceipt } from '#payments/store/receipt.ts'
import { cardText, RECEIPT_TEXTS } from '#payments/texts/receipt.ts'

/** /receipt, for patients only: what was paid for one appointment, to print (PAY-10). */
export const ReceiptIsland = island(ReceiptPage)

function ReceiptPage({ product }: { product: string }) {
  return (
    <>
      <SessionGate heading={RECEIPT_TEXTS.heading}>
        {({ profile }) => (
          <div className="portal">
            <SidePanel product={product} profile={profile} current="/upcoming-events" />
            <div className="portal__main stack">
              <p>
                <a className="link link--back" href="/upcoming-events">
                  {RECEIPT_TEXTS.back}
                </a>
              </p>
              <h1>{RECEIPT_TEXTS.heading}</h1>
              <Shown />
            </div>
          </div>
        )}
      </SessionGate>
      <SessionWatch />
    </>
  )
}

function Shown() {
  const shown = useStore($receipt)
  useEffect(watchReceipt, [])
  if (shown.state === 'loading') return <Spinner />
  if (shown.state === 'missing') return <p>{RECEIPT_TEXTS.missing}</p>
  if (shown.state === 'failed') {
    return (
      <Notice title={RECEIPT_TEXTS.failed} kind="error" live="alert">
        <p>
          <Button kind="secondary" onClick={() => void loadReceipt()}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  }
  return <Sheet receipt={shown.receipt} />
}

function Sheet({ receipt }: { receipt: Receipt }) {
  const { charity, refunds, refund_if_cancelled: refundable } = receipt
  const [name = charity.name, ...lines] = charity.address
  return (
    <section className="card stack" aria-labelledby="receipt-of">
      <h2 className="card__title" id="receipt-of" translate="no">
        {receipt.event_name}
      </h2>
      <dl className="summary">
        <SummaryRow label={RECEIPT_TEXTS.paidTo} isVerbatim>
          <address className="address">
            <span>{charity.name}</span>
            {name !== charity.name && <span>{name}</span>}
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </SummaryRow>
        {charity.registration_number !== null && (
          <SummaryRow label={RECEIPT_TEXTS.charityNumber} isVerbatim>
            <span className="tabular">{charity.registration_number}</span>
          </SummaryRow>
        )}
        <SummaryRow label={REFERENCE_LABEL} isVerbatim>
          <span className="tabular">{receipt.reference}</span>
        </SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.test}>{receipt.product_name}</SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.date}>{formatLongDate(receipt.appt_date)}</SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.time}>
          <span className="tabular">{receipt.appt_time}</span>
        </SummaryRow>
        {receipt.event_location !== '' && (
          <SummaryRow label={APPOINTMENT_LABELS.place} isVerbatim>
            {receipt.event_location}
          </SummaryRow>
        )}
        <SummaryRow label={RECEIPT_TEXTS.amount} isVerbatim>
          <strong className="tabular">{formatPounds(receipt.amount_pence)}</strong>
        </SummaryRow>
        <SummaryRow label={RECEIPT_TEXTS.paidOn}>
          <time dateTime={receipt.paid_at}>
            {formatLongDate(londonDate(new Date(receipt.paid_at)))}
          </time>
        </SummaryRow>
        <SummaryRow label={RECEIPT_TEXTS.paidWith}>
          {cardText(receipt.card_brand, receipt.card_last_digits)}
        </SummaryRow>
        {refunds.length > 0 && (
          <SummaryRow label={RECEIPT_TEXTS.refunds}>
            <RefundLines refunds={refunds} />
          </SummaryRow>
        )}
      </dl>
      {refundable !== null &&
        refundTold(refundable).map((sentence) => <p key={sentence}>{sentence}</p>)}
      <div className="card__foot">
        <Button kind="secondary" small onClick={() => window.print()}>
          {RECEIPT_TEXTS.print}
        </Button>
      </div>
    </section>
  )
}
