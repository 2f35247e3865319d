import { useStore } from '@nanostores/react'
import {
  PayPalCVVField,
  PayPalExpiryField,
  PayPalNameField,
  PayPalNumberField,
  usePayPalCardFields,
} from '@paypal/react-paypal-js'
import type { ReactNode } from 'react'
import { OwnRule } from '#booking/island/OwnRule.tsx'
import { Button } from '#core/island/Button.tsx'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { controlProps, HintAndError } from '#core/island/Field.tsx'
import { PrivacyLink } from '#core/island/PrivacyLink.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { formatPounds } from '#core/rules/money.ts'
import { BillingFields } from '#payments/island/BillingFields.tsx'
import { billingForm } from '#payments/store/billing.ts'
import {
  $cardErrors,
  $formErrors,
  $payAttempt,
  type CardField,
  cardFieldId,
} from '#payments/store/card-errors.ts'
import { payByCard } from '#payments/store/pay.ts'
import type { Checkout } from '#payments/store/state.ts'
import { CARD_HINTS, CARD_LABELS, CHECKOUT_TEXTS, FORM_INVALID } from '#payments/texts/payment.ts'

type Form = Extract<Checkout, { step: 'form' }>

/** The provider's fields by ours. */
const FIELDS = {
  name: 'NameField',
  number: 'NumberField',
  expiry: 'ExpiryField',
  cvv: 'CVVField',
} as const

/** Card and billing address, and the button that pays (PAY-02, PAY-03). Inside the provider's context. */
export function CardForm({ form }: { form: Form }) {
  const { cardFieldsForm } = usePayPalCardFields()
  const errors = useStore($formErrors)
  const attempt = useStore($payAttempt)
  const submission = useStore(billingForm.$submission)
  const isBusy = form.phase !== 'card'
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (cardFieldsForm !== null) void payByCard(form.round, cardFieldsForm)
      }}
    >
      <ErrorSummary title={FORM_INVALID} errors={errors} attempt={attempt + submission.attempt} />
      <p className="muted">{CHECKOUT_TEXTS.secure}</p>
      <CardBox field="number">
        <PayPalNumberField />
      </CardBox>
      <CardBox field="expiry" hint={CARD_HINTS.expiry} isShort>
        <PayPalExpiryField />
      </CardBox>
      <CardBox field="cvv" hint={CARD_HINTS.cvv} isShort>
        <PayPalCVVField />
      </CardBox>
      <CardBox field="name">
        <PayPalNameField />
      </CardBox>
      <BillingFields />
      <OwnRule sentences={form.order.rule} />
      <p>
        {CHECKOUT_TEXTS.cancelPolicy} <a href="/refund-policy">{CHECKOUT_TEXTS.refundPolicy}</a>.
      </p>
      <Button type="submit" kind="action" busy={isBusy}>
        Pay {formatPounds(form.order.amount_pence)}
      </Button>
      {isBusy && <Spinner>{CHECKOUT_TEXTS.processing}</Spinner>}
      <PrivacyLink />
    </form>
  )
}

type BoxProps = { field: CardField; hint?: string; isShort?: boolean; children: ReactNode }

/** A field that the provider draws in a frame: its label, and its error, which the error summary leads to. */
function CardBox({ field, hint, isShort = false, children }: BoxProps) {
  const { fields } = usePayPalCardFields()
  const errors = useStore($cardErrors)
  const id = cardFieldId(field)
  const error = errors[field]
  return (
    <fieldset
      className="field"
      id={id}
      tabIndex={-1}
      aria-describedby={controlProps({ name: id, label: '', hint, error })['aria-describedby']}
      onFocus={(event) => {
        // The link of the error summary: on to the input within the frame.
        if (event.target === event.currentTarget) fields[FIELDS[field]]?.focus()
      }}
    >
      <legend className="field__label">{CARD_LABELS[field]}</legend>
      <HintAndError name={id} hint={hint} error={error} />
      <div
        className={isShort ? 'card-field card-field--short' : 'card-field'}
        data-invalid={error === undefined ? undefined : ''}
      >
        {children}
      </div>
    </fieldset>
  )
}
