import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  $ownSessions,
  endOwnSession,
  loadOwnSessions,
  type OwnSession,
  type OwnSessions,
} from '#account/store/own-sessions.ts'
import { Button } from '#core/island/Button.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { formatShortDate, londonDate, londonTime } from '#core/rules/time.ts'

/** The user's sessions, with a button to end each except this one (AUTH-11). For guarded pages only. */
export function SessionList() {
  const own = useStore($ownSessions)

  useEffect(() => {
    void loadOwnSessions()
  }, [])

  return (
    <section className="card" aria-labelledby="sessions">
      <h2 className="card__title" id="sessions">
        Where you are signed in
      </h2>
      {own.state === 'loading' && <Spinner>Loading...</Spinner>}
      {own.state === 'failed' && (
        <>
          <p className="field__error">{own.text}</p>
          <Button kind="secondary" small onClick={() => void loadOwnSessions()}>
            Try again
          </Button>
        </>
      )}
      {own.state === 'ready' && <List own={own} />}
    </section>
  )
}

function List({ own }: { own: Extract<OwnSessions, { state: 'ready' }> }) {
  return (
    <>
      {own.message && (
        <p
          className={own.message.kind === 'error' ? 'field__error' : undefined}
          role={own.message.kind === 'error' ? 'alert' : 'status'}
        >
          {own.message.text}
        </p>
      )}
      <ul className="stack stack--s">
        {own.sessions.map((session) => (
          <Row
            key={session.session_id}
            session={session}
            isEnding={own.ending === session.session_id}
          />
        ))}
      </ul>
    </>
  )
}

function Row({ session, isEnding }: { session: OwnSession; isEnding: boolean }) {
  const lastUsed = new Date(session.last_used_at)
  const when = `${formatShortDate(londonDate(lastUsed))}, ${londonTime(lastUsed)}`
  return (
    <li className="cluster">
      <span>
        <strong>{session.device}</strong>
        <br />
        <span className="muted">
          Last used <time dateTime={session.last_used_at}>{when}</time>
        </span>
      </span>
      {session.current ? (
        <span className="tag">This device</span>
      ) : (
        <Button
          kind="secondary"
          small
          busy={isEnding}
          onClick={() => void endOwnSession(session.session_id)}
        >
          Sign out
          <span className="visually-hidden">
            {' '}
            {session.device}, last used {when}
          </span>
        </Button>
      )}
    </li>
  )
}
