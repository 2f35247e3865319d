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

/** The two sample accounts of the Studio. */
export const SAMPLE_ACCOUNTS = {
  editor: {
    id: 'p-editor',
    name: 'Content editor',
    email: 'editor@halyard.example',
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

/** The passwords of the sample accounts; one without a password cannot sign in. */
export type Passwords = Partial<Record<keyof typeof SAMPLE_ACCOUNTS, string | undefined>>

export const SESSION_SECONDS = 14 * 24 * 3600

/**
 * Sign-in with the sample accounts. A session is a signed cookie, so it survives restarts. It ends after two weeks, or when the
 * password changes.
 */
export function openAccounts(token: string, passwords: Passwords, now: () => Date) {
  const sessionOf = (role: string, endsAt: number): string | undefined => {
    const password = passwords[role as keyof Passwords]
    if (password === undefined) return
    const signature = createHmac('sha256', `${token} ${password}`).update(`${role} ${endsAt}`)
    return `${role}.${endsAt}.${signature.digest('base64url')}`
  }
  return {
    /** The session's cookie; undefined for a wrong address or password. */
    signIn(email: string, password: string): string | undefined {
      const address = normaliseEmail(email)
      const account = Object.values(SAMPLE_ACCOUNTS).find((one) => one.email === address)
      const expected = account && passwords[account.role]
      if (!account || expected === undefined || !isSameSecret(password, expected)) return
      return sessionOf(account.role, now().getTime() + SESSION_SECONDS * 1000)
    },
    callerOf(session: string): Caller | undefined {
      const [role = '', endsAt = ''] = session.split('.')
      const expected = sessionOf(role, Number(endsAt))
      const isCurrent = Number(endsAt) > now().getTime()
      if (!(isCurrent && expected !== undefined && isSameSecret(session, expected))) return
      return Object.values(SAMPLE_ACCOUNTS).find((one) => one.role === role)
    },
  }
}

export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
