import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Disclose } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { barredFrom } from '#results/rules/result-judgement.ts'
import { deferralContext } from '#results/server/database/results-contexts.ts'
import {
  findOpenedByOthers,
  findToJudge,
  listDeferrals,
  listJudgements,
  listToJudge,
  type ResultToJudge,
} from '#results/server/database/results-judgements.ts'
import { givenOf } from '#results/server/judging/judge-cases.ts'

export type ListDeps = {
  readonly database: Database
  readonly sealer: Pick<Sealer, 'open'>
  readonly disclose: Disclose
}

/** While a colleague has opened a case in the last minutes, another clinician is given a later one. */
const OPENED_MINUTES = 10

/** A case that was put off, and why. */
export type DeferredCase = {
  readonly resultId: string
  readonly label: string
  readonly by: string
  readonly at: Date
  readonly reason: string
}

/** The cases without a complete judgement, the oldest first, with why this person cannot judge them. */
async function listCases(database: Database, by: string) {
  const open = await listToJudge(database)
  const ids = open.map(({ resultId }) => resultId)
  const given = Map.groupBy(await listJudgements(database, ids), ({ resultId }) => resultId)
  return open.map((one) => {
    const readings = (given.get(one.resultId) ?? []).map(givenOf)
    return { one, barred: barredFrom({ given: readings, takenBy: one.takenBy }, by) }
  })
}

/** One case and the number of its judgements, or why this person cannot judge it. */
export async function findCase(
  database: Database,
  resultId: string,
  by: string,
): Promise<
  { one: ResultToJudge; judgements: number } | 'gone' | 'imported-it' | 'needs-another-person'
> {
  const one = (await findToJudge(database, [resultId])).get(resultId)
  if (one === undefined) return 'gone'
  const given = (await listJudgements(database, [resultId])).map(givenOf)
  return barredFrom({ given, takenBy: one.takenBy }, by) ?? { one, judgements: given.length }
}

/** The numbers of a person's cases, and the deferred ones. Who reads their reasons is recorded first. */
export async function readCaseLists({ database, sealer, disclose }: ListDeps, member: StaffMember) {
  const by = byOf(member, 'judge-results')
  const cases = await listCases(database, by)
  const put = cases.filter(({ one }) => one.isDeferred).map(({ one }) => one)
  const rest = cases.filter(({ one }) => !one.isDeferred)
  if (put.length > 0) {
    await disclose(member, by, {
      action: 'deferred-cases-read',
      subject: `results:${put.length}`,
      patients: put.map(({ profileId }) => profileId),
    })
  }
  const byId = new Map(put.map((one) => [one.resultId, one]))
  const deferrals = await listDeferrals(database, [...byId.keys()])
  return {
    waiting: rest.filter(({ barred }) => barred === undefined).length,
    ofOthers: rest.filter(({ barred }) => barred !== undefined).length,
    deferred: deferrals
      .map(
        ({ deferralId, resultId, deferredBy, deferredAt, detailsSealed }): DeferredCase => ({
          resultId,
          label: byId.get(resultId)?.label ?? '',
          by: deferredBy,
          at: deferredAt,
          reason: sealer.open(detailsSealed, deferralContext(deferralId)),
        }),
      )
      .sort((one, other) => one.at.getTime() - other.at.getTime()),
  }
}

/** The oldest case that this person can judge and that no colleague has open; then the oldest of all. */
export async function nextCase(
  database: Database,
  member: StaffMember,
): Promise<string | undefined> {
  const cases = await listCases(database, byOf(member, 'judge-results'))
  const ids = cases
    .filter(({ one, barred }) => barred === undefined && !one.isDeferred)
    .map(({ one }) => one.resultId)
  const { staffId } = member
  const opened = await findOpenedByOthers(database, ids, { staffId, minutes: OPENED_MINUTES })
  return ids.find((id) => !opened.has(id)) ?? ids[0]
}
