import { useState } from 'react'
import { signOutOther } from '#account/store/sign-up.ts'
import { Notice } from '#core/island/Notice.tsx'

/** For a user who has an account but no profile (AUTH-04). */
export function UnfinishedSignUp({ email }: { email: string }) {
  const [failure, setFailure] = useState<string>()
  const leave = async () => {
    setFailure(await signOutOther())
  }
  return (
    <Notice title="Please finish creating your account" kind="warning">
      <p>
        Your sign-in for <strong translate="no">{email}</strong> is ready, but we do not have your
        details yet. Fill them in below: you keep your password.
      </p>
      {failure && (
        <p className="field__error" role="alert">
          {failure}
        </p>
      )}
      <p>
        Not you?{' '}
        <button className="link" type="button" onClick={() => void leave()}>
          Sign out
        </button>
      </p>
    </Notice>
  )
}
