import { isSamePerson } from '#core/rules/staff-person.ts'
import { type Light, needsSecondPerson } from '#results/rules/result.ts'

/** A judgement that is stored; `mac` is the keyed hash of what it says. */
export type GivenJudgement = {
  readonly round: number
  readonly reader: 1 | 2
  readonly by: string
  readonly mac: string
  readonly secondNeeded: boolean
}

/** `isMild`: the colour is milder than the thresholds in force (`isMilder`). */
export type NewJudgement = {
  readonly by: string
  readonly light: Light
  readonly mac: string
  readonly isMild: boolean
}

/**
 * What a new judgement is: the first or second of its round and whether it completes the round, or why it is none.
 * `imported-it`: the person imported the file or took the row over. `needs-another-person`: theirs is the first.
 */
export type JudgementStep =
  | {
      readonly ok: true
      readonly round: number
      readonly reader: 1 | 2
      readonly secondNeeded: boolean
      /** False for a second judgement that differs from the first: both persons then judge again. */
      readonly completes: boolean
    }
  | { readonly ok: false; readonly reason: 'imported-it' | 'needs-another-person' | 'unchanged' }

/** The newest round of these judgements; 0 without one. */
const lastRound = (given: readonly Pick<GivenJudgement, 'round'>[]): number =>
  Math.max(0, ...given.map((one) => one.round))

type Reading = Pick<GivenJudgement, 'round' | 'reader' | 'by' | 'secondNeeded'>

/** The judgements of the newest round, the first reader first. */
const newestRound = <Given extends Reading>(given: readonly Given[]): readonly Given[] =>
  given
    .filter((one) => one.round === lastRound(given))
    .sort((one, other) => one.reader - other.reader)

/** Why this person cannot judge a result now; undefined when they can. `takenBy`: who imported the file and who took the row over. */
export function barredFrom(
  { given, takenBy }: { given: readonly Reading[]; takenBy: readonly string[] },
  by: string,
): 'imported-it' | 'needs-another-person' | undefined {
  if (takenBy.some((one) => isSamePerson(by, one))) return 'imported-it'
  const [first, second] = newestRound(given)
  const isMine = first?.secondNeeded && second === undefined && isSamePerson(by, first.by)
  return isMine ? 'needs-another-person' : undefined
}

/**
 * The rule of two persons (LAB-06): a green result needs one judgement; any other, one that is milder than the thresholds, and every
 * judgement after a disagreement or a change, needs two by different people that agree in everything. `isSettled`: the stored judgement counts (judged or held).
 * `takenBy`: who imported the file and who took the row over.
 */
export function nextJudgement(
  given: readonly GivenJudgement[],
  { by, light, mac, isMild }: NewJudgement,
  { takenBy, isSettled }: { takenBy: readonly string[]; isSettled: boolean },
): JudgementStep {
  const reason = barredFrom({ given, takenBy }, by)
  if (reason !== undefined) return { ok: false, reason }
  const round = lastRound(given)
  const [first, second] = newestRound(given)
  if (first?.secondNeeded && second === undefined) {
    return { ok: true, round, reader: 2, secondNeeded: true, completes: first.mac === mac }
  }
  const hasAgreed = first !== undefined && (second === undefined || second.mac === first.mac)
  if (isSettled && hasAgreed && first.mac === mac) return { ok: false, reason: 'unchanged' }
  const secondNeeded = needsSecondPerson(light, round + 1, isMild)
  return { ok: true, round: round + 1, reader: 1, secondNeeded, completes: !secondNeeded }
}
