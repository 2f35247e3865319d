import { useStore } from '@nanostores/react'
import {
  $linkSentTo,
  changeEmail,
  changeEmailForm,
  typeNewEmail,
} from '#account/store/change-email.ts'
import { emailLinkSent } from '#account/texts/account-changes.ts'
import { Button } from '#core/island/Button.tsx'
import { PasswordField } from '#core/island/PasswordField.tsx'
import { StoreForm } from '#core/island/StoreForm.tsx'
import { TextField } from '#core/island/TextField.tsx'

/** The user's e-mail address: changed by a link to the new one (AUTH-13). For guarded pages only. */
export function ChangeEmail({ email }: { email: string }) {
  const values = useStore(changeEmailForm.$values)
  const errors = useStore(changeEmailForm.$errors)
  const submission = useStore(changeEmailForm.$submission)
  const sentTo = useStore($linkSentTo)
  return (
    <section className="card" aria-labelledby="change-email">
      <h3 className="card__title" id="change-email">
        Change your email
      </h3>
      <p>
        You sign in with <strong translate="no">{email}</strong>.
      </p>
      <StoreForm
        legend="The address to sign in with"
        {...{ errors, submission }}
        onSubmit={changeEmail}
        actions={
          <>
            {sentTo !== undefined && <p role="status">{emailLinkSent(sentTo)}</p>}
            <Button
              type="submit"
              kind="secondary"
              busy={submission.step === 'sending'}
              busyText="Sending…"
            >
              Send link
            </Button>
          </>
        }
      >
        <TextField
          name="newEmail"
          label="New email"
          type="email"
          autoComplete="email"
          value={values.newEmail}
          error={errors.newEmail}
          onChange={(value) => typeNewEmail('newEmail', value)}
        />
        <PasswordField
          name="emailPassword"
          label="Your password"
          autoComplete="current-password"
          what="your password"
          value={values.emailPassword}
          error={errors.emailPassword}
          onChange={(value) => typeNewEmail('emailPassword', value)}
        />
      </StoreForm>
    </section>
  )
}
