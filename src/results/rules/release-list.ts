/** Why a patient cannot get a result now (`lab.unready`). */
export type UnreadyReason =
  | 'refused-by-laboratory'
  | 'newer-version'
  | 'row-waits'
  | 'not-judged'
  | 'not-open'
/** Why `lab.show` shows nothing. */
export type ReleaseReason =
  | UnreadyReason
  | 'not-found'
  | 'released'
  | 'held'
  | 'not-held'
  | 'second-person'
  | 'not-alone'
  | 'not-called'
  | 'reason-needed'
  | 'unconfirmed'
  | 'changed'

/** Why a result is not in a release, in the order in which one reason hides the next. */
export const LEFT_OUT = [
  'row-waits',
  'refused-by-laboratory',
  'held',
  'deferred',
  'second-missing',
  'not-judged',
  'red',
  'unconfirmed',
] as const
export type LeftOutReason = (typeof LEFT_OUT)[number]

type Facts = {
  readonly unready: string | null
  readonly isHeld: boolean
  readonly isDeferred: boolean
  readonly needsSecond: boolean
  readonly needsCall: boolean
  readonly isConfirmed: boolean
}

/** Why this result is left out of a release; undefined when it can be released with others (LAB-07). */
export function leftOutFor(facts: Facts): LeftOutReason | undefined {
  const { unready, isHeld, isDeferred, needsSecond, needsCall, isConfirmed } = facts
  const isUnjudged = unready === 'not-judged'
  const applies: Readonly<Record<LeftOutReason, boolean>> = {
    'row-waits': unready === 'row-waits',
    held: isHeld,
    'refused-by-laboratory': unready === 'refused-by-laboratory',
    deferred: isUnjudged && isDeferred,
    'second-missing': isUnjudged && needsSecond,
    'not-judged': unready !== null,
    red: needsCall,
    unconfirmed: !isConfirmed,
  }
  return LEFT_OUT.find((reason) => applies[reason])
}
