import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { httpError } from './errors.ts'

/** As in hosted Sanity: administrators and editors write, viewers read. Administrators also see who may sign in. */
export const STAFF_ROLES = ['administrator', 'editor', 'viewer'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** An account of the lake's configuration, with its password. */
export type StaffAccount = { email: string; role: StaffRole; password: string }

/** The history contains the id, so it never changes and is never used again. */
export type Person = { id: string; email: string; name: string; role: StaffRole }
/** `hash` is missing until the invitation was accepted. */
export type Account = Person & {
  salt?: string
  hash?: string
  invitation?: { digest: string; endsAt: number }
  /** From the configuration, not invited. */
  isGiven?: boolean
}
export type StaffFile = {
  accounts: Account[]
  /** Removed accounts, for their names in the history. */
  former: Person[]
  sessions: { digest: string; email: string; endsAt: number }[]
  /** Signs the cookies of known browsers. */
  deviceKey?: string
}

export const HASH_BYTES = 32
const GIVEN_NAMES: Record<StaffRole, string> = {
  administrator: 'Administrator',
  editor: 'Content editor',
  viewer: 'Viewer',
}

/** Reads accounts and sessions. Files of earlier versions lack ids, names and former accounts. */
export function readStaffFile(file: string): StaffFile {
  const text = readText(file)
  const read: Partial<StaffFile> = text === undefined ? {} : (JSON.parse(text) as StaffFile)
  const accounts = (read.accounts ?? []).map((account) =>
    account.id === undefined
      ? { ...account, id: `p-${account.role}`, name: GIVEN_NAMES[account.role], isGiven: true }
      : account,
  )
  return { ...read, accounts, former: read.former ?? [], sessions: read.sessions ?? [] }
}

export const readText = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined

/**
 * Adds the configured accounts, hashes new passwords, and removes the sessions of accounts that have changed. Keeps
 * invited accounts, and does not add a configured one again that an administrator has removed.
 */
export function withGiven(kept: StaffFile, given: readonly StaffAccount[]): StaffFile {
  const wanted = given.filter(({ email }) => !kept.former.some((one) => one.email === email))
  const own = wanted.map(({ email, role, password }): Account => {
    const known = kept.accounts.find((one) => one.email === email && one.role === role)
    if (known && isPasswordNow(password, known)) return known
    const person = { id: `p-${role}`, name: GIVEN_NAMES[role], email, role }
    return { ...person, ...withPassword(password), isGiven: true }
  })
  const invited = kept.accounts.filter(
    (one) => !(one.isGiven || own.some(({ email }) => email === one.email)),
  )
  const accounts = [...own, ...invited]
  const isUnchanged = (email: string) =>
    accounts.some((account) => account.email === email && kept.accounts.includes(account))
  return { ...kept, accounts, sessions: kept.sessions.filter(({ email }) => isUnchanged(email)) }
}

/** A new salt and the hash of a password. Blocks for 0.1 s: use it only at the start and for accepted invitations. */
export function withPassword(password: string): { salt: string; hash: string } {
  const salt = randomBytes(16).toString('base64')
  return { salt, hash: hashNow(password, salt).toString('base64') }
}

function isPasswordNow(password: string, { salt, hash }: Account): boolean {
  if (salt === undefined || hash === undefined) return false
  return timingSafeEqual(hashNow(password, salt), Buffer.from(hash, 'base64'))
}

const hashNow = (password: string, salt: string): Buffer =>
  scryptSync(password, Buffer.from(salt, 'base64'), HASH_BYTES)

export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64')

/** An e-mail address as it is stored. Throws 400 for an invalid one. */
export function addressOf(email: string): string {
  const address = email.trim().toLowerCase()
  if (address.length > 254 || !/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(address))
    throw httpError(400, `"${email}" is not an e-mail address`)
  return address
}

export function roleOf(role: string): StaffRole {
  const found = STAFF_ROLES.find((one) => one === role)
  if (!found) throw httpError(400, `The role must be one of ${STAFF_ROLES.join(', ')}`)
  return found
}
