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
  if (takenBy.some((one) => isSamePerson(by, one))) return { ok: false, reason: 'imported-it' }
  const round = Math.max(0, ...given.map((one) => one.round))
  const [first, second] = given
    .filter((one) => one.round === round)
    .sort((one, other) => one.reader - other.reader)
  if (first?.secondNeeded && second === undefined) {
    if (isSamePerson(by, first.by)) return { ok: false, reason: 'needs-another-person' }
    return { ok: true, round, reader: 2, secondNeeded: true, completes: first.mac === mac }
  }
  const hasAgreed = first !== undefined && (second === undefined || second.mac === first.mac)
  if (isSettled && hasAgreed && first.mac === mac) return { ok: false, reason: 'unchanged' }
  const secondNeeded = needsSecondPerson(light, round + 1, isMild)
  return { ok: true, round: round + 1, reader: 1, secondNeeded, completes: !secondNeeded }
}
