import * as z from 'zod/mini'
import { profileOnWire } from '#account/contract/profiles.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { emailAddress, optionalLine, phoneLine } from '#core/contract/fields.ts'
import { isPasswordTooLong, isPasswordTooShort, normalPassword } from '#core/rules/password.ts'
import { TOKEN_PATTERN } from '#core/rules/token.ts'
import {
  accountInactive,
  PROVIDER_TEXTS,
  SIGN_IN_PASSWORD_MISSING,
  STAFF_ACCOUNT,
  VERIFICATION_TEXTS,
} from '#core/texts/account-forms.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

/** Who is signed in and until when; `ends_at` moves with use (30 minutes idle), never past `absolute_end_at` (12 hours). */
export const sessionOnWire = z.object({
  email: z.string(),
  user_id: z.uuid(),
  profile: z.nullable(profileOnWire),
  ends_at: z.iso.datetime(),
  absolute_end_at: z.iso.datetime(),
  server_time: z.iso.datetime(),
  /** This session may set a new password without the old one: a code of a password reset has just opened it (AUTH-06). */
  may_reset_password: z.optional(z.boolean()),
})
export type SessionOnWire = z.output<typeof sessionOnWire>

/** A password that is chosen. */
export const newPassword = z.pipe(
  z.string().check(
    z.refine((value) => !isPasswordTooShort(value), { error: PROFILE_FAULTS.passwordTooShort }),
    z.refine((value) => !isPasswordTooLong(value), { error: PROFILE_FAULTS.passwordTooLong }),
  ),
  z.transform(normalPassword),
)

/** A password that is compared; `error` is shown when it is empty. One that is too long has never been set, but the provider would compare its beginning. */
export const typedPassword = (error: string) =>
  z.pipe(
    z.string().check(
      z.minLength(1, { error }),
      z.refine((value) => !isPasswordTooLong(value), { error: PROFILE_FAULTS.passwordTooLong }),
    ),
    z.transform(normalPassword),
  )

/** The error text is the identity provider's own message (AUTH-01). */
const PROVIDER_REFUSALS = {
  'sign-in-refused': { status: 400, text: PROVIDER_TEXTS.signInRefused },
} as const

/** POST /auth/sign-in: opens a session; `profile` is null when sign-up was not finished (AUTH-04). */
export const signIn = defineEndpoint({
  name: 'signIn',
  method: 'POST',
  path: '/auth/sign-in',
  summary: 'Signs in with e-mail and password.',
  access: 'public',
  input: z.strictObject({
    email: emailAddress,
    password: typedPassword(SIGN_IN_PASSWORD_MISSING),
  }),
  output: sessionOnWire,
  reasons: {
    ...PROVIDER_REFUSALS,
    'account-inactive': { status: 403, text: accountInactive('') },
    'staff-account': { status: 403, text: STAFF_ACCOUNT },
  },
})

/** POST /auth/sign-up: creates the account and opens a session; repeating it with the same e-mail and password resumes an unfinished sign-up (AUTH-04). */
export const signUp = defineEndpoint({
  name: 'signUp',
  method: 'POST',
  path: '/auth/sign-up',
  summary: 'Creates an account.',
  access: 'public',
  status: 201,
  input: z.strictObject({
    email: emailAddress,
    password: newPassword,
    display_name: optionalLine(201),
    phone: z.nullish(phoneLine),
  }),
  output: sessionOnWire,
  reasons: {
    'sign-up-refused': { status: 422, text: PROVIDER_TEXTS.signUpRefused },
  },
})

/** POST /auth/sign-out: ends this session; does nothing without one (AUTH-07). */
export const signOut = defineEndpoint({
  name: 'signOut',
  method: 'POST',
  path: '/auth/sign-out',
  summary: 'Ends this session.',
  access: 'public',
  input: z.strictObject({}),
  output: z.object({ status: z.literal('success') }),
  reasons: {},
})

/** GET /auth/session: reading the session does not extend it. */
export const getSession = defineEndpoint({
  name: 'getSession',
  method: 'GET',
  path: '/auth/session',
  summary: 'The caller’s session, or null.',
  access: 'public',
  input: z.strictObject({}),
  output: z.object({ session: z.nullable(sessionOnWire) }),
  reasons: {},
})

/** POST /auth/session/extend: 'Stay signed in' (AUTH-11). */
export const extendSession = defineEndpoint({
  name: 'extendSession',
  method: 'POST',
  path: '/auth/session/extend',
  summary: 'Counts as use of the session.',
  access: 'account',
  input: z.strictObject({}),
  output: sessionOnWire,
  reasons: {},
})

/** GET /auth/sessions: the caller's live sessions, newest first (AUTH-11). */
export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'The caller’s live sessions.',
  access: 'account',
  input: z.strictObject({}),
  output: z.object({
    sessions: z.array(
      z.object({
        session_id: z.uuid(),
        started_at: z.iso.datetime(),
        last_used_at: z.iso.datetime(),
        /** Browser and operating system, such as 'Firefox on Windows'. */
        device: z.string(),
        current: z.boolean(),
      }),
    ),
  }),
  reasons: {},
})

/** DELETE /auth/sessions/{id}: ends one of the caller's own sessions; safely repeatable. Another account's session returns 403 (API-08). */
export const endSession = defineEndpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/auth/sessions/:session_id',
  summary: 'Ends one of the caller’s sessions.',
  access: 'account',
  input: z.strictObject({ session_id: z.uuid() }),
  output: z.object({ status: z.literal('success') }),
  reasons: {},
})

/** POST /auth/verify-email: the button of the page that the mailed link opens (AUTH-12); the token is 43 characters of base64url. */
export const verifyEmail = defineEndpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  summary: 'Marks the profile’s e-mail address as verified.',
  access: 'public',
  input: z.strictObject({
    token: z.string().check(z.regex(TOKEN_PATTERN)),
  }),
  output: z.object({ status: z.literal('success') }),
  reasons: {
    'link-invalid': { status: 410, text: VERIFICATION_TEXTS.linkInvalid },
  },
})

/** POST /auth/verify-email/resend: sends a new link; the old one becomes invalid. Only the account's owner reads that it is confirmed. */
export const resendVerification = defineEndpoint({
  name: 'resendVerification',
  method: 'POST',
  path: '/auth/verify-email/resend',
  summary: 'Sends the verification link again.',
  access: 'patient',
  input: z.strictObject({}),
  output: z.object({ status: z.literal('success') }),
  reasons: {
    'already-confirmed': { status: 409, text: VERIFICATION_TEXTS.alreadyConfirmed },
  },
})
