import { atom, type ReadableAtom } from 'nanostores'
import { call } from '#contract/call.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { listOwnPayments } from '#contract/payments.ts'
import { handleUnauthorized } from '#stores/account/session.ts'

export type OwnPayment = OutputOf<typeof listOwnPayments>['payments'][number]

export type PaymentList =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'loaded'; readonly payments: readonly OwnPayment[] }

const $list = atom<PaymentList>({ state: 'loading' })
export const $payments: ReadableAtom<PaymentList> = $list

/** What the patient has paid, newest first (PAY-13). */
export async function loadPayments(): Promise<void> {
  const answer = await call(listOwnPayments, {})
  if (answer.ok) $list.set({ state: 'loaded', payments: answer.value.payments })
  else if (answer.reason === 'unauthorized') handleUnauthorized()
  else $list.set({ state: 'failed' })
}
