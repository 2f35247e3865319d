import { randomBytes } from 'node:crypto'
import { INVITATION_DAYS } from '../../shared/stand-in-lake.ts'
import { HOUR_MS } from '../../src/domain/time.ts'
import { httpError } from './errors.ts'
import { hashPassword } from './password.ts'
import {
  type Account,
  addressOf,
  digestOf,
  type Person,
  roleOf,
  type StaffFile,
} from './staff-file.ts'

export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 200
const MAX_NAME = 80

export type Listed = Person & { state: 'active' | 'invited' | 'expired' | 'removed' }

/** Changes of accounts by administrators. Pure: each function returns the changed file. */
export function invited(
  file: StaffFile,
  { email, name, role }: { email: string; name: string; role: string },
  now: Date,
): { file: StaffFile; secret: string } {
  const address = addressOf(email)
  const shown = name.trim()
  if (shown === '' || shown.length > MAX_NAME) throw httpError(400, 'Give the name of the person')
  const known = file.accounts.find((one) => one.email === address)
  if (known?.isGiven)
    throw httpError(400, `${address} is an account of npm start; it has a password`)
  const secret = randomBytes(32).toString('base64url')
  const endsAt = now.getTime() + INVITATION_DAYS * 24 * HOUR_MS
  const former = file.former.find((one) => one.email === address)
  const account: Account = {
    ...known,
    id: known?.id ?? former?.id ?? `p-${randomBytes(6).toString('hex')}`,
    email: address,
    name: shown,
    role: roleOf(role),
    invitation: { digest: digestOf(secret), endsAt },
  }
  return {
    file: {
      ...file,
      accounts: [...file.accounts.filter((one) => one !== known), account],
      former: file.former.filter((one) => one !== former),
    },
    secret,
  }
}

/** The account of an invitation; undefined when the invitation is unknown, used or expired. */
export function inviteeOf(file: StaffFile, secret: string, now: Date): Account | undefined {
  const digest = digestOf(secret)
  return file.accounts.find(
    ({ invitation }) => invitation?.digest === digest && invitation.endsAt > now.getTime(),
  )
}

/** Sets the password and ends the invitation and every session of the account. */
export function accepted(
  file: StaffFile,
  account: Account,
  password: string,
  passwordCost: number,
): StaffFile {
  if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD)
    throw httpError(400, `The password must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`)
  const { invitation: _used, ...rest } = account
  const changed = { ...rest, ...hashPassword(password, passwordCost) }
  return {
    ...file,
    accounts: file.accounts.map((one) => (one === account ? changed : one)),
    sessions: file.sessions.filter(({ email }) => email !== account.email),
  }
}

export function withRole(file: StaffFile, email: string, role: string): StaffFile {
  const account = neededAccount(file, email)
  if (account.isGiven) throw httpError(400, 'The role of an account of npm start cannot be changed')
  const changed = { ...account, role: roleOf(role) }
  return { ...file, accounts: file.accounts.map((one) => (one === account ? changed : one)) }
}

/** Removes an account and ends its sessions. Its name is kept for the history. */
export function without(file: StaffFile, email: string): StaffFile {
  const account = neededAccount(file, email)
  const { id, name, role } = account
  return {
    ...file,
    accounts: file.accounts.filter((one) => one !== account),
    former: [...file.former, { id, email: account.email, name, role }],
    sessions: file.sessions.filter((one) => one.email !== account.email),
  }
}

export function listed(file: StaffFile, now: Date): Listed[] {
  const accounts = file.accounts.map((account): Listed => {
    const { id, email, name, role, hash, invitation } = account
    const isOpen = (invitation?.endsAt ?? 0) > now.getTime()
    const state = hash === undefined ? (isOpen ? 'invited' : 'expired') : 'active'
    return { id, email, name, role, state }
  })
  return [...accounts, ...file.former.map((one): Listed => ({ ...one, state: 'removed' }))]
}

function neededAccount(file: StaffFile, email: string): Account {
  const account = file.accounts.find((one) => one.email === addressOf(email))
  if (!account) throw httpError(404, `There is no account ${email}`)
  return account
}
