import { getSmsChoice, setSmsChoice } from '#booking/contract/sms.ts'
import { findPhone, findSmsChoice, storeSmsChoice } from '#booking/server/database/sms.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { ukMobile } from '#core/rules/telephone.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused } from '#core/server/outcome.ts'

type OnWire = OutputOf<typeof getSmsChoice>

/** The patient's choice about text messages (REM-02). Stopping is always possible. */
export const smsChoiceService = (deps: {
  readonly database: Database
  readonly limiter: Limiter
  /** Whether a provider is configured. */
  readonly isAvailable: boolean
}) => {
  const { database, limiter, isAvailable } = deps
  const read = async (profileId: number): Promise<OnWire> => {
    const choice = await findSmsChoice(database, profileId)
    const phone = await findPhone(database, profileId)
    return {
      available: isAvailable,
      wants: choice?.wants ?? false,
      chosen_at: choice?.at.toISOString() ?? null,
      has_mobile: ukMobile(phone ?? '') !== undefined,
    }
  }
  return {
    current: bind(getSmsChoice, async (_, { profileId }) => done(await read(profileId))),

    choose: bind(setSmsChoice, async ({ wants }, { profileId }) => {
      const limited = await limiter.count(['smsChoicePerPatient', String(profileId)])
      if (limited) return limited
      if (wants && !isAvailable) return refused('sms-off')
      if (wants && !(await read(profileId)).has_mobile) return refused('no-mobile')
      await storeSmsChoice(database, profileId, wants)
      return done(await read(profileId))
    }),
  }
}
