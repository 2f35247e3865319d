import { atom } from 'nanostores'
import {
  resendVerification as resendOnServer,
  verifyEmail as verifyOnServer,
} from '#account/contract/accounts.ts'
import { $session, loadSession, readSession } from '#account/store/session.ts'
import { call } from '#core/contract/call.ts'
import { LINK_EVENT, takenLink, tokenIn } from '#core/rules/mailed-link.ts'

export type Verification =
  | { readonly step: 'loading' }
  | { readonly step: 'no-token' }
  | { readonly step: 'ready'; readonly token: string }
  | { readonly step: 'sending' }
  | { readonly step: 'done' }
  /** `token` is set when trying again can help. */
  | { readonly step: 'failed'; readonly text: string; readonly token?: string }

export type Resending =
  | { readonly step: 'idle' }
  | { readonly step: 'sending' }
  | { readonly step: 'sent' }
  /** The address is confirmed: no link was sent. */
  | { readonly step: 'needless'; readonly text: string }
  | { readonly step: 'failed'; readonly text: string }

export const $verification = atom<Verification>({ step: 'loading' })
export const $resending = atom<Resending>({ step: 'idle' })

/** Reads the token of the link that was opened; confirms nothing (AUTH-12). */
function openLink(): void {
  const token = tokenIn(takenLink(history.state))
  $verification.set(token === undefined ? { step: 'no-token' } : { step: 'ready', token })
}

/** Follows the link, and others that are opened in this tab; returns a function that stops it. */
export function arriveAtVerification(): () => void {
  addEventListener(LINK_EVENT, openLink)
  openLink()
  void loadSession()
  return () => removeEventListener(LINK_EVENT, openLink)
}

/** Confirms the address; called by the button. */
export async function confirmEmail(): Promise<void> {
  const before = $verification.get()
  const token = before.step === 'ready' || before.step === 'failed' ? before.token : undefined
  if (token === undefined) return
  $verification.set({ step: 'sending' })
  const answer = await call(verifyOnServer, { token })
  if (answer.ok) {
    $verification.set({ step: 'done' })
    if ($session.get().state === 'signed-in') await readSession()
  } else if (answer.reason === 'link-invalid' || answer.reason === 'invalid') {
    $verification.set({ step: 'failed', text: answer.text })
  } else $verification.set({ step: 'failed', text: answer.text, token })
}

/** Sends a new link to the signed-in patient, unless the address is confirmed; the old one becomes invalid (AUTH-12). */
export async function resendVerification(): Promise<void> {
  if ($resending.get().step === 'sending') return
  $resending.set({ step: 'sending' })
  const answer = await call(resendOnServer, {})
  if (answer.ok) return $resending.set({ step: 'sent' })
  const { reason, text } = answer
  if (reason === 'already-confirmed') {
    $resending.set({ step: 'needless', text })
    await readSession()
    return
  }
  $resending.set({ step: 'failed', text })
}
