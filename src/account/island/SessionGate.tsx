import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { $session, requireSession, type SignedInPatient } from '#account/store/session.ts'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { currentPath, loginPathFor } from '#core/store/navigation.ts'

type Props = {
  /** The heading of the page while the session is loading. */
  heading: string
  /** The message while the session is loading. */
  loading?: string
  children: (patient: SignedInPatient) => ReactNode
}

/** Wraps a page for patients only: 'Loading...', then the page, or /login (AUTH-08). */
export function SessionGate({ heading, loading = 'Loading...', children }: Props) {
  const session = useStore($session, { ssr: 'initial' })

  useEffect(() => {
    void requireSession()
  }, [])

  if (session.state === 'signed-in' && session.profile !== null) {
    return children({ ...session, profile: session.profile })
  }
  return (
    <div className="stack">
      <h1>{heading}</h1>
      {session.state === 'failed' ? (
        <Notice title="We cannot tell who you are at the moment" kind="error" live="alert">
          <p>{session.text}</p>
          <p>
            {session.mustSignIn ? (
              <a className="button" href={loginPathFor(currentPath())}>
                Sign in
              </a>
            ) : (
              <Button kind="secondary" onClick={() => void requireSession()}>
                Try again
              </Button>
            )}
          </p>
        </Notice>
      ) : (
        <Spinner>{loading}</Spinner>
      )}
    </div>
  )
}
