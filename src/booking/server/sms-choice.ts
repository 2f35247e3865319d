import type { getSmsChoice, setSmsChoice } from '#booking/contract/sms.ts'
import { findPhone, findSmsChoice, storeSmsChoice } from '#booking/server/database/sms.ts'
import type { InputOf, OutputOf, ReasonOf } from '#core/contract/endpoint.ts'
import { ukMobile } from '#core/rules/telephone.ts'
import type { Patient } from '#core/server/caller.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'

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
    current: async ({ profileId }: Patient): Promise<Outcome<OnWire>> =>
      done(await read(profileId)),

    async choose(
      { wants }: InputOf<typeof setSmsChoice>,
      { profileId }: Patient,
    ): Promise<Outcome<OnWire, ReasonOf<typeof setSmsChoice>>> {
      const limited = await limiter.count(['smsChoicePerPatient', String(profileId)])
      if (limited) return limited
      if (wants && !isAvailable) return refused('sms-off')
      if (wants && !(await read(profileId)).has_mobile) return refused('no-mobile')
      await storeSmsChoice(database, profileId, wants)
      return done(await read(profileId))
    },
  }
}
