import { atom } from 'nanostores'
import { goTo, nextPath } from '#stores/navigation.ts'

/** How long the page after sign-up stays (§9). */
export const REDIRECT_SECONDS = 3

/** The page leaves by itself, unless the man wants to stay (AUTH-05). */
export type Redirect =
  | { readonly step: 'counting'; readonly secondsLeft: number }
  | { readonly step: 'staying' }

export const $redirect = atom<Redirect>({ step: 'counting', secondsLeft: REDIRECT_SECONDS })

/** Where it leads: the origin, else home. */
export const redirectTarget = (): string => nextPath() ?? '/'

/** Counts down and leaves; returns how to stop. */
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
