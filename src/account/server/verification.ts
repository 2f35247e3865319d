import { resendVerification, verifyEmail } from '#account/contract/accounts.ts'
import { enqueueVerifyEmail } from '#account/mails/verify-email.ts'
import {
  findUnverified,
  verifyProfileEmail,
  wasVerified,
} from '#account/server/database/email-verifications.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused } from '#core/server/outcome.ts'
import { hashToken } from '#core/server/security/token.ts'

/** Verification of e-mail addresses (AUTH-12): the button behind the mailed link confirms; the mail can be sent again. */
export const verificationService = (deps: {
  readonly database: Database
  readonly clock: Clock
  readonly limiter: Limiter
  nudgeJobs(): void
}) => ({
  confirm: bind(verifyEmail, async (input, _, context) => {
    const hash = hashToken(input.token)
    const isConfirmed =
      (await verifyProfileEmail(deps.database, hash)) || (await wasVerified(deps.database, hash))
    if (isConfirmed) return done({ status: 'success' })
    const limited = await deps.limiter.count(['verifyEmailPerNetwork', context.network])
    return limited ?? refused('link-invalid')
  }),

  resend: bind(resendVerification, async (_, patient) => {
    const { profileId, email } = patient
    if ((await findUnverified(deps.database, profileId)) === undefined) {
      return refused('already-confirmed')
    }
    const limited = await deps.limiter.count(
      ['verificationMailPerPatient', String(profileId)],
      ['verificationMailPerAddress', normaliseEmail(email)],
    )
    if (limited) return limited
    await enqueueVerifyEmail(deps.database, profileId, deps.clock.now().toISOString())
    deps.nudgeJobs()
    return done({ status: 'success' })
  }),
})
