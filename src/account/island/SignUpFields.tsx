import { COUNTRIES, ETHNICITIES, GENDERS } from '#account/rules/profile-fields.ts'
import type { SignUpForm } from '#account/rules/sign-up.ts'
import { changeSignUp, enterDateOfBirth } from '#account/store/sign-up.ts'
import { DateField } from '#core/island/DateField.tsx'
import { PasswordField } from '#core/island/PasswordField.tsx'
import { SelectField } from '#core/island/SelectField.tsx'
import { TextField } from '#core/island/TextField.tsx'
import { MIN_PASSWORD } from '#core/rules/character-limits.ts'
import { ONE_NAME_HINT } from '#core/texts/account-forms.ts'
import { NHS_NUMBER_HINT } from '#core/texts/nhs-number.ts'

type Props = {
  values: SignUpForm
  errors: Partial<Record<keyof SignUpForm, string>>
}

/** Name, value, error and change of one field. */
const bind = ({ values, errors }: Props, name: keyof SignUpForm) => ({
  name,
  value: values[name],
  error: errors[name],
  onChange: (value: string) => changeSignUp(name, value),
})

export function NameFields(props: Props) {
  return (
    <>
      <TextField
        {...bind(props, 'firstName')}
        label="First name"
        hint="Include any middle name."
        autoComplete="given-name"
        autoCapitalize="words"
      />
      <TextField
        {...bind(props, 'lastName')}
        label="Last name"
        hint={ONE_NAME_HINT}
        autoComplete="family-name"
        autoCapitalize="words"
      />
    </>
  )
}

export function AddressFields(props: Props) {
  return (
    <>
      <TextField {...bind(props, 'address1')} label="Address line 1" autoComplete="address-line1" />
      <TextField
        {...bind(props, 'address2')}
        label="Address line 2"
        optional
        autoComplete="address-line2"
      />
      <TextField
        {...bind(props, 'postCode')}
        label="Postcode"
        width={10}
        autoComplete="postal-code"
      />
      <SelectField
        {...bind(props, 'country')}
        label="Country"
        options={COUNTRIES}
        autoComplete="country-name"
      />
    </>
  )
}

export function AboutFields(props: Props) {
  return (
    <>
      <TextField
        {...bind(props, 'occupation')}
        label="Occupation"
        optional
        autoComplete="organization-title"
      />
      <TextField
        {...bind(props, 'nhs')}
        label="NHS number"
        optional
        hint={NHS_NUMBER_HINT}
        width={20}
        inputMode="numeric"
        autoComplete="off"
      />
      <SelectField
        {...bind(props, 'gender')}
        label="Gender"
        options={GENDERS}
        placeholder="Select gender"
        autoComplete="sex"
      />
      <DateField
        {...bind(props, 'dateOfBirth')}
        label="Date of birth"
        hint="For example, 27 3 1962"
        isBirthday
        onEnter={enterDateOfBirth}
      />
    </>
  )
}

/** E-mail and passwords are left out when the account exists (AUTH-04). */
export function ContactFields(props: Props & { accountEmail: string | undefined }) {
  return (
    <>
      <TextField
        {...bind(props, 'phoneNumber')}
        label="Phone number"
        hint="With the country code and without spaces."
        placeholder="+447700900123"
        type="tel"
        width={20}
        autoComplete="tel"
      />
      {props.accountEmail === undefined && (
        <>
          <TextField
            {...bind(props, 'email')}
            label="Email"
            hint="We send your confirmations here."
            type="email"
            autoComplete="email"
          />
          <PasswordField
            {...bind(props, 'password')}
            label="Password"
            hint={`At least ${MIN_PASSWORD} characters. Longer is better: three words that only you would put together.`}
            autoComplete="new-password"
          />
          <PasswordField
            {...bind(props, 'confirmPassword')}
            label="Confirm password"
            what="confirmed password"
            autoComplete="new-password"
          />
        </>
      )}
    </>
  )
}

export function EthnicityField(props: Props) {
  return (
    <SelectField
      {...bind(props, 'ethnicity')}
      label="Ethnicity"
      hint="Prostate cancer is more common in some groups than in others."
      options={ETHNICITIES}
      placeholder="Select ethnicity"
    />
  )
}
