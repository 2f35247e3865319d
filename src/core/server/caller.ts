import { type Permission, roleFor, type StaffRole } from '#core/rules/permissions.ts'

/** The signed-in account of a request; `profileId` is null until the account has a profile. */
export type Account = {
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  readonly profileId: number | null
}

/** An account with a profile. */
export type Patient = Account & { readonly profileId: number }

/** Details of the request for service calls. */
export type RequestContext = {
  readonly requestId: string
  /** The network address that rate limits count by; never stored unhashed, never logged. */
  readonly network: string
  readonly userAgent: string
  /** The cookie of a browser that signed in before; not verified yet. */
  readonly deviceCookie: string | undefined
  /** The token in the cookie of a browser that requested a code of a password reset; not verified yet. */
  readonly resetCookie?: string | undefined
  /** The token of the cookie of a browser that gave access codes while signed out; not verified yet. */
  readonly accessCookie?: string | undefined
}

/** The visitor of a private event: the signed-in patient, or a browser with the token of its access cookie. */
export type Visitor = {
  readonly profileId: number | null
  readonly accessToken: string | undefined
}

/** A signed-in member of staff, who has given the second factor. Roles are read with each request. */
export type StaffMember = {
  readonly staffId: number
  readonly sessionId: string
  readonly userId: string
  readonly name: string
  readonly roles: readonly StaffRole[]
  /** When the last code of the second factor was accepted. */
  readonly factorAt: Date
  readonly endsAt: Date
}

/**
 * 'Name, role' as records and the audit log have it, with the role under which this is permitted.
 * @throws when the person may not do this: pages and services check it before.
 */
export function byOf({ name, roles }: StaffMember, permission: Permission): string {
  const role = roleFor(roles, permission)
  if (role === undefined) throw new Error(`A member of staff may not ${permission}.`)
  return `${name}, ${role}`
}
