import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { normaliseEmail } from '../../src/core/rules/email-address.ts'

/** An authenticated client, in the shape of `users/me`. */
export type Caller = {
  /** The history contains it, so it never changes. */
  id: string
  name: string
  email: string
  /** As in hosted Sanity: administrators and editors write, viewers read. */
  role: 'administrator' | 'editor' | 'viewer'
}

/** The sample accounts of the Studio. The second editor approves the health texts of the first (CMS-22). */
export const SAMPLE_ACCOUNTS = {
  editor: {
    id: 'p-editor',
    name: 'Content editor',
    email: 'editor@halyard.example',
    role: 'editor',
  },
  second: {
    id: 'p-second',
    name: 'Second editor',
    email: 'second@halyard.example',
    role: 'editor',
  },
  viewer: { id: 'p-viewer', name: 'Viewer', email: 'viewer@halyard.example', role: 'viewer' },
} as const satisfies Record<string, Caller>

/** The operator and the site. */
export const TOKEN_HOLDER: Caller = {
  id: 'p-token',
  name: 'Access token',
  email: 'token@halyard.example',
  role: 'administrator',
}

export const CALLERS: readonly Caller[] = [TOKEN_HOLDER, ...Object.values(SAMPLE_ACCOUNTS)]

type AccountName = keyof typeof SAMPLE_ACCOUNTS
const isAccountName = (name: string): name is AccountName => Object.hasOwn(SAMPLE_ACCOUNTS, name)

/** The passwords of the sample accounts; one without a password cannot sign in. */
export type Passwords = Partial<Record<AccountName, string | undefined>>

export const SESSION_SECONDS = 14 * 24 * 3600

/**
 * Sign-in with the sample accounts. A session is a signed cookie, so it survives restarts. It ends after two weeks, or when the
 * password changes.
 */
export function openAccounts(token: string, passwords: Passwords, now: () => Date) {
  const sessionOf = (name: string, endsAt: number): string | undefined => {
    const password = isAccountName(name) ? passwords[name] : undefined
    if (password === undefined) return
    const signature = createHmac('sha256', `${token} ${password}`).update(`${name} ${endsAt}`)
    return `${name}.${endsAt}.${signature.digest('base64url')}`
  }
  return {
    /** The session's cookie; undefined for a wrong address or password. */
    signIn(email: string, password: string): string | undefined {
      const address = normaliseEmail(email)
      const name = Object.keys(SAMPLE_ACCOUNTS)
        .filter(isAccountName)
        .find((one) => SAMPLE_ACCOUNTS[one].email === address)
      const expected = name && passwords[name]
      if (!name || expected === undefined || !isSameSecret(password, expected)) return
      return sessionOf(name, now().getTime() + SESSION_SECONDS * 1000)
    },
    callerOf(session: string): Caller | undefined {
      const [name = '', endsAt = ''] = session.split('.')
      const expected = sessionOf(name, Number(endsAt))
      const isCurrent = Number(endsAt) > now().getTime()
      if (!(isCurrent && expected !== undefined && isSameSecret(session, expected))) return
      return isAccountName(name) ? SAMPLE_ACCOUNTS[name] : undefined
    },
  }
}

export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
