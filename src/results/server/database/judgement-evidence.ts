import { sql } from 'kysely'
import type { GivenConsent } from '#booking/rules/given-consent.ts'
import { openAnswers } from '#booking/server/database/consents.ts'
import { type IsoDate, londonDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { ResultToJudge } from '#results/server/database/results-judgements.ts'

/** A value of an earlier sample of the patient. */
export type EarlierValue = {
  readonly resultId: string
  readonly findingSealed: Buffer
  readonly takenAt: Date
}

export type JudgementEvidence = {
  readonly ethnicity: string | null
  /** The answers of the consent in force; undefined without one, null when they cannot be decrypted. */
  readonly answers: GivenConsent | null | undefined
  /** The newest first. */
  readonly earlier: readonly EarlierValue[]
}

type Case = Pick<ResultToJudge, 'profileId' | 'sampleId' | 'takenAt'>
type ConsentRow = { profileId: number; consentId: string; testOn: IsoDate; sealed: Buffer }

const idsOf = (cases: readonly Case[]) =>
  sql<number>`any(${[...new Set(cases.map(({ profileId }) => profileId))]}::bigint[])`

/** The newest consent for the day of the sample, or else the newest one. `consents` are the patient's, newest first. */
const inForce = (consents: readonly ConsentRow[], takenAt: Date) =>
  consents.find(({ testOn }) => testOn === londonDate(takenAt)) ?? consents[0]

/** What a clinician reads about these patients beside their values, in the order of `cases`. Decrypts the answers of their consents: record it first. */
export async function readEvidence(
  { kysely }: Queries,
  sealer: Pick<Sealer, 'open'>,
  cases: readonly Case[],
): Promise<JudgementEvidence[]> {
  const profiles = await kysely
    .selectFrom('profiles')
    .select(['profile_id as profileId', 'ethnicity'])
    .where('profile_id', '=', idsOf(cases))
    .execute()
  const consents = await kysely
    .selectFrom('consents')
    .select([
      'profile_id as profileId',
      'consent_id as consentId',
      'test_on as testOn',
      'answers_sealed as sealed',
    ])
    .where('profile_id', '=', idsOf(cases))
    .where('taken_back_at', 'is', null)
    .orderBy('agreed_at', 'desc')
    .orderBy('consent_id')
    .execute()
  // The newest version of each sample, when nothing is against it: not taken back, not held, and no row of its tube waits.
  const values = await kysely
    .selectFrom('results as r')
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .select([
      'r.profile_id as profileId',
      'r.result_id as resultId',
      'r.sample_id as sampleId',
      'r.finding_sealed as findingSealed',
      's.taken_at as takenAt',
    ])
    .where('r.profile_id', '=', idsOf(cases))
    .where('r.state', 'not in', ['superseded', 'withdrawn'])
    .where('r.refused_by_lab_at', 'is', null)
    .where('r.held', '=', false)
    .where(sql<boolean>`not lab.row_waits(s.label)`)
    .where(
      sql<boolean>`not exists (select from app.results newer where newer.sample_id = r.sample_id and newer.version > r.version)`,
    )
    .orderBy('s.taken_at', 'desc')
    .orderBy('r.sample_id')
    .execute()
  const ethnicities = new Map(profiles.map((one) => [one.profileId, one.ethnicity]))
  const consentsOf = Map.groupBy(consents, (one) => one.profileId)
  const valuesOf = Map.groupBy(values, (one) => one.profileId)
  return cases.map(({ profileId, sampleId, takenAt }) => {
    const consent = inForce(consentsOf.get(profileId) ?? [], takenAt)
    return {
      ethnicity: ethnicities.get(profileId) ?? null,
      answers: consent && openAnswers(sealer, consent.consentId, consent.sealed),
      earlier: (valuesOf.get(profileId) ?? []).filter(
        (one) => one.sampleId !== sampleId && one.takenAt < takenAt,
      ),
    }
  })
}
