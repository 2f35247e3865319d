import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../shared/node/atomic-file.ts'
import { normaliseEmail } from '../../src/domain/email-address.ts'
import type { Caller } from './caller.ts'
import { httpError, isDiskFull } from './errors.ts'
import { Gate } from './gate.ts'
import { createGuessLimit } from './guess-limit.ts'
import { MAX_SESSIONS, PASSWORD_CHECKS } from './limits.ts'
import { DEFAULT_COST, isPassword } from './password.ts'
import {
  accepted,
  invited,
  inviteeOf,
  type Listed,
  listed,
  without,
  withRole,
} from './staff-changes.ts'
import {
  digestOf,
  type Person,
  readStaffFile,
  readText,
  type StaffAccount,
  type StaffFile,
  secretOf,
  withGiven,
} from './staff-file.ts'

/** An attempt to sign in. `device` is the cookie of a browser that was signed in before. */
export type Attempt = {
  email: string
  password: string
  network: string
  device: string | undefined
}

/** The Studio's accounts and sessions. */
export type Staff = {
  /**
   * The session id and the cookie that makes the browser known; undefined for a wrong e-mail or password. Throws 429
   * after too many wrong ones, and 503 while too many are checked.
   */
  signIn: (attempt: Attempt) => Promise<Begun | undefined>
  callerOf: (sessionId: string) => Caller | undefined
  signOut: (sessionId: string) => void
  /** Finds removed accounts too, for their names in the history. */
  find: (id: string) => Caller | undefined
  list: () => Listed[]
  /** Adds an account, or lets an existing one set a new password. The secret of the link can be used once, for `INVITATION_DAYS`. */
  invite: (person: { email: string; name: string; role: string }) => string
  invitee: (secret: string) => Person | undefined
  /** Sets the password of an invited account; undefined when the invitation is unknown, used or expired. */
  accept: (secret: string, password: string) => Begun | undefined
  changeRole: (email: string, role: string) => void
  /** Also ends the account's sessions. */
  remove: (email: string) => void
}

/** The session id, and the cookie of a known browser. */
export type Begun = { sessionId: string; device: string }

export const SESSION_SECONDS = 14 * 24 * 3600
/** Only this user of the computer may read the hashes. */
const FILE_MODE = 0o600

/**
 * Accounts and sessions in `<dir>/staff.json`: passwords as scrypt hashes, sessions by the digest of their id. Sessions
 * survive a restart; those of an account whose password has changed are removed.
 */
export function openStaff(
  dir: string,
  accounts: readonly StaffAccount[],
  now: () => Date = () => new Date(),
  passwordCost = DEFAULT_COST,
): Staff {
  const file = join(dir, 'staff.json')
  const write = (content: StaffFile) => writeAtomically(file, JSON.stringify(content), FILE_MODE)
  const limit = createGuessLimit(now)
  const checks = new Gate(PASSWORD_CHECKS)
  const { deviceKey = randomBytes(32).toString('base64'), ...rest } = readStaffFile(file)
  const devices = deviceCookies(deviceKey)
  let kept: StaffFile = { ...withGiven(rest, accounts, passwordCost), deviceKey }
  if (readText(file) === JSON.stringify(kept)) chmodSync(file, FILE_MODE)
  else unlessFull(() => write(kept))
  /** Writes the file first: if that fails, for example on a full disk, nothing has changed. */
  const change = (next: StaffFile) => {
    write(next)
    kept = next
  }
  const isCurrent = ({ endsAt }: { endsAt: number }) => endsAt > now().getTime()
  const beginSession = (email: string): string => {
    const sessionId = randomBytes(32).toString('base64url')
    const endsAt = now().getTime() + SESSION_SECONDS * 1000
    const session = { digest: digestOf(sessionId), email, endsAt }
    const sessions = [...kept.sessions.filter(isCurrent), session].slice(-MAX_SESSIONS)
    change({ ...kept, sessions })
    return sessionId
  }
  return {
    async signIn({ email, password, network, device: cookie }) {
      const address = normaliseEmail(email)
      const device = cookie === undefined ? undefined : devices.idOf(cookie, address)
      const guess = { address, network, device }
      if (!limit.take(guess))
        throw httpError(429, 'Too many attempts. Wait 15 minutes and try again.')
      const account = kept.accounts.find((one) => one.email === address)
      const kind = device === undefined ? 'visitor' : 'staff'
      const check = () => isPassword(password, account && secretOf(account), passwordCost)
      if (!(await checks.run(kind, check)) || !account) return
      limit.clear(guess)
      return { sessionId: beginSession(address), device: devices.cookieFor(address, device) }
    },
    callerOf(sessionId) {
      const digest = digestOf(sessionId)
      const session = kept.sessions.find((one) => one.digest === digest && isCurrent(one))
      return kept.accounts.filter((one) => one.email === session?.email).map(callerFor)[0]
    },
    /** Ends the session at once, also when a full disk refuses the write. */
    signOut(sessionId) {
      const digest = digestOf(sessionId)
      kept = { ...kept, sessions: kept.sessions.filter((one) => one.digest !== digest) }
      write(kept)
    },
    find(id) {
      const person = [...kept.accounts, ...kept.former].find((one) => one.id === id)
      return person && callerFor(person)
    },
    list: () => listed(kept, now()),
    invite(person) {
      const { file: next, secret } = invited(kept, person, now())
      change(next)
      return secret
    },
    invitee: (secret) => inviteeOf(kept, secret, now()),
    accept(secret, password) {
      const account = inviteeOf(kept, secret, now())
      if (!account) return
      change(accepted(kept, account, password, passwordCost))
      const { email } = account
      return { sessionId: beginSession(email), device: devices.cookieFor(email, undefined) }
    },
    changeRole: (email, role) => change(withRole(kept, email, role)),
    remove: (email) => change(without(kept, email)),
  }
}

/** Ignores a full disk at the start: the next change of accounts or sessions writes the whole file. */
function unlessFull(write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** Cookies that prove that a browser was signed in with an address: an id and its signature. */
function deviceCookies(key: string) {
  const signatureOf = (id: string, address: string) =>
    createHmac('sha256', key).update(`${id} ${address}`).digest('base64url')
  return {
    cookieFor: (address: string, known: string | undefined): string => {
      const id = known ?? randomBytes(16).toString('base64url')
      return `${id}.${signatureOf(id, address)}`
    },
    /** The id in the cookie; undefined if it was not made for this address. */
    idOf(cookie: string, address: string): string | undefined {
      const [id = '', signature = ''] = cookie.split('.')
      const given = Buffer.from(signature)
      const expected = Buffer.from(signatureOf(id, address))
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
    },
  }
}

const callerFor = ({ id, name, email, role }: Person): Caller => ({ id, name, email, role })
