import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isEmail, normaliseEmail } from '../../src/domain/email-address.ts'
import { httpError } from './errors.ts'
import { DEFAULT_COST, hashPassword, isPasswordNow, type Secret } from './password.ts'

/** As in hosted Sanity: administrators and editors write, viewers read. Administrators also see who may sign in. */
export const STAFF_ROLES = ['administrator', 'editor', 'viewer'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** An account of the lake's configuration, with its password. */
export type StaffAccount = { email: string; role: StaffRole; password: string }

/** The history contains the id, so it never changes and is never used again. */
export type Person = { id: string; email: string; name: string; role: StaffRole }
/** The secret is missing until the invitation was accepted. */
export type Account = Person &
  Partial<Secret> & {
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
 * Adds the configured accounts and hashes passwords that are new or have another cost. Ends the sessions of accounts whose
 * password or role has changed. Keeps invited accounts, and does not add a configured one again that an administrator has removed.
 */
export function withGiven(
  kept: StaffFile,
  given: readonly StaffAccount[],
  passwordCost: number,
): StaffFile {
  const wanted = given.filter(({ email }) => !kept.former.some((one) => one.email === email))
  const unchanged = new Set<string>()
  const own = wanted.map(({ email, role, password }): Account => {
    const known = kept.accounts.find((one) => one.email === email && one.role === role)
    if (known && hasPassword(known, password)) {
      unchanged.add(email)
      const isOfCost = (known.cost ?? DEFAULT_COST) === passwordCost
      return isOfCost ? known : { ...known, ...hashPassword(password, passwordCost) }
    }
    const person = { id: `p-${role}`, name: GIVEN_NAMES[role], email, role }
    return { ...person, ...hashPassword(password, passwordCost), isGiven: true }
  })
  const invited = kept.accounts.filter(
    (one) => !(one.isGiven || own.some(({ email }) => email === one.email)),
  )
  for (const { email } of invited) unchanged.add(email)
  const sessions = kept.sessions.filter(({ email }) => unchanged.has(email))
  return { ...kept, accounts: [...own, ...invited], sessions }
}

/** The account's password; undefined until the invitation was accepted. */
export const secretOf = ({ salt, hash, cost }: Account): Secret | undefined =>
  salt === undefined || hash === undefined
    ? undefined
    : { salt, hash, ...(cost === undefined ? {} : { cost }) }

const hasPassword = (account: Account, password: string): boolean => {
  const secret = secretOf(account)
  return secret !== undefined && isPasswordNow(password, secret)
}

export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64')

/** An e-mail address as it is stored. Throws 400 for an invalid one. */
export function addressOf(email: string): string {
  if (!isEmail(email)) throw httpError(400, `"${email}" is not an e-mail address`)
  return normaliseEmail(email)
}

export function roleOf(role: string): StaffRole {
  const found = STAFF_ROLES.find((one) => one === role)
  if (!found) throw httpError(400, `The role must be one of ${STAFF_ROLES.join(', ')}`)
  return found
}
