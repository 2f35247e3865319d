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
