import { atom } from 'nanostores'
import { $session, extendSession, readSession, signInAgain } from '#account/store/session.ts'
import { serverNow } from '#core/contract/server-clock.ts'
import { signedInUntil } from '#core/rules/session-marker.ts'

/** Seconds before the end at which the warning is shown (AUTH-11). */
export const WARNING_SECONDS = 120

const TICK_MS = 1000

export type SessionEnd =
  | { readonly step: 'far' }
  /** `canStay` is false when the 12-hour limit is near. */
  | { readonly step: 'near'; readonly secondsLeft: number; readonly canStay: boolean }
  /** The user has closed the warning of an end that cannot be extended. */
  | { readonly step: 'accepted' }
  | { readonly step: 'extending'; readonly secondsLeft: number }
  | { readonly step: 'failed'; readonly secondsLeft: number; readonly text: string }
  | { readonly step: 'over' }

export const $sessionEnd = atom<SessionEnd>({ step: 'far' })

/**
 * Updates the state from the remaining time. The marker cookie is read each time, because requests of this or another
 * tab extend the session. When it has ended, the page goes to /login with its address as the origin.
 */
export function updateSessionEnd(now: Date): void {
  const session = $session.get()
  if (session.state !== 'signed-in') return
  const { step } = $sessionEnd.get()
  if (step === 'over') return
  const until = signedInUntil(document.cookie) ?? session.endsAt.getTime() / 1000
  const secondsLeft = Math.ceil(until - serverNow(now.getTime()).getTime() / 1000)
  if (secondsLeft <= 0) void leaveWhenOver()
  else if (secondsLeft > WARNING_SECONDS) $sessionEnd.set({ step: 'far' })
  else if (step === 'far' || step === 'near') {
    const absoluteSeconds = Math.floor(session.absoluteEndAt.getTime() / 1000)
    $sessionEnd.set({ step: 'near', secondsLeft, canStay: until < absoluteSeconds })
  }
}

/** The server decides: this clock may be wrong, or another tab may have just extended the session. */
async function leaveWhenOver(): Promise<void> {
  $sessionEnd.set({ step: 'over' })
  const session = await readSession()
  if (session.state === 'signed-out') signInAgain()
  else $sessionEnd.set({ step: 'far' })
}

/** Checks every second. Returns a function that stops it. */
export function watchSessionEnd(): () => void {
  const update = () => updateSessionEnd(new Date())
  const timer = setInterval(update, TICK_MS)
  return () => clearInterval(timer)
}

/** 'Stay signed in' (AUTH-11). */
export async function stay(): Promise<void> {
  const end = $sessionEnd.get()
  if (end.step !== 'near' && end.step !== 'failed') return
  const { secondsLeft } = end
  $sessionEnd.set({ step: 'extending', secondsLeft })
  const answer = await extendSession()
  $sessionEnd.set(answer.ok ? { step: 'far' } : { step: 'failed', secondsLeft, text: answer.text })
}

/** Closes the warning of an end that cannot be extended. */
export function acceptSessionEnd(): void {
  $sessionEnd.set({ step: 'accepted' })
}
