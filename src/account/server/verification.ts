import type { resendVerification, verifyEmail } from '#account/contract/accounts.ts'
import {
  findUnverified,
  verifyProfileEmail,
  wasVerified,
} from '#account/server/database/email-verifications.ts'
import type { InputOf, ReasonOf } from '#core/contract/endpoint.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import type { Patient, RequestContext } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { enqueueVerifyEmail } from '#core/server/jobs/mails.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import { hashToken } from '#core/server/security/token.ts'

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
