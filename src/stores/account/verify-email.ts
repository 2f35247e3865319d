import { atom } from 'nanostores'
import {
  resendVerification as resendOnServer,
  verifyEmail as verifyOnServer,
} from '#contract/accounts.ts'
import { call } from '#contract/call.ts'
import { isToken } from '#domain/token.ts'
import { $session, handleUnauthorized, loadSession, readSession } from '#stores/account/session.ts'

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
  | { readonly step: 'failed'; readonly text: string }

export const $verification = atom<Verification>({ step: 'loading' })
export const $resending = atom<Resending>({ step: 'idle' })

/** Reads the token from the fragment, which is never sent to a server or logged; confirms nothing (AUTH-12). */
export async function arriveAtVerification(): Promise<void> {
  const token = location.hash.replace(/^#(token=)?/, '')
  $verification.set(isToken(token) ? { step: 'ready', token } : { step: 'no-token' })
  await loadSession()
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

/** Sends a new link to the signed-in patient; the old one becomes invalid (AUTH-12). */
export async function resendVerification(): Promise<void> {
  if ($resending.get().step === 'sending') return
  $resending.set({ step: 'sending' })
  const answer = await call(resendOnServer, {})
  if (!answer.ok && answer.reason === 'unauthorized') handleUnauthorized()
  $resending.set(answer.ok ? { step: 'sent' } : { step: 'failed', text: answer.text })
}
