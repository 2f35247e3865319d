import {
  PayPalButtons,
  PayPalCardFieldsProvider,
  PayPalScriptProvider,
  type ReactPayPalScriptOptions,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { Component, type ReactNode, useEffect, useMemo } from 'react'
import { Spinner } from '#core/island/Spinner.tsx'
import { CURRENCY } from '#core/rules/money.ts'
import { CardForm } from '#payments/island/CardForm.tsx'
import type { Funding } from '#payments/rules/payment.ts'
import { cardChanged } from '#payments/store/card-errors.ts'
import {
  approvePayment,
  createPaymentOrder,
  failPayment,
  showNoCardForm,
  stopPayment,
} from '#payments/store/pay.ts'
import type { Checkout, Provider } from '#payments/store/state.ts'
import { CHECKOUT_TEXTS } from '#payments/texts/payment.ts'

type Form = Extract<Checkout, { step: 'form' }>

/** After this the provider's script counts as not reachable. */
const MOST_LOADING_MS = 20_000

/** The look of the inputs within the provider's frames: that of our own. */
const FIELD_STYLE = {
  input: { 'font-size': '18px', 'font-family': 'sans-serif', color: '#1b2430', padding: '12px' },
}

/** Faults of the provider's components are thrown while rendering. */
class ProviderBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    showNoCardForm()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

function optionsOf({ client_id, sdk_base, environment }: Provider): ReactPayPalScriptOptions {
  return {
    clientId: client_id,
    // Without an address or an environment the package would load the live script.
    sdkBaseUrl: sdk_base,
    ...(environment === 'stand-in' ? {} : { environment }),
    currency: CURRENCY,
    intent: 'capture',
    locale: 'en_GB',
    components: 'card-fields,buttons',
  }
}

/** The provider's card form, in its frames, and its button where it offers one (PAY-02). */
export function CardPayment({ form }: { form: Form }) {
  const options = useMemo(() => optionsOf(form.provider), [form.provider])
  return (
    <ProviderBoundary>
      <PayPalScriptProvider options={options}>
        <Offers form={form} />
      </PayPalScriptProvider>
    </ProviderBoundary>
  )
}

type Callbacks = Parameters<typeof PayPalCardFieldsProvider>[0]
type Made = { isEligible(): boolean }
type Script = {
  CardFields?: (options: object) => Made
  Buttons?: (options: object) => Made
}

/** What the provider offers to this site and browser. */
function offersOf(callbacks: object) {
  const script = (window as { paypal?: Script | null }).paypal
  return {
    card: script?.CardFields?.(callbacks).isEligible() ?? false,
    wallet: script?.Buttons?.({ ...callbacks, fundingSource: 'paypal' }).isEligible() ?? false,
  }
}

/** What the provider's script calls, for one card entry. */
const callbacksOf = (round: number, funding: Funding) => ({
  createOrder: () => createPaymentOrder(round, funding),
  onApprove: ({ orderID }: { orderID: string }) => approvePayment(round, orderID),
  onCancel: () => void stopPayment(round),
  onError: () => void failPayment(round),
})

function Offers({ form }: { form: Form }) {
  const [{ isResolved, isRejected }] = usePayPalScriptReducer()
  const { round, phase } = form
  const byCard = useMemo(() => callbacksOf(round, 'card'), [round])
  const byAccount = useMemo(() => callbacksOf(round, 'paypal'), [round])
  const offers = useMemo(
    () => (isResolved ? offersOf(callbacksOf(0, 'card')) : undefined),
    [isResolved],
  )
  const hasNone = isRejected || (offers !== undefined && !offers.card && !offers.wallet)

  useEffect(() => {
    if (hasNone) showNoCardForm()
  }, [hasNone])

  useEffect(() => {
    if (isResolved || isRejected) return
    const timer = setTimeout(showNoCardForm, MOST_LOADING_MS)
    return () => clearTimeout(timer)
  }, [isResolved, isRejected])

  if (offers === undefined) return <Spinner>{CHECKOUT_TEXTS.loading}</Spinner>
  return (
    <div className="stack">
      {offers.card && (
        <PayPalCardFieldsProvider
          key={`card-${round}`}
          {...(byCard as Pick<Callbacks, 'onApprove'> & typeof byCard)}
          inputEvents={{ onChange: cardChanged }}
          style={FIELD_STYLE}
        >
          <CardForm form={form} />
        </PayPalCardFieldsProvider>
      )}
      {offers.wallet && (
        <section className="stack" aria-labelledby="wallet">
          <h3 id="wallet">{CHECKOUT_TEXTS.wallet}</h3>
          <PayPalButtons
            key={`wallet-${round}`}
            fundingSource="paypal"
            style={{ layout: 'vertical', shape: 'rect', height: 48 }}
            disabled={phase !== 'card'}
            {...byAccount}
          />
        </section>
      )}
    </div>
  )
}
