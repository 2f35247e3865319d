import { useStore } from '@nanostores/react'
import { emailLinkSent } from '#domain/texts/account-changes.ts'
import { Button } from '#islands/ui/Button.tsx'
import { PasswordField } from '#islands/ui/PasswordField.tsx'
import { StoreForm } from '#islands/ui/StoreForm.tsx'
import { TextField } from '#islands/ui/TextField.tsx'
import {
  $linkSentTo,
  changeEmail,
  changeEmailForm,
  typeNewEmail,
} from '#stores/account/change-email.ts'

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
