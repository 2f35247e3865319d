import { COUNTRIES, ETHNICITIES, GENDERS } from '#account/rules/profile-fields.ts'
import type { ProfileForm } from '#account/rules/profile-form.ts'
import { changeProfileForm } from '#account/store/profile.ts'
import type { SignedInPatient } from '#account/store/session.ts'
import { BILLING_IS_HOME, DETAIL_LABELS, NHS_NUMBER_UNAVAILABLE } from '#account/texts/portal.ts'
import { Button } from '#core/island/Button.tsx'
import { Checkbox } from '#core/island/Checkbox.tsx'
import { DateField } from '#core/island/DateField.tsx'
import { SelectField } from '#core/island/SelectField.tsx'
import { TextField } from '#core/island/TextField.tsx'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { maskNhsNumber } from '#core/rules/nhs-number.ts'
import { ONE_NAME_HINT } from '#core/texts/account-forms.ts'
import { NHS_NUMBER_HINT } from '#core/texts/nhs-number.ts'

type Props = {
  values: ProfileForm
  errors: Partial<Record<keyof ProfileForm, string>>
  /** A save is running. */
  isBusy: boolean
}
type TextName = Exclude<keyof ProfileForm, 'isBillingHome' | 'isNhsOpen'>

/** Name, value, error and change of one field. */
const bind = ({ values, errors }: Props, name: TextName) => ({
  name,
  value: values[name],
  error: errors[name],
  onChange: (value: string) => changeProfileForm(name, value),
})

/** The same for a field to type in: while a save runs the store ignores changes, so the field says so. */
const bindText = (props: Props, name: TextName) => ({
  ...bind(props, name),
  readOnly: props.isBusy,
})

/** The choices, with an old value that is no longer one of them. */
const withPresent = (choices: readonly string[], present: string): readonly string[] =>
  present === '' || choices.includes(present) ? choices : [...choices, present]

export function AboutFields(props: Props) {
  const { values } = props
  return (
    <>
      <TextField
        {...bindText(props, 'firstName')}
        label="First name"
        hint="Include any middle name."
        autoComplete="given-name"
        autoCapitalize="words"
        maxLength={CHARACTER_LIMITS.name}
      />
      <TextField
        {...bindText(props, 'lastName')}
        label="Last name"
        hint={ONE_NAME_HINT}
        autoComplete="family-name"
        autoCapitalize="words"
        maxLength={CHARACTER_LIMITS.name}
      />
      <SelectField
        {...bind(props, 'gender')}
        label={DETAIL_LABELS.gender}
        optional
        options={withPresent(GENDERS, values.gender)}
        placeholder="Select gender"
        autoComplete="sex"
      />
      <DateField
        {...bind(props, 'dateOfBirth')}
        label={DETAIL_LABELS.dateOfBirth}
        optional
        hint="For example, 27 3 1962"
        isBirthday
      />
      <SelectField
        {...bind(props, 'ethnicity')}
        label={DETAIL_LABELS.ethnicity}
        optional
        options={withPresent(ETHNICITIES, values.ethnicity)}
        placeholder="Select ethnicity"
      />
      <TextField
        {...bindText(props, 'occupation')}
        label={DETAIL_LABELS.occupation}
        optional
        autoComplete="organization-title"
        maxLength={CHARACTER_LIMITS.occupation}
      />
    </>
  )
}

/** The e-mail address is shown and cannot be changed here (PORT-02). */
export function ContactFields(props: Props & { email: string }) {
  return (
    <>
      <TextField
        {...bindText(props, 'phone')}
        label={DETAIL_LABELS.phone}
        hint="With the country code and without spaces."
        type="tel"
        width={20}
        autoComplete="tel"
        maxLength={CHARACTER_LIMITS.phone}
      />
      <TextField
        name="profile-email"
        label={DETAIL_LABELS.email}
        hint="You sign in with this address. It is changed under “Sign-in and security”."
        type="email"
        value={props.email}
        disabled
        onChange={() => {}}
      />
    </>
  )
}

type AddressProps = Props & {
  prefix: 'home' | 'billing'
  legend: string
  /** Before the name of a field of autofill: '' or 'billing '. */
  section: '' | 'billing '
}

function AddressFields({ prefix, legend, section, ...props }: AddressProps) {
  const country = bind(props, `${prefix}Country`)
  return (
    <fieldset className="form">
      <legend className="field__label">{legend}</legend>
      <TextField
        {...bindText(props, `${prefix}Address1`)}
        label="Address line 1"
        autoComplete={`${section}address-line1`}
        maxLength={CHARACTER_LIMITS.addressLine}
      />
      <TextField
        {...bindText(props, `${prefix}Address2`)}
        label="Address line 2"
        optional
        autoComplete={`${section}address-line2`}
        maxLength={CHARACTER_LIMITS.addressLine}
      />
      <TextField
        {...bindText(props, `${prefix}PostCode`)}
        label="Postcode"
        width={10}
        autoComplete={`${section}postal-code`}
        maxLength={CHARACTER_LIMITS.postCode}
      />
      <SelectField
        {...country}
        label="Country"
        options={COUNTRIES}
        {...(country.value === '' ? { placeholder: 'Select country' } : {})}
        autoComplete={`${section}country-name`}
      />
    </fieldset>
  )
}

export function HomeAddressFields(props: Props) {
  return <AddressFields {...props} prefix="home" legend={DETAIL_LABELS.homeAddress} section="" />
}

export function BillingAddressFields(props: Props) {
  const { isBillingHome } = props.values
  return (
    <>
      <Checkbox
        name="isBillingHome"
        label={BILLING_IS_HOME}
        checked={isBillingHome}
        onChange={(checked) => changeProfileForm('isBillingHome', checked)}
      />
      {!isBillingHome && (
        <AddressFields
          {...props}
          prefix="billing"
          legend={DETAIL_LABELS.billingAddress}
          section="billing "
        />
      )}
    </>
  )
}

/** Masked until the patient asks to change it. */
export function NhsNumberField(props: Props & { profile: SignedInPatient['profile'] }) {
  const { nhs_number: stored, nhs_number_unavailable: isHidden } = props.profile
  if (props.values.isNhsOpen) {
    return (
      <TextField
        {...bindText(props, 'nhs')}
        label={DETAIL_LABELS.nhsNumber}
        optional
        hint={NHS_NUMBER_HINT}
        width={20}
        inputMode="numeric"
        autoComplete="off"
      />
    )
  }
  const shown = stored === null ? 'None' : maskNhsNumber(stored)
  return (
    <div className="field">
      <p className="field__label">{DETAIL_LABELS.nhsNumber}</p>
      <p className="cluster">
        <span className="tabular">{isHidden ? NHS_NUMBER_UNAVAILABLE : shown}</span>
        <Button kind="secondary" small onClick={() => changeProfileForm('isNhsOpen', true)}>
          <span>{stored === null ? 'Add' : 'Change'}</span>
          <span className="visually-hidden"> NHS number</span>
        </Button>
      </p>
    </div>
  )
}
