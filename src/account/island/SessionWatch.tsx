import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { loadSession } from '#account/store/session.ts'
import {
  $sessionEnd,
  acceptSessionEnd,
  type SessionEnd,
  stay,
  watchSessionEnd,
} from '#account/store/session-end.ts'
import { Button } from '#core/island/Button.tsx'
import { Dialog } from '#core/island/Dialog.tsx'
import { SESSION_HOURS } from '#core/rules/session-life.ts'

/** Changes seldom, so that a screen reader does not read out every second. */
const timeLeft = (seconds: number): string => {
  if (seconds > 60) return 'in less than 2 minutes'
  return seconds > 20 ? 'in less than a minute' : 'in a few seconds'
}

/**
 * Warns two minutes before the session ends, with a way to stay (AUTH-11). Part of a page's single island, never a
 * separate one: that could hydrate first and load the session, and the other island's hydration would then not match.
 */
export function SessionWatch() {
  const end = useStore($sessionEnd)

  useEffect(() => {
    void loadSession()
    return watchSessionEnd()
  }, [])

  const isOpen = end.step === 'near' || end.step === 'extending' || end.step === 'failed'
  const canStay = end.step === 'near' ? end.canStay : true
  return (
    <Dialog
      isOpen={isOpen}
      title={canStay ? 'Are you still there?' : 'You will be signed out soon'}
      kind="warning"
      onClose={() => (canStay ? void stay() : acceptSessionEnd())}
      actions={
        canStay ? (
          <Button busy={end.step === 'extending'} onClick={() => void stay()}>
            Stay signed in
          </Button>
        ) : (
          <Button onClick={acceptSessionEnd}>OK</Button>
        )
      }
    >
      <Text end={end} />
    </Dialog>
  )
}

function Text({ end }: { end: SessionEnd }) {
  if (end.step !== 'near' && end.step !== 'extending' && end.step !== 'failed') return null
  const when = timeLeft(end.secondsLeft)
  if (end.step === 'near' && !end.canStay) {
    return (
      <p>
        For your safety every sign-in ends after {SESSION_HOURS} hours. Yours ends{' '}
        <strong>{when}</strong>: please finish what you are doing, then sign in again.
      </p>
    )
  }
  return (
    <>
      <p>
        You have not done anything for a while. To keep your details safe we sign you out{' '}
        <strong>{when}</strong>.
      </p>
      {end.step === 'failed' && (
        <p className="field__error" role="alert">
          {end.text}
        </p>
      )}
    </>
  )
}
