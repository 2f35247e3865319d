import type { UnreadyReason } from '#results/rules/release-list.ts'

/** A case of the list of calls, without a name and a value. */
export type CallCase = {
  readonly caseId: string
  readonly kind: 'call-first' | 'unread' | 'wrong-patient'
  readonly resultId: string
  readonly profileId: number
  readonly label: string
  readonly openedAt: Date
  readonly outcome: CaseOutcome | null
  readonly closedAt: Date | null
  readonly closedBy: string | null
  /** Whether no judgement of the result is missing: while one is, nothing says its earlier colour. */
  readonly isJudged: boolean
  /** Of a red result whose judgement is complete: three working days after it. */
  readonly dueAt: Date | null
  readonly call: 'spoken-to' | 'tried' | null
  readonly isShown: boolean
  readonly isHeld: boolean
  /** Whether the patient has confirmed the address, and so can read results. */
  readonly isConfirmed: boolean
  /** Why the value is not told now (`lab.unready`). */
  readonly unready: UnreadyReason | null
  /** The tube that the value may be of, when a result was another patient's. */
  readonly otherProfileId: number | null
  readonly otherLabel: string | null
  /** How often its checklist has begun. */
  readonly pass: number
  /** The steps of its checklist that are left (`lab.open_steps`). */
  readonly openSteps: readonly TickKind[]
  /** Whether the other tube can be named no more: the other patient was told, or it is recorded that there is none. */
  readonly isSettled: boolean
  /** How many notes it has: a step names what its page showed. */
  readonly notes: number
}
export type CaseOutcome = 'spoken-to' | 'not-reached' | 'replaced' | 'read' | 'done'

/** What to do next about a case. */
export type CallStep =
  | 'checklist'
  | UnreadyReason
  | 'held'
  | 'told-early'
  | 'may-show'
  | 'call-now'
  | 'call-again'
  | 'call'
  | 'shown-not-reached'
  | 'not-confirmed'
  | 'unread'

/** Whether a call is only noted: it took place, and the value that it was about is in doubt or does not count any more. */
export const isNoteOnly = ({ unready, outcome }: CallCase): boolean =>
  unready !== null || outcome === 'replaced'

/** A red result that is not shown, three working days after its judgement (LAB-12). */
export const isDue = ({ kind, dueAt, isShown }: CallCase, now: Date): boolean =>
  kind === 'call-first' && !isShown && dueAt !== null && dueAt <= now

export function callStepOf(one: CallCase, now: Date): CallStep {
  if (one.kind === 'wrong-patient') return 'checklist'
  if (one.isHeld) return 'held'
  if (one.unready !== null) return one.unready
  if (one.kind === 'unread') return one.isConfirmed ? 'unread' : 'not-confirmed'
  if (one.isShown) return 'shown-not-reached'
  if (one.call === 'spoken-to') return 'told-early'
  if (one.call === 'tried') return 'may-show'
  if (isDue(one, now)) return 'call-now'
  return one.notes > 0 ? 'call-again' : 'call'
}

/** Red results that are due first, then results of another patient, red results by when they are due, and unread ones. */
export function sortCases(cases: readonly CallCase[], now: Date): CallCase[] {
  const rank = (one: CallCase) =>
    isDue(one, now) ? 0 : { 'wrong-patient': 1, 'call-first': 2, unread: 3 }[one.kind]
  const since = ({ dueAt, openedAt }: CallCase) => (dueAt ?? openedAt).getTime()
  return [...cases].sort((a, b) => rank(a) - rank(b) || since(a) - since(b))
}

/** What a clinician records on the page of a case; 'show': the result is shown although the patient was not reached. */
export const CASE_ACTIONS = ['spoken-to', 'attempt', 'show', 'not-reached'] as const
export type CaseAction = (typeof CASE_ACTIONS)[number]

/** What is left of a result that was another patient's: a clinician ticks each. */
export const TICKS = [
  'told-patient',
  'told-other',
  'no-other',
  'told-laboratory',
  'incident',
] as const
export type TickKind = (typeof TICKS)[number]

const DETAILED_TICKS = ['no-other', 'incident'] as const
export type DetailedTick = (typeof DETAILED_TICKS)[number]

/** Whether a step records nothing without what is written with it. */
export const isDetailed = (step: TickKind): step is DetailedTick =>
  DETAILED_TICKS.some((one) => one === step)

/** The number of notes that a form says its page showed; -1, which no case has, for anything else. */
export const shownNotes = ({ text }: { text(name: string): string }): number =>
  /^\d{1,4}$/.test(text('notes')) ? Number(text('notes')) : -1
