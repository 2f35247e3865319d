import type { ProfileOnWire } from '#contract/profiles.ts'
import { maskNhsNumber } from '#domain/nhs-number.ts'

const KEY = 'user'

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
  withStorage((storage) => storage.setItem(KEY, JSON.stringify(user)))
}

export function clearStoredUser(): void {
  withStorage((storage) => storage.removeItem(KEY))
}

/** Calls `listener` when another tab changes the stored user: with the profileId, or undefined when it was removed. */
export function onStoredUserElsewhere(listener: (profileId: number | undefined) => void): void {
  window.addEventListener('storage', (event) => {
    // The key is null after localStorage.clear().
    if (event.key === KEY || event.key === null) listener(sameUser(event.newValue))
  })
}
