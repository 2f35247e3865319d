import { useStore } from '@nanostores/react'
import { $resending, resendVerification } from '#account/store/verify-email.ts'
import { Button } from '#core/island/Button.tsx'

const SENT = 'A new link is on its way. Please look in your inbox or spam folder.'

/** Sends the verification link again (AUTH-12); /medical-results offers it too. */
export function ResendVerification() {
  const resending = useStore($resending)
  return (
    <div className="stack stack--s">
      {resending.step === 'sent' || resending.step === 'needless' ? (
        <p role="status">{resending.step === 'sent' ? SENT : resending.text}</p>
      ) : (
        <Button
          kind="secondary"
          busy={resending.step === 'sending'}
          onClick={() => void resendVerification()}
        >
          Send the link again
        </Button>
      )}
      {resending.step === 'failed' && (
        <p className="field__error" role="alert">
          {resending.text}
        </p>
      )}
    </div>
  )
}
