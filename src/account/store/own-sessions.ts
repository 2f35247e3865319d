import { atom } from 'nanostores'
import { endSession as endOnServer, listSessions } from '#account/contract/accounts.ts'
import { call } from '#core/contract/call.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { SESSION_ENDED } from '#core/texts/account-forms.ts'

export type OwnSession = OutputOf<typeof listSessions>['sessions'][number]

export type OwnSessions =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly text: string }
  | {
      readonly state: 'ready'
      readonly sessions: readonly OwnSession[]
      /** The id of the session that is being ended. */
      readonly ending?: string
      /** The result of the last request to end a session. */
      readonly message?: { readonly kind: 'success' | 'error'; readonly text: string }
    }

export const $ownSessions = atom<OwnSessions>({ state: 'loading' })

/** Loads the user's live sessions, newest first (AUTH-11). */
export async function loadOwnSessions(): Promise<void> {
  const answer = await call(listSessions, {})
  if (answer.ok) $ownSessions.set({ state: 'ready', sessions: answer.value.sessions })
  else $ownSessions.set({ state: 'failed', text: answer.text })
}

/** Ends one of these sessions and removes it from the list. */
export async function endOwnSession(sessionId: string): Promise<void> {
  const known = $ownSessions.get()
  if (known.state !== 'ready' || known.ending !== undefined) return
  const { sessions } = known
  $ownSessions.set({ state: 'ready', sessions, ending: sessionId })
  const answer = await call(endOnServer, { session_id: sessionId })
  if (!answer.ok) {
    $ownSessions.set({ state: 'ready', sessions, message: { kind: 'error', text: answer.text } })
    return
  }
  $ownSessions.set({
    state: 'ready',
    sessions: sessions.filter((session) => session.session_id !== sessionId),
    message: { kind: 'success', text: SESSION_ENDED },
  })
}
