import type { resendVerification, verifyEmail } from '#contract/accounts.ts'
import type { InputOf, ReasonOf } from '#contract/endpoint.ts'
import { normaliseEmail } from '#domain/email-address.ts'
import type { Patient, RequestContext } from '#server/caller.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import {
  findUnverified,
  verifyProfileEmail,
  wasVerified,
} from '#server/repositories/email-verifications.ts'
import { enqueueVerifyEmail } from '#server/repositories/jobs/mails.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import { hashToken } from '#server/security/token.ts'

type Success = { status: 'success' }

/** Verification of e-mail addresses (AUTH-12): the button behind the mailed link confirms; the mail can be sent again. */
export const verificationService = (deps: {
  readonly database: Database
  readonly clock: Clock
  readonly limiter: Limiter
  nudgeJobs(): void
}) => ({
  async confirm(
    input: InputOf<typeof verifyEmail>,
    context: RequestContext,
  ): Promise<Outcome<Success, ReasonOf<typeof verifyEmail>>> {
    const hash = hashToken(input.token)
    const isConfirmed =
      (await verifyProfileEmail(deps.database, hash)) || (await wasVerified(deps.database, hash))
    if (isConfirmed) return done({ status: 'success' })
    const limited = await deps.limiter.count(['verifyEmailPerNetwork', context.network])
    return limited ?? refused('link-invalid')
  },

  async resend(patient: Patient): Promise<Outcome<Success, ReasonOf<typeof resendVerification>>> {
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
  },
})
