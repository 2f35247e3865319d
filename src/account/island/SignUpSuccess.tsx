import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $redirect, redirectTarget, startRedirect, stayHere } from '#account/store/redirect.ts'
import { $isSessionLoading, $session, loadSession } from '#account/store/session.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { countOf } from '#core/texts/count.ts'

/** /signup-success (AUTH-05). */
export const SignUpSuccess = island(SignUpSuccessPage)

function SignUpSuccessPage({ product }: { product: string }) {
  const session = useStore($session)
  const isLoading = useStore($isSessionLoading)
  const redirect = useStore($redirect)
  const target = isLoading ? '/' : redirectTarget()

  useEffect(() => {
    void loadSession()
    return startRedirect()
  }, [])

  return (
    <section className="sheet stack">
      <h1>Your {product} account is ready</h1>
      <p className="lead">
        <span>We have sent a confirmation email</span>
        {session.state === 'signed-in' && (
          <span>
            {' '}
            to <strong translate="no">{session.email}</strong>
          </span>
        )}
        <span>
          . Please open it and confirm your address: we need that before we can show you results. If
          it does not arrive, look in your spam folder.
        </span>
      </p>
      {redirect.step === 'counting' ? (
        <>
          <p>
            <span className="tabular">
              {`We take you on in ${countOf(redirect.secondsLeft, 'second')}. If nothing happens,`}
            </span>{' '}
            <a href={target}>click here to go on</a>.
          </p>
          <Button kind="secondary" onClick={stayHere}>
            Stay on this page
          </Button>
        </>
      ) : (
        <p role="status">
          You are staying on this page. When you are ready, <a href={target}>click here to go on</a>
          .
        </p>
      )}
    </section>
  )
}
