import { comparedName } from '#core/rules/lab-key.ts'
import { readDay } from '#core/rules/typed-cell.ts'
import type { AcceptableDifference, MatchedSample } from '#results/rules/lab-match.ts'

/**
 * Why a step about a row changed nothing: it does not wait, its content is deleted, the person imported its file or has proposed the same
 * already, the row was changed since the person read it, it waits for reasons that this end does not settle, tubes of its event may still
 * be recorded, the paper form does not have the identifier of the tube, or its tube, another tube or another row is against it now.
 */
export type RowRefusal =
  | 'not-waiting'
  | 'content-deleted'
  | 'importer'
  | 'own-proposal'
  | 'changed-meanwhile'
  | 'other-reasons'
  | 'not-one-difference'
  | 'event-open'
  | 'paper-missing'
  | 'paper-differs'
  | 'another-tube'
  | 'another-row-waits'
  | 'known-already'
  | 'changed'

const DAYS: readonly AcceptableDifference[] = ['birth-date-differs', 'collection-day-differs']

/** Whether the identifier is a day. */
export const isDay = (difference: AcceptableDifference): boolean => DAYS.includes(difference)

/** What a person read on the paper form, as it is compared; '' when nothing can be compared. */
export const paperWord = (difference: AcceptableDifference, typed: string): string =>
  isDay(difference) ? (readDay(typed.trim()) ?? '') : comparedName(typed)

/** The same identifier of the tube. */
export const tubeWord = (difference: AcceptableDifference, sample: MatchedSample): string =>
  ({
    'surname-differs': sample.surnameKey,
    'forename-differs': sample.forenameKey,
    'birth-date-differs': sample.birthDate,
    'collection-day-differs': sample.takenOn,
    'laboratory-differs': sample.labKey,
  })[difference]
