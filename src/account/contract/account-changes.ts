import * as z from 'zod/mini'
import { newPassword, sessionOnWire, typedPassword } from '#account/contract/accounts.ts'
import { CHANGE_TEXTS, RESET_TEXTS } from '#account/texts/account-changes.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { emailAddress, line } from '#core/contract/fields.ts'
import { withoutGaps } from '#core/rules/one-line.ts'
import { CODE_PATTERN } from '#core/rules/password.ts'
import { TOKEN_PATTERN } from '#core/rules/token.ts'
import { accountInactive, VERIFICATION_TEXTS } from '#core/texts/account-forms.ts'

const success = z.object({ status: z.literal('success') })

/** POST /auth/password-reset: the same response for every address. The code comes by mail, and only this browser may try it (AUTH-06). */
export const askPasswordReset = defineEndpoint({
  name: 'askPasswordReset',
  method: 'POST',
  path: '/auth/password-reset',
  summary: 'Sends a code to the account’s e-mail address.',
  access: 'public',
  input: z.strictObject({ email: emailAddress }),
  output: z.object({ status: z.literal('success'), message: z.string() }),
  reasons: {},
})

/** POST /auth/password-reset/verify: opens a session that may set a password for 15 minutes. A refusal has the provider's text. */
export const verifyResetCode = defineEndpoint({
  name: 'verifyResetCode',
  method: 'POST',
  path: '/auth/password-reset/verify',
  summary: 'Signs in with the code of a password reset.',
  access: 'public',
  input: z.strictObject({
    email: emailAddress,
    code: z.pipe(
      z.pipe(line(40), z.transform(withoutGaps)),
      z.string().check(z.regex(CODE_PATTERN)),
    ),
  }),
  output: sessionOnWire,
  reasons: {
    'code-refused': { status: 400, text: RESET_TEXTS.codeRefused },
    'tries-used': { status: 400, text: RESET_TEXTS.triesUsed },
    'other-browser': { status: 400, text: RESET_TEXTS.otherBrowser },
    'account-inactive': { status: 403, text: accountInactive('') },
  },
})

/** The provider's own rules for passwords; the text is the provider's. */
const PASSWORD_REFUSED = {
  'password-refused': { status: 422, text: CHANGE_TEXTS.passwordRefused },
} as const

/** POST /auth/password-reset/password: only in the session that the code opened; ends every other session (AUTH-06). */
export const setResetPassword = defineEndpoint({
  name: 'setResetPassword',
  method: 'POST',
  path: '/auth/password-reset/password',
  summary: 'Sets a new password after the code of a password reset.',
  access: 'account',
  input: z.strictObject({ password: newPassword }),
  output: success,
  reasons: {
    ...PASSWORD_REFUSED,
    'code-needed': { status: 403, text: RESET_TEXTS.codeNeeded },
  },
})

/** The password of the signed-in user that confirms a change. */
export const PASSWORD_WRONG = {
  'wrong-password': { status: 400, text: CHANGE_TEXTS.oldPasswordWrong },
} as const

/** POST /auth/password: with the old password; ends every other session (AUTH-13). */
export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/auth/password',
  summary: 'Changes the caller’s password.',
  access: 'account',
  input: z.strictObject({
    old_password: typedPassword(CHANGE_TEXTS.oldPasswordMissing),
    password: newPassword,
  }),
  output: success,
  reasons: { ...PASSWORD_REFUSED, ...PASSWORD_WRONG },
})

/** POST /auth/email-change: mails a link to the new address and a notice to the old one. The response is the same for a taken address (AUTH-13). */
export const askEmailChange = defineEndpoint({
  name: 'askEmailChange',
  method: 'POST',
  path: '/auth/email-change',
  summary: 'Sends a link that changes the caller’s e-mail address.',
  access: 'patient',
  input: z.strictObject({
    email: emailAddress,
    password: typedPassword(CHANGE_TEXTS.oldPasswordMissing),
  }),
  output: success,
  reasons: PASSWORD_WRONG,
})

/** POST /auth/email-change/confirm: the button of the page that the mailed link opens; repeatable (AUTH-13). */
export const confirmEmailChange = defineEndpoint({
  name: 'confirmEmailChange',
  method: 'POST',
  path: '/auth/email-change/confirm',
  summary: 'Changes the e-mail address of an account.',
  access: 'public',
  input: z.strictObject({
    token: z.string().check(z.regex(TOKEN_PATTERN)),
  }),
  output: success,
  reasons: {
    'link-invalid': { status: 410, text: VERIFICATION_TEXTS.linkInvalid },
    'address-taken': { status: 409, text: CHANGE_TEXTS.emailTaken },
  },
})
