import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import { Countdown } from '#booking/island/BookingHeader.tsx'
import { Steps } from '#booking/island/Steps.tsx'
import { CONSENT_HASH } from '#booking/store/steps.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Overlay, Spinner } from '#core/island/Spinner.tsx'
import { formatLongDate } from '#core/rules/time.ts'
import { CardPayment } from '#payments/island/CardPayment.tsx'
import { CheckoutNotice } from '#payments/island/CheckoutNotice.tsx'
import { YourOrder } from '#payments/island/YourOrder.tsx'
import { watchCheckout } from '#payments/store/checkout.ts'
import { finishPayment } from '#payments/store/pay.ts'
import { $checkout, $kept, type Checkout, type Order } from '#payments/store/state.ts'
import { CHECKING_TEXTS, CHECKOUT_TEXTS } from '#payments/texts/payment.ts'

type Props = { bookingPhone: string }

/** /checkout: pays for the place that is held, and says how the payment ended (PAY-01 to PAY-04). */
export const CheckoutIsland = island(CheckoutPage)

function CheckoutPage({ bookingPhone }: Props) {
  const checkout = useStore($checkout)
  useEffect(() => watchCheckout(), [])
  return (
    <>
      <Page checkout={checkout}>
        <Step checkout={checkout} bookingPhone={bookingPhone} />
      </Page>
      <SessionWatch />
    </>
  )
}

const orderOf = (checkout: Checkout) => ('order' in checkout ? checkout.order : undefined)

/** Heading, steps and order around the present step. The order comes first on a small screen: the price is seen before it is paid. */
function Page({ checkout, children }: { checkout: Checkout; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { step } = checkout
  const shown = useRef(step)
  const order = orderOf(checkout)

  useEffect(() => {
    const isNews = shown.current !== step && shown.current !== 'loading'
    shown.current = step
    // A message moves the focus to itself.
    if (isNews && step !== 'over') heading.current?.focus()
  }, [step])

  return (
    <div className="stack">
      {order !== undefined && step === 'form' && (
        <p>
          <a
            className="link link--back"
            href={`/book-event?event=${order.event_id}${CONSENT_HASH}`}
          >
            {CHECKOUT_TEXTS.back}
          </a>
        </p>
      )}
      <h1 tabIndex={-1} ref={heading}>
        {CHECKOUT_TEXTS.heading}
      </h1>
      {order === undefined ? (
        children
      ) : (
        <>
          <Steps at="pay" isPaid />
          {step === 'form' && <Chosen order={order} />}
          <div className="columns columns--aside-early">
            <div className="stack">{children}</div>
            <aside className="columns__fixed">
              <YourOrder order={order} />
            </aside>
          </div>
        </>
      )}
    </div>
  )
}

function Chosen({ order }: { order: Order }) {
  return (
    <div className="chosen">
      <p className="chosen__what">
        <strong translate="no">{order.event_name}</strong>
        <br />
        {formatLongDate(order.appt_date)}, <span className="tabular">{order.appt_time}</span>
      </p>
      <Countdown />
    </div>
  )
}

function Step({ checkout, bookingPhone }: { checkout: Checkout; bookingPhone: string }) {
  const kept = useStore($kept)
  if (checkout.step === 'loading') return <Spinner />
  if (checkout.step === 'checking') return <Checking isLong={checkout.isLong} />
  if (checkout.step === 'unfinished') return <Unfinished />
  if (checkout.step === 'paid') {
    return <Spinner>{checkout.text === '' ? CHECKOUT_TEXTS.processing : checkout.text}</Spinner>
  }
  const eventId = orderOf(checkout)?.event_id ?? kept?.eventId
  const notice = checkout.message && (
    <CheckoutNotice message={checkout.message} bookingPhone={bookingPhone} eventId={eventId} />
  )
  if (checkout.step === 'over') return notice
  return (
    <>
      {notice}
      <h2>{CHECKOUT_TEXTS.card}</h2>
      <CardPayment form={checkout} />
      {checkout.phase === 'capturing' && <Overlay>{CHECKOUT_TEXTS.processing}</Overlay>}
    </>
  )
}

function Checking({ isLong }: { isLong: boolean }) {
  return (
    <Notice title={CHECKING_TEXTS.title} live="status">
      <p>{CHECKING_TEXTS.text}</p>
      {isLong && <p>{CHECKING_TEXTS.long}</p>}
      <Spinner>{CHECKOUT_TEXTS.processing}</Spinner>
    </Notice>
  )
}

function Unfinished() {
  return (
    <Notice title={CHECKING_TEXTS.openTitle} kind="warning" live="alert">
      <p>{CHECKING_TEXTS.open}</p>
      <p>
        <Button kind="action" onClick={() => void finishPayment()}>
          {CHECKING_TEXTS.finish}
        </Button>
      </p>
    </Notice>
  )
}
