/** Who calls: the signed-in account; `profileId` is null until its profile exists. */
export type Account = {
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  readonly profileId: number | null
}

/** An account with a profile. */
export type Patient = Account & { readonly profileId: number }

/** What every service call knows of its request. */
export type RequestContext = {
  readonly requestId: string
  /** The address limits count by; never stored as it is, never logged. */
  readonly network: string
  readonly userAgent: string
}
