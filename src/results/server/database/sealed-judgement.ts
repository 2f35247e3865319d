import { type IsoDate, isIsoDate } from '#core/rules/time.ts'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'
import type { Light, RiskGroup } from '#results/rules/result.ts'
import type { JudgementColumn } from '#results/server/database/results-contexts.ts'

/** What a clinician says of a result. */
export type Judgement = {
  readonly light: Light
  readonly riskGroup: RiskGroup
  readonly comments: string | null
  readonly retestOn: IsoDate | null
}

/** The same encrypted, of one length for every colour, risk group and next test; an absent value is encrypted too. */
export type SealedJudgement = {
  readonly lightSealed: Buffer
  readonly riskGroupSealed: Buffer
  readonly commentsSealed: Buffer
  readonly retestOnSealed: Buffer
}

const NO_RETEST = 'none'

export function sealJudgement(
  sealer: Pick<Sealer, 'seal'>,
  { light, riskGroup, comments, retestOn }: Judgement,
  contextOf: (column: Exclude<JudgementColumn, 'retest_reason_sealed'>) => CipherContext,
): SealedJudgement {
  return {
    lightSealed: sealer.seal(light, contextOf('light_sealed')),
    riskGroupSealed: sealer.seal(riskGroup, contextOf('risk_group_sealed')),
    commentsSealed: sealer.seal(comments ?? '', contextOf('comments_sealed')),
    retestOnSealed: sealer.seal(retestOn ?? NO_RETEST, contextOf('retest_on_sealed')),
  }
}

/** The next test as it was encrypted; null: none. */
export function retestOnOf(text: string | undefined): IsoDate | null {
  if (text === undefined || text === NO_RETEST) return null
  if (!isIsoDate(text)) throw new Error('The next test is no day.')
  return text
}
