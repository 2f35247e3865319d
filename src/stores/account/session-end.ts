import { atom } from 'nanostores'
import { signedInUntil } from '#domain/session-marker.ts'
import {
  $session,
  extendSession,
  handleUnauthorized,
  readSession,
} from '#stores/account/session.ts'

/** How long before the end the warning comes (AUTH-11). */
export const WARNING_SECONDS = 120

const TICK_MS = 1000

export type SessionEnd =
  | { readonly step: 'far' }
  /** `canStay` is false when the twelve hours in all are nearly over. */
  | { readonly step: 'near'; readonly secondsLeft: number; readonly canStay: boolean }
  /** The man has read the warning of an end that cannot be moved. */
  | { readonly step: 'accepted' }
  | { readonly step: 'extending'; readonly secondsLeft: number }
  | { readonly step: 'failed'; readonly secondsLeft: number; readonly text: string }
  | { readonly step: 'over' }

export const $sessionEnd = atom<SessionEnd>({ step: 'far' })

/**
 * Looks once at how much is left. The marker cookie is read each time: work in this or another tab moves the end.
 * When it is over, so is the page: the man goes to /login and comes back here afterwards.
 */
export function lookAtSessionEnd(now: Date): void {
  const session = $session.get()
  if (session.state !== 'signed-in') return
  const { step } = $sessionEnd.get()
  if (step === 'over') return
  const until = signedInUntil(document.cookie) ?? session.endsAt.getTime() / 1000
  const secondsLeft = Math.ceil(until - (now.getTime() + session.clockOffsetMs) / 1000)
  if (secondsLeft <= 0) void leaveWhenOver()
  else if (secondsLeft > WARNING_SECONDS) $sessionEnd.set({ step: 'far' })
  else if (step === 'far' || step === 'near') {
    const absoluteSeconds = Math.floor(session.absoluteEndAt.getTime() / 1000)
    $sessionEnd.set({ step: 'near', secondsLeft, canStay: until < absoluteSeconds })
  }
}

/** The server has the last word: another device's clock, or the last half second, may say otherwise. */
async function leaveWhenOver(): Promise<void> {
  $sessionEnd.set({ step: 'over' })
  const session = await readSession()
  if (session.state === 'signed-out') handleUnauthorized()
  else $sessionEnd.set({ step: 'far' })
}

/** Looks every second until stopped. */
export function watchSessionEnd(): () => void {
  const look = () => lookAtSessionEnd(new Date())
  const timer = setInterval(look, TICK_MS)
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

/** Puts away the warning of an end that cannot be moved. */
export function acceptSessionEnd(): void {
  $sessionEnd.set({ step: 'accepted' })
}
