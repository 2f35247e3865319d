import type { NewPasswordForm } from '#account/store/password-reset.ts'
import { PasswordField } from '#core/island/PasswordField.tsx'
import { MAX_PASSWORD_BYTES, MIN_PASSWORD } from '#core/rules/character-limits.ts'
import type { FormErrors } from '#core/store/form.ts'

type Props = {
  values: NewPasswordForm
  errors: FormErrors<NewPasswordForm>
  onChange: (name: keyof NewPasswordForm, value: string) => void
}

/** A new password, typed twice, each with its own show and hide (AUTH-06). */
export function NewPasswordFields({ values, errors, onChange }: Props) {
  return (
    <>
      <PasswordField
        name="password"
        label="New password"
        hint={`${MIN_PASSWORD} to ${MAX_PASSWORD_BYTES} characters`}
        autoComplete="new-password"
        what="new password"
        value={values.password}
        error={errors.password}
        onChange={(value) => onChange('password', value)}
      />
      <PasswordField
        name="confirmation"
        label="Confirm new password"
        autoComplete="new-password"
        what="confirmation"
        value={values.confirmation}
        error={errors.confirmation}
        onChange={(value) => onChange('confirmation', value)}
      />
    </>
  )
}
