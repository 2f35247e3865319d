import { atom, type ReadableAtom } from 'nanostores'
import { call } from '#contract/call.ts'
import { listConsents } from '#contract/consents.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { handleUnauthorized } from '#stores/account/session.ts'

export type GivenConsent = OutputOf<typeof listConsents>['consents'][number]

export type ConsentList =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'loaded'; readonly consents: readonly GivenConsent[] }

const $list = atom<ConsentList>({ state: 'loading' })
export const $consents: ReadableAtom<ConsentList> = $list

let latest = 0

/** The patient's consents, newest first (PORT-06). The answer to an outdated request is dropped. */
export async function loadConsents(): Promise<void> {
  latest += 1
  const mine = latest
  const answer = await call(listConsents, {})
  if (mine !== latest) return
  if (answer.ok) $list.set({ state: 'loaded', consents: answer.value.consents })
  else if (answer.reason === 'unauthorized') handleUnauthorized()
  else $list.set({ state: 'failed' })
}
