/** The page about benefits and harms of a PSA test (CONS-06). */
export const CHOICE_PATH = '/is-a-psa-test-right-for-me'

/** The numbers of the page “Is a PSA test right for me?” are out of this many people. */
export const CHOICE_PEOPLE = 1000

/** Whether an outcome is a gain or a harm of testing. */
export const OUTCOME_KINDS = ['benefit', 'harm'] as const
export type OutcomeKind = (typeof OUTCOME_KINDS)[number]

/** What happens to how many of 1,000 people without and with testing. */
export type TestOutcome = {
  kind: OutcomeKind
  outcome: string
  without: number
  with: number
  note: string | undefined
}

/** Example: `2 fewer`. */
export function differenceText({ without, with: tested }: TestOutcome): string {
  const difference = Math.abs(tested - without)
  return difference === 0 ? 'the same' : `${difference} ${tested < without ? 'fewer' : 'more'}`
}
