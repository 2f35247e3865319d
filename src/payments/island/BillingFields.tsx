import { useStore } from '@nanostores/react'
import { SelectField } from '#core/island/SelectField.tsx'
import { TextField } from '#core/island/TextField.tsx'
import { type BillingAddress, billingForm, COUNTRY_CODES } from '#payments/store/billing.ts'
import { BILLING_LABELS, CHECKOUT_TEXTS } from '#payments/texts/payment.ts'

/** The provider's limits. */
const MOST = { address_line_1: 300, address_line_2: 300, admin_area_2: 120, admin_area_1: 300 }
const MOST_POSTCODE = 60

const TEXTS = [
  { name: 'address_line_1', autoComplete: 'billing address-line1' },
  { name: 'address_line_2', autoComplete: 'billing address-line2', optional: true },
  { name: 'admin_area_2', autoComplete: 'billing address-level2' },
  { name: 'admin_area_1', autoComplete: 'billing address-level1', optional: true },
] as const

const COUNTRIES = Object.entries(COUNTRY_CODES).map(([value, label]) => ({ value, label }))

/** The billing address of the card (PAY-02); it goes to the provider, never to us. */
export function BillingFields() {
  const address = useStore(billingForm.$values)
  const errors = useStore(billingForm.$errors)
  const set = (name: keyof BillingAddress) => (value: string) => billingForm.set(name, value)
  return (
    <fieldset className="form">
      <legend>
        <h3>{CHECKOUT_TEXTS.billing}</h3>
      </legend>
      <p className="field__hint">{CHECKOUT_TEXTS.billingHint}</p>
      {TEXTS.map((field) => (
        <TextField
          key={field.name}
          {...field}
          label={BILLING_LABELS[field.name]}
          value={address[field.name]}
          error={errors[field.name]}
          maxLength={MOST[field.name]}
          onChange={set(field.name)}
        />
      ))}
      <TextField
        name="postal_code"
        label={BILLING_LABELS.postal_code}
        autoComplete="billing postal-code"
        width={10}
        value={address.postal_code}
        error={errors.postal_code}
        maxLength={MOST_POSTCODE}
        onChange={set('postal_code')}
      />
      <SelectField
        name="country_code"
        label={BILLING_LABELS.country_code}
        autoComplete="billing country"
        value={address.country_code}
        error={errors.country_code}
        options={COUNTRIES}
        onChange={set('country_code')}
      />
    </fieldset>
  )
}
