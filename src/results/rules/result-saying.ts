import { addDays, type IsoDate } from '#core/rules/time.ts'

/**
 * What page, print, letter, own data and mails may say of a result (RES-02, RES-05):
 * - `all`: also comments, what it means, what to do next and the next test;
 * - `earlier`: value and colour, and that the newest result says what to do next;
 * - `earlier-ask`: the same without the newest result, which is withheld or says nothing: a neutral sentence and the helpline;
 * - `withheld`: nothing but a neutral sentence and the helpline.
 */
export const SAYINGS = ['all', 'earlier', 'earlier-ask', 'withheld'] as const
export type Saying = (typeof SAYINGS)[number]

/** A result that the patient was shown, as far as this decision needs it. */
export type KnownResult = {
  readonly resultId: string
  readonly takenAt: Date
  readonly releasedAt: Date
  /** Neither held, withdrawn nor unreadable. */
  readonly isShown: boolean
  /** It has a colour and a risk group, whose texts say what to do next. */
  readonly advises: boolean
}

const isNewer = (one: KnownResult, other: KnownResult): boolean => {
  const apart =
    one.takenAt.getTime() - other.takenAt.getTime() ||
    one.releasedAt.getTime() - other.releasedAt.getTime()
  return apart === 0 ? one.resultId > other.resultId : apart > 0
}

/** The result with the newest sample: the sample decides, not the release, because an old result can be corrected late. */
export const newestOf = <Known extends KnownResult>(results: readonly Known[]): Known | undefined =>
  results.reduce<Known | undefined>(
    (newest, one) => (newest === undefined || isNewer(one, newest) ? one : newest),
    undefined,
  )

/**
 * What may be said of each result, by its id. Only the newest says what to do next: advice from before could reassure a patient whose
 * newest result is raised, or is being checked. A test without a result yet takes no advice away: 'see your GP' stays.
 */
export function sayingsOf(results: readonly KnownResult[]): ReadonlyMap<string, Saying> {
  const newest = newestOf(results)
  const earlier = newest?.isShown && newest.advises ? 'earlier' : 'earlier-ask'
  return new Map(
    results.map((result) => {
      if (!result.isShown) return [result.resultId, 'withheld']
      return [result.resultId, result === newest ? 'all' : earlier]
    }),
  )
}

/** Whether a next test is to come, is due and not arranged, or is arranged: a later test was booked or taken. */
export const NEXT_TEST_STATES = ['to-come', 'due', 'arranged'] as const
export type NextTestState = (typeof NEXT_TEST_STATES)[number]

/** @param testDays the days of the patient's tests that are booked, or were taken and wait for their result. */
export function nextTestState(
  result: { readonly takenOn: IsoDate; readonly retestOn: IsoDate },
  testDays: readonly IsoDate[],
  today: IsoDate,
): NextTestState {
  if (testDays.some((day) => day > result.takenOn)) return 'arranged'
  return result.retestOn < today ? 'due' : 'to-come'
}

/** Days after the sample by which a laboratory usually has its result, when no tube names the laboratory (the default of `labs.result_days`). */
export const RESULT_DAYS = 7

/**
 * A test without a result: its day is to come, its result is on the way, or later than the laboratory usually is; or its sample could not
 * be tested, and its free repeat is still to be booked, or was ('repeated').
 */
export const WAITING_STATES = ['to-come', 'on-the-way', 'late', 'spoiled', 'repeated'] as const
export type WaitingState = (typeof WAITING_STATES)[number]

/** @param resultDays the days after the sample by which its laboratory usually has the result. */
export function waitingState(
  testOn: IsoDate,
  today: IsoDate,
  resultDays = RESULT_DAYS,
): Exclude<WaitingState, 'spoiled' | 'repeated'> {
  if (testOn > today) return 'to-come'
  return today > addDays(testOn, resultDays) ? 'late' : 'on-the-way'
}
