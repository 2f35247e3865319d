import { atom } from 'nanostores'
import { goTo, nextPath } from '#core/store/navigation.ts'

/** Seconds until /signup-success redirects (AUTH-05). */
export const REDIRECT_SECONDS = 3

/** The automatic redirect, which the user can stop (AUTH-05). */
export type Redirect =
  | { readonly step: 'counting'; readonly secondsLeft: number }
  | { readonly step: 'staying' }

export const $redirect = atom<Redirect>({ step: 'counting', secondsLeft: REDIRECT_SECONDS })

/** The target: the origin, else the home page. */
export const redirectTarget = (): string => nextPath() ?? '/'

/** Counts down, then redirects. Returns a function that stops the countdown. */
export function startRedirect(): () => void {
  $redirect.set({ step: 'counting', secondsLeft: REDIRECT_SECONDS })
  const timer = setInterval(() => {
    const redirect = $redirect.get()
    if (redirect.step === 'staying') return clearInterval(timer)
    const secondsLeft = redirect.secondsLeft - 1
    $redirect.set({ step: 'counting', secondsLeft })
    if (secondsLeft > 0) return
    clearInterval(timer)
    goTo(redirectTarget(), { replace: true })
  }, 1000)
  return () => clearInterval(timer)
}

export function stayHere(): void {
  $redirect.set({ step: 'staying' })
}
