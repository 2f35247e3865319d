import type { ReadableAtom } from 'nanostores'
import { onStoredUserElsewhere } from '#account/store/stored-user.ts'
import { onReturn, onShown } from '#core/store/navigation.ts'
import { isMarked } from '#core/store/session-marker.ts'
import { onTabSignal } from '#core/store/tab-signals.ts'

type Known =
  | { readonly state: 'loading' | 'signed-out' | 'failed' }
  | { readonly state: 'signed-in'; readonly profile: { readonly profileId: number } | null }

type Watched = {
  readonly $session: ReadableAtom<Known>
  /** Whether the page is for patients only. */
  readonly isGuarded: () => boolean
  /** Reads the session again: another user may be signed in. */
  readonly checkUser: () => void
  /** Ends the session in this tab. */
  readonly leavePage: () => void
}

let isWatching = false

/** Follows what happens to the session in other tabs, and while this page was hidden or left (AUTH-07). */
export function watchOtherTabs({ $session, isGuarded, checkUser, leavePage }: Watched): void {
  if (isWatching || typeof window === 'undefined') return
  isWatching = true

  const follow = (): void => {
    const { state } = $session.get()
    if (state === 'signed-in' && !isMarked()) leavePage()
    else if (state === 'signed-out' && isMarked()) checkUser()
  }

  onStoredUserElsewhere((profileId) => {
    const known = $session.get()
    const isOther = known.state === 'signed-in' && known.profile?.profileId !== profileId
    if (isOther && profileId !== undefined) checkUser()
    else follow()
  })
  onTabSignal('signedOut', () => {
    if ($session.get().state === 'signed-in') leavePage()
  })
  // The marker only says that there is a session: a page that Back restores may be another user's by now.
  onReturn(() => (isGuarded() ? checkUser() : follow()))
  onShown(follow)
}
