import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  extendSession as extendOnServer,
  getSession,
  type SessionOnWire,
  signOut as signOutOnServer,
} from '#account/contract/accounts.ts'
import type { ProfileOnWire } from '#account/contract/profiles.ts'
import { watchOtherTabs } from '#account/store/session-tabs.ts'
import {
  clearEarlierSession,
  clearEndedUser,
  clearStoredUser,
  isSignOutUnfinished,
  rememberUnfinishedSignOut,
  storeUser,
} from '#account/store/stored-user.ts'
import { call, callEvenSignedOut, whenSessionEnds } from '#core/contract/call.ts'
import { noteServerTime } from '#core/contract/server-clock.ts'
import { logError } from '#core/contract/service.ts'
import { SESSION_CHANGED } from '#core/rules/session-marker.ts'
import { currentPath, goTo, loginPathFor, onReturn, withNext } from '#core/store/navigation.ts'
import { clearMarker } from '#core/store/session-marker.ts'
import { clearInTab, tellTabs } from '#core/store/tab-signals.ts'
import { SIGN_OUT_REFUSED, SIGN_OUT_UNFINISHED } from '#core/texts/accounts.ts'
import { SIGN_OUT_FAILED } from '#core/texts/failures.ts'

export type SignedIn = {
  readonly state: 'signed-in'
  readonly email: string
  readonly userId: string
  /** Null while sign-up is not finished (AUTH-04). */
  readonly profile: ProfileOnWire | null
  /** By the server's clock. */
  readonly endsAt: Date
  readonly absoluteEndAt: Date
  /** A code of a password reset has just opened it: a new password needs no old one (AUTH-06). */
  readonly mayResetPassword?: true
}
export type SignedInPatient = SignedIn & { readonly profile: ProfileOnWire }

export type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'signed-out' }
  /** The server did not respond; `loadSession()` tries again. `mustSignIn`: only a new sign-in helps. */
  | { readonly state: 'failed'; readonly text: string; readonly mustSignIn?: boolean }
  | SignedIn

export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'

const LOADING = { state: 'loading' } as const
const $state = atom<Session>(LOADING)
const listeners = new Set<(event: SessionEvent, session: Session) => void>()
let reading: Promise<Session> | undefined
let isGuarded = false
/** The first user of this page: its stores and fields may hold their data until the page is left. */
let firstUserId: string | undefined

/** Who is signed in (AUTH-10). 'loading' until `loadSession()` has its response. */
export const $session: ReadableAtom<Session> = $state
export const $isSessionLoading = computed($state, ({ state }) => state === 'loading')

/** Calls `listener` for every session event from now on. Returns a function that unsubscribes. */
export function onSessionEvent(
  listener: (event: SessionEvent, session: Session) => void,
): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a guarded page got another user than the one whose data it has read. */
function isForAnother(session: Session): boolean {
  if (session.state !== 'signed-in') return false
  firstUserId ??= session.userId
  return isGuarded && session.userId !== firstUserId
}

function setSession(session: Session, event: SessionEvent | undefined): Session {
  const isReloading = isForAnother(session)
  // A reload clears every store; what this tab stores across it names its patient.
  $state.set(isReloading ? LOADING : session)
  if (session.state === 'signed-in' && session.profile !== null) storeUser(session.profile)
  else if (session.state === 'signed-in') clearStoredUser()
  if (isReloading) {
    goTo(currentPath(), { replace: true })
    return LOADING
  }
  if (event !== undefined) {
    for (const listener of listeners) listener(event, session)
    // The header is not an island: it listens to the window.
    window.dispatchEvent(new Event(SESSION_CHANGED))
  }
  return session
}

function signedInOf(wire: SessionOnWire): SignedIn {
  noteServerTime(wire.server_time)
  return {
    state: 'signed-in',
    email: wire.email,
    userId: wire.user_id,
    profile: wire.profile,
    endsAt: new Date(wire.ends_at),
    absoluteEndAt: new Date(wire.absolute_end_at),
    ...(wire.may_reset_password ? { mayResetPassword: true } : {}),
  }
}

/** Stores a new session: opened by a password, or by the code of a password reset. */
export function enterSession(
  wire: SessionOnWire,
  event: 'SIGNED_IN' | 'PASSWORD_RECOVERY' = 'SIGNED_IN',
): SignedIn {
  const session = signedInOf(wire)
  clearEarlierSession()
  setSession(session, event)
  return session
}

/** Ends an expired session in this browser: clears the stored user and the marker. */
export function leaveSession(): void {
  // The marker first: another tab that sees the stored user go looks for it.
  clearMarker()
  clearEndedUser(new Date())
  if ($state.get().state !== 'signed-out') setSession({ state: 'signed-out' }, 'SIGNED_OUT')
}

/** Stores a profile that was created or changed. */
export function updateProfile(profile: ProfileOnWire): void {
  const session = $state.get()
  if (session.state === 'signed-in') setSession({ ...session, profile }, 'USER_UPDATED')
}

