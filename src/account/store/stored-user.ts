import type { ProfileOnWire } from '#account/contract/profiles.ts'
import { maskNhsNumber } from '#core/rules/nhs-number.ts'
import {
  ENDED_MARK,
  recordEndedSession,
  STORED_USER,
  UNFINISHED_SIGN_OUT,
} from '#core/rules/session-marker.ts'

/** The user in local storage, for header and greetings (AUTH-07); the server never trusts it. */
export type StoredUser = {
  readonly profileId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Masked except for the last four digits; null without a number. */
  readonly nhsNumber: string | null
}

/** Storage may be blocked or full: the session does not depend on it. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}

const sameUser = (text: string | null): number | undefined => {
  try {
    const id: unknown = (JSON.parse(text ?? 'null') as Partial<StoredUser> | null)?.profileId
    return typeof id === 'number' ? id : undefined
  } catch {
    return undefined
  }
}

export function storeUser(profile: ProfileOnWire): void {
  const user: StoredUser = {
    profileId: profile.profileId,
    email: profile.email,
    firstName: profile.first_name,
    lastName: profile.last_name,
    nhsNumber: profile.nhs_number === null ? null : maskNhsNumber(profile.nhs_number),
  }
  withStorage((storage) => storage.setItem(STORED_USER, JSON.stringify(user)))
}

export function clearStoredUser(): void {
  withStorage((storage) => storage.removeItem(STORED_USER))
}

/** Clears the stored user of an expired session; /login then says so. */
export function clearEndedUser(now: Date): void {
  withStorage((storage) => recordEndedSession(storage, now))
}

/** After this time the mark is ignored: another user may use the browser. */
const ENDED_MARK_MS = 30 * 60_000

/** Whether this browser's session expired recently, since the last sign-in or sign-out (AUTH-07). */
export function hasSessionEnded(now: Date): boolean {
  const mark = withStorage((storage) => storage.getItem(ENDED_MARK)) ?? undefined
  const age = now.getTime() - Number(mark)
  return mark !== undefined && age >= 0 && age <= ENDED_MARK_MS
}

/** A new session, or a sign-out on purpose: nothing to say or to finish from the one before. */
export function clearEarlierSession(): void {
  withStorage((storage) => {
    storage.removeItem(ENDED_MARK)
    storage.removeItem(UNFINISHED_SIGN_OUT)
  })
}

/** Remembers that the server did not confirm a sign-out. False when this browser stores nothing. */
export function rememberUnfinishedSignOut(): boolean {
  return (
    withStorage((storage) => {
      storage.setItem(UNFINISHED_SIGN_OUT, '1')
      return true
    }) ?? false
  )
}

export function isSignOutUnfinished(): boolean {
  return withStorage((storage) => storage.getItem(UNFINISHED_SIGN_OUT) !== null) ?? false
}

/** Calls `listener` when another tab changes the stored user: with the profileId, or undefined when it was removed. */
export function onStoredUserElsewhere(listener: (profileId: number | undefined) => void): void {
  window.addEventListener('storage', (event) => {
    // The key is null after localStorage.clear().
    if (event.key === STORED_USER || event.key === null) listener(sameUser(event.newValue))
  })
}
