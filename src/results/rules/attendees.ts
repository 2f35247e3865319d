import { nameKeys } from '#core/rules/lab-key.ts'
import type { IsoDate } from '#core/rules/time.ts'

/** The states of a patient at an event (`app.attendance`, CLI-01), in the order of an evening. */
export const DESK_STATES = ['remaining', 'here', 'done', 'not-tested', 'absent'] as const
export type DeskState = (typeof DESK_STATES)[number]

export const STATE_WORDS: Readonly<Record<DeskState, string>> = {
  remaining: 'Remaining',
  here: 'Here',
  done: 'Done',
  'not-tested': 'Not tested',
  absent: 'Absent',
}

/** Whether a patient in this state has no outcome yet (CLI-05). */
export const lacksOutcome = (state: DeskState): boolean => state === 'remaining' || state === 'here'

export function countStates(
  rows: readonly { readonly state: DeskState }[],
): Readonly<Record<DeskState, number>> {
  const counts = { remaining: 0, here: 0, done: 0, 'not-tested': 0, absent: 0 }
  for (const { state } of rows) counts[state] += 1
  return counts
}

/** The places that are taken: a patient who came without an appointment takes none. */
export const takenPlaces = (counts: Readonly<Record<DeskState, number>>, walkIns: number): number =>
  DESK_STATES.reduce((sum, one) => sum + counts[one], 0) - walkIns

type Named = {
  readonly profileId: number
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: IsoDate | null
}

/** The other patients of an event with the surname, as names are compared, and the birth date of this one: a laboratory may not distinguish them. */
export function namesakesOf<Row extends Named>(row: Named, rows: readonly Row[]): Row[] {
  if (row.birthDate === null) return []
  const { surname } = nameKeys(row)
  return rows.filter(
    (other) =>
      other.profileId !== row.profileId &&
      other.birthDate === row.birthDate &&
      nameKeys(other).surname === surname,
  )
}