function eventOf(before: Session, after: Session): SessionEvent | undefined {
  if (before.state === 'loading' || before.state === 'failed') return 'INITIAL_SESSION'
  if (after.state === 'signed-out') return before.state === 'signed-in' ? 'SIGNED_OUT' : undefined
  const isSame =
    before.state === 'signed-in' && after.state === 'signed-in' && before.userId === after.userId
  return isSame ? 'USER_UPDATED' : 'SIGNED_IN'
}

/** Reads the session from the server, whatever the present state is. */
export async function readSession(): Promise<Session> {
  const failure = isSignOutUnfinished() ? await endOnServer() : undefined
  if (failure !== undefined) {
    const mustSignIn = IGNORED.has(failure.reason)
    const text = mustSignIn ? SIGN_OUT_REFUSED : SIGN_OUT_UNFINISHED
    return setSession({ state: 'failed', text, mustSignIn }, undefined)
  }
  const answer = await call(getSession, {})
  const before = $state.get()
  if (!answer.ok) return setSession({ state: 'failed', text: answer.text }, undefined)
  const { session } = answer.value
  if (session === null) {
    clearEndedUser(new Date())
    clearMarker()
  }
  const after: Session = session === null ? { state: 'signed-out' } : signedInOf(session)
  return setSession(after, eventOf(before, after))
}

/** The session, read once per page; read again after a failure. */
export function loadSession(): Promise<Session> {
  watchOtherTabs({ $session, isGuarded: () => isGuarded, checkUser, leavePage })
  const known = $state.get()
  if (known.state === 'signed-in' || known.state === 'signed-out') return Promise.resolve(known)
  reading ??= readSession().finally(() => {
    reading = undefined
  })
  return reading
}

/**
 * For guarded pages: the patient, or undefined when the page redirects (to /login, or to /signup when the
 * profile is missing) or when the server did not respond (`$session` is 'failed': offer to try again). Show 'Loading...' until then (AUTH-08).
 */
export async function requireSession(): Promise<SignedInPatient | undefined> {
  isGuarded = true
  const session = await loadSession()
  if (session.state === 'signed-out') goTo(loginPathFor(currentPath()), { replace: true })
  if (session.state !== 'signed-in') return undefined
  if (session.profile !== null) return { ...session, profile: session.profile }
  goTo(withNext('/signup', currentPath()), { replace: true })
  return undefined
}

/** Ends the session in this browser and goes to /login with this page as the origin (AUTH-07). */
export function signInAgain(): void {
  leaveSession()
  goTo(loginPathFor(currentPath()))
}

whenSessionEnds(async () => {
  // A call of this page stays pending: Back opens the page anew.
  onReturn(() => goTo(currentPath(), { replace: true }))
  await reading
  // Otherwise requireSession() redirects, or the page is being left.
  if (!isGuarded || $state.get().state === 'signed-in') signInAgain()
})

function leavePage(): void {
  leaveSession()
  if (isGuarded) goTo(loginPathFor(currentPath()), { replace: true })
}

/** Reads again who is signed in. A guarded page shows nothing of a patient until then. */
function checkUser(): void {
  if (isGuarded) $state.set(LOADING)
  void (isGuarded ? requireSession() : readSession())
}

/** Reasons that are not reported: the session has ended already, or another program responded (AUTH-07). */
const IGNORED = new Set(['unauthorized', 'forbidden', 'foreign-origin', 'not-found'])

/** Ends the session on the server; undefined when it is ended, else the failure. */
async function endOnServer(): Promise<{ reason: string; text: string } | undefined> {
  const answer = await callEvenSignedOut(signOutOnServer, {})
  if (!answer.ok && answer.reason !== 'unauthorized') return answer
  clearEarlierSession()
  return undefined
}

/**
 * Signs out in this browser, whatever the server returns (AUTH-07). When it does not confirm, the next page that reads the
 * session ends it first. Fails only when this browser cannot remember that.
 */
export async function signOut(): Promise<{ ok: true } | { ok: false; text: string }> {
  const failure = await endOnServer()
  // First of all: another tab that finds a stored user without a marker says that the session ended automatically.
  clearStoredUser()
  if (failure !== undefined) {
    const isIgnored = IGNORED.has(failure.reason)
    if (!isIgnored) {
      void call(logError, { errorMessage: SIGN_OUT_FAILED, description: failure.reason })
    }
    if (!rememberUnfinishedSignOut() && !isIgnored) return { ok: false, text: failure.text }
  }
  leaveSession()
  tellTabs('signedOut')
  clearInTab('everything')
  return { ok: true }
}

/** Extends the session (AUTH-11). */
export async function extendSession(): Promise<{ ok: true } | { ok: false; text: string }> {
  const answer = await call(extendOnServer, {})
  if (answer.ok) {
    setSession(signedInOf(answer.value), undefined)
    return { ok: true }
  }
  return { ok: false, text: answer.text }
}
