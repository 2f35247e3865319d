import { atom, type ReadableAtom } from 'nanostores'
import { call } from '#core/contract/call.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { onReturn } from '#core/store/navigation.ts'
import { getReceipt } from '#payments/contract/own-payments.ts'

export type Receipt = OutputOf<typeof getReceipt>

/** The receipt of the appointment in the address (PAY-10). */
export type ShownReceipt =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly receipt: Receipt }
  | { readonly state: 'missing' }
  | { readonly state: 'failed' }

const $state = atom<ShownReceipt>({ state: 'loading' })
export const $receipt: ReadableAtom<ShownReceipt> = $state

const NONE = new Set(['receipt-not-found', 'forbidden', 'invalid'])

export async function loadReceipt(): Promise<void> {
  const id = new URLSearchParams(location.search).get('appointment')?.trim()
  if (!id) return $state.set({ state: 'missing' })
  $state.set({ state: 'loading' })
  const answer = await call(getReceipt, { appointment_id: id })
  if (answer.ok) $state.set({ state: 'loaded', receipt: answer.value })
  else $state.set({ state: NONE.has(answer.reason) ? 'missing' : 'failed' })
}

/** Loads the receipt, and again on return. Returns a function that stops it. */
export function watchReceipt(): () => void {
  void loadReceipt()
  return onReturn(() => void loadReceipt())
}
