import {
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeAtomically } from '../../shared/node/atomic-file.ts'
import type { Caller } from './caller.ts'
import { httpError, isDiskFull } from './errors.ts'
import { Gate } from './gate.ts'
import { createGuessLimit } from './guess-limit.ts'
import { MAX_SESSIONS, PASSWORD_CHECKS } from './limits.ts'

const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt)
const HASH_BYTES = 32

export type StaffRole = 'editor' | 'viewer'
export type StaffAccount = { email: string; role: StaffRole; password: string }

type StaffFile = {
  accounts: { email: string; role: StaffRole; salt: string; hash: string }[]
  sessions: { digest: string; email: string; endsAt: number }[]
  /** Signs the cookies of known browsers. */
  deviceKey?: string
}

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
  signIn: (attempt: Attempt) => Promise<{ sessionId: string; device: string } | undefined>
  callerOf: (sessionId: string) => Caller | undefined
  signOut: (sessionId: string) => void
  find: (id: string) => Caller | undefined
}

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
): Staff {
  const file = join(dir, 'staff.json')
  const write = (content: StaffFile) => writeAtomically(file, JSON.stringify(content), FILE_MODE)
  const limit = createGuessLimit(now)
  const checks = new Gate(PASSWORD_CHECKS)
  const { deviceKey = randomBytes(32).toString('base64'), ...rest } = readStaffFile(file)
  const devices = deviceCookies(deviceKey)
  let kept: StaffFile = { ...withAccounts(rest, accounts), deviceKey }
  if (readText(file) === JSON.stringify(kept)) chmodSync(file, FILE_MODE)
  else unlessFull(() => write(kept))
  const isCurrent = ({ endsAt }: { endsAt: number }) => endsAt > now().getTime()
  /** Writes first: a session that a full disk cannot store does not begin. */
  const beginSession = (email: string): string => {
    const sessionId = randomBytes(32).toString('base64url')
    const endsAt = now().getTime() + SESSION_SECONDS * 1000
    const session = { digest: digestOf(sessionId), email, endsAt }
    const sessions = [...kept.sessions.filter(isCurrent), session].slice(-MAX_SESSIONS)
    const next = { ...kept, sessions }
    write(next)
    kept = next
    return sessionId
  }
  return {
    async signIn({ email, password, network, device: cookie }) {
      const address = email.trim().toLowerCase()
      const device = cookie === undefined ? undefined : devices.idOf(cookie, address)
      const guess = { address, network, device }
      if (!limit.take(guess))
        throw httpError(429, 'Too many attempts. Wait 15 minutes and try again.')
      const account = kept.accounts.find((one) => one.email === address)
      const kind = device === undefined ? 'visitor' : 'staff'
      if (!(await checks.run(kind, () => isPassword(password, account ?? NOBODY))) || !account)
        return
      limit.forget(guess)
      return { sessionId: beginSession(address), device: devices.cookieFor(address, device) }
    },
    callerOf(sessionId) {
      const digest = digestOf(sessionId)
      const session = kept.sessions.find((one) => one.digest === digest && isCurrent(one))
      const account = kept.accounts.find((one) => one.email === session?.email)
      return account && callerFor(account)
    },
    /** Ends the session at once, also when a full disk refuses the write. */
    signOut(sessionId) {
      const digest = digestOf(sessionId)
      kept = { ...kept, sessions: kept.sessions.filter((one) => one.digest !== digest) }
      write(kept)
    },
    find: (id) => kept.accounts.map(callerFor).find((caller) => caller.id === id),
  }
}

/** A start on a full disk goes on: the next change of accounts or sessions writes the whole file. */
function unlessFull(write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** An unknown address takes the same time as a known one. No password has this hash. */
const NOBODY = {
  salt: randomBytes(16).toString('base64'),
  hash: randomBytes(32).toString('base64'),
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

/** Hashes new passwords, and removes the sessions of accounts that have changed. */
function withAccounts(kept: StaffFile, given: readonly StaffAccount[]): StaffFile {
  const accounts = given.map(({ email, role, password }) => {
    const known = kept.accounts.find((one) => one.email === email && one.role === role)
    if (known && isPasswordNow(password, known)) return known
    const salt = randomBytes(16).toString('base64')
    return { email, role, salt, hash: hashNow(password, salt).toString('base64') }
  })
  const isUnchanged = (email: string) =>
    accounts.some((account) => account.email === email && kept.accounts.includes(account))
  return { accounts, sessions: kept.sessions.filter(({ email }) => isUnchanged(email)) }
}

function readStaffFile(file: string): StaffFile {
  const text = readText(file)
  return text === undefined ? { accounts: [], sessions: [] } : (JSON.parse(text) as StaffFile)
}

function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function callerFor({ email, role }: StaffFile['accounts'][number]): Caller {
  return { id: `p-${role}`, name: role === 'editor' ? 'Content editor' : 'Viewer', email, role }
}

type Secret = { salt: string; hash: string }

async function isPassword(password: string, { salt, hash }: Secret): Promise<boolean> {
  const given = await scryptAsync(password, Buffer.from(salt, 'base64'), HASH_BYTES)
  return timingSafeEqual(given, Buffer.from(hash, 'base64'))
}

/** Blocks; for the start, before requests are answered. */
function isPasswordNow(password: string, { salt, hash }: Secret): boolean {
  return timingSafeEqual(hashNow(password, salt), Buffer.from(hash, 'base64'))
}

function hashNow(password: string, salt: string): Buffer {
  return scryptSync(password, Buffer.from(salt, 'base64'), HASH_BYTES)
}

function digestOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64')
}
