import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { Notice } from '#islands/ui/Notice.tsx'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { $session, requireSession, type SignedInPatient } from '#stores/session.ts'

/** Around what only a patient sees: 'Loading...', then his page, or /login (AUTH-08). */
export function SessionGate({ children }: { children: (patient: SignedInPatient) => ReactNode }) {
  const session = useStore($session, { ssr: 'initial' })

  useEffect(() => {
    void requireSession()
  }, [])

  if (session.state === 'failed') {
    return (
      <Notice title="We cannot tell who you are at the moment" kind="error" live="alert">
        <p>{session.text}</p>
        <p>
          <Button kind="secondary" onClick={() => void requireSession()}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  }
  if (session.state !== 'signed-in' || session.profile === null)
    return <Spinner>Loading...</Spinner>
  return children({ ...session, profile: session.profile })
}
