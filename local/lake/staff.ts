import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../shared/node/atomic-file.ts'
import type { Caller } from './caller.ts'
import { httpError } from './errors.ts'
import { createGuessLimit } from './guess-limit.ts'

export type StaffRole = 'editor' | 'viewer'
export type StaffAccount = { email: string; role: StaffRole; password: string }

type StaffFile = {
  accounts: { email: string; role: StaffRole; salt: string; hash: string }[]
  sessions: { digest: string; email: string; endsAt: number }[]
}

/** The Studio's accounts and sessions. */
export type Staff = {
  /** Returns the session id, or undefined for a wrong e-mail or password. Throws 429 after too many wrong ones. */
  signIn: (email: string, password: string) => string | undefined
  callerOf: (sessionId: string) => Caller | undefined
  signOut: (sessionId: string) => void
  find: (id: string) => Caller | undefined
}

export const SESSION_SECONDS = 14 * 24 * 3600

/**
 * Accounts and sessions in `<dir>/staff.json`: passwords as scrypt hashes, sessions by the digest of their id. Sessions
 * survive a restart; those of an account whose password has changed are removed.
 */
export function openStaff(
  dir: string,
  accounts: readonly StaffAccount[],
  now: () => Date = () => new Date(),
): Staff {
  const file = join(dir, 'staff.json')
  const limit = createGuessLimit(now)
  const kept = withAccounts(readStaffFile(file), accounts)
  const save = () => writeAtomically(file, JSON.stringify(kept))
  save()
  const sessionOf = (sessionId: string) => {
    const digest = digestOf(sessionId)
    return kept.sessions.find((one) => one.digest === digest && one.endsAt > now().getTime())
  }
  return {
    signIn(email, password) {
      const wanted = email.trim().toLowerCase()
      if (!limit.allows(wanted))
        throw httpError(429, 'Too many attempts. Wait 15 minutes and try again.')
      const account = kept.accounts.find((one) => one.email === wanted)
      if (!account || !isPassword(password, account)) {
        limit.count(wanted)
        return
      }
      limit.forget(wanted)
      const sessionId = randomBytes(32).toString('base64url')
      const endsAt = now().getTime() + SESSION_SECONDS * 1000
      const current = kept.sessions.filter((one) => one.endsAt > now().getTime())
      kept.sessions = [...current, { digest: digestOf(sessionId), email: wanted, endsAt }]
      save()
      return sessionId
    },
    callerOf(sessionId) {
      const session = sessionOf(sessionId)
      const account = kept.accounts.find((one) => one.email === session?.email)
      return account && callerFor(account)
    },
    signOut(sessionId) {
      const digest = digestOf(sessionId)
      kept.sessions = kept.sessions.filter((one) => one.digest !== digest)
      save()
    },
    find: (id) => kept.accounts.map(callerFor).find((caller) => caller.id === id),
  }
}

/** Hashes new passwords, and removes the sessions of accounts that have changed. */
function withAccounts(kept: StaffFile, given: readonly StaffAccount[]): StaffFile {
  const accounts = given.map(({ email, role, password }) => {
    const known = kept.accounts.find((one) => one.email === email && one.role === role)
    if (known && isPassword(password, known)) return known
    const salt = randomBytes(16).toString('base64')
    return { email, role, salt, hash: hashOf(password, salt).toString('base64') }
  })
  const isUnchanged = (email: string) =>
    accounts.some((account) => account.email === email && kept.accounts.includes(account))
  return { accounts, sessions: kept.sessions.filter(({ email }) => isUnchanged(email)) }
}

function readStaffFile(file: string): StaffFile {
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as StaffFile)
    : { accounts: [], sessions: [] }
}

function callerFor({ email, role }: StaffFile['accounts'][number]): Caller {
  return { id: `p-${role}`, name: role === 'editor' ? 'Content editor' : 'Viewer', email, role }
}

function isPassword(password: string, { salt, hash }: { salt: string; hash: string }): boolean {
  return timingSafeEqual(hashOf(password, salt), Buffer.from(hash, 'base64'))
}

function hashOf(password: string, salt: string): Buffer {
  return scryptSync(password, Buffer.from(salt, 'base64'), 32)
}

function digestOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64')
}
