import { useStore } from '@nanostores/react'
import { NewPasswordFields } from '#account/island/NewPasswordFields.tsx'
import {
  $isPasswordChanged,
  changePassword,
  changePasswordForm,
  typePassword,
} from '#account/store/change-password.ts'
import { CHANGE_TEXTS } from '#account/texts/account-changes.ts'
import { Button } from '#core/island/Button.tsx'
import { PasswordField } from '#core/island/PasswordField.tsx'
import { StoreForm } from '#core/island/StoreForm.tsx'

/** The user's password (AUTH-13). For guarded pages only. */
export function ChangePassword() {
  const values = useStore(changePasswordForm.$values)
  const errors = useStore(changePasswordForm.$errors)
  const submission = useStore(changePasswordForm.$submission)
  const isChanged = useStore($isPasswordChanged)
  return (
    <section className="card" aria-labelledby="change-password">
      <h3 className="card__title" id="change-password">
        Change your password
      </h3>
      <StoreForm
        legend="The password until now and the next one"
        {...{ errors, submission }}
        onSubmit={changePassword}
        actions={
          <>
            {isChanged && <p role="status">{CHANGE_TEXTS.passwordChanged}</p>}
            <Button
              type="submit"
              kind="secondary"
              busy={submission.step === 'sending'}
              busyText="Saving…"
            >
              Change password
            </Button>
          </>
        }
      >
        <PasswordField
          name="oldPassword"
          label="Current password"
          autoComplete="current-password"
          what="current password"
          value={values.oldPassword}
          error={errors.oldPassword}
          onChange={(value) => typePassword('oldPassword', value)}
        />
        <NewPasswordFields {...{ values, errors }} onChange={typePassword} />
      </StoreForm>
    </section>
  )
}
