import fc from 'fast-check'
import type { Person } from '#tests/integration/results/lab-setup.ts'

export const PATIENTS = 8
const FORENAMES = 'Alan Basil Cyril Denis Edwin Frank Giles Henry'.split(' ')
const NHS_NUMBERS = '9434765919 4010232137 9876543210 4505577104'.split(' ')

/** What the laboratory sends of a tube: a value, a correction, a withdrawal, an earlier row again; or the clerk copies the tube's identifiers. */
export type Sent = {
  readonly tube: number
  readonly kind: 'F' | 'C' | 'W' | 'again' | 'edited'
}
export type EveningStep =
  | {
      readonly do: 'upload'
      readonly rows: readonly Sent[]
      /** The clerk reads the report and deletes the file. */
      readonly isOnlyChecked?: boolean
      /** A coordinator undoes this tube at the desk while the file is taken over. */
      readonly undone?: number | undefined
    }
  | {
      readonly do:
        | 'ask the laboratory'
        | 'judge alone and release'
        | 'judge and release'
        | 'speak to red patients'
        | 'fail to reach red patients'
    }
  | { readonly do: 'hold' | 'end hold' | 'withdraw' | 'withdraw as wrong'; readonly tube: number }

export type EveningPlan = {
  /** Of each patient: a namesake of the one before, with the same forename too, with an NHS number. */
  readonly patients: readonly {
    readonly isNamesake: boolean
    readonly sameForename: boolean
    readonly hasNhsNumber: boolean
  }[]
  /** Patients whose labels the desk exchanges with the next patient. */
  readonly exchanged: readonly number[]
  readonly sendsForename: boolean
  readonly sendsNhsNumber: boolean
  /** The last patient's tube is recorded after the first step. */
  readonly lastIsLate: boolean
  readonly steps: readonly EveningStep[]
}

const percent = (share: number) => fc.nat({ max: 99 }).map((number) => number < share)
const tube = fc.nat({ max: PATIENTS - 1 })
const whole = fc.record({
  do: fc.constant('upload' as const),
  rows: fc.constant(
    Array.from({ length: PATIENTS }, (_, at) => ({ tube: at, kind: 'F' as const })),
  ),
  undone: fc.option(tube, { nil: undefined, freq: 2 }),
})
const some = fc.record({
  do: fc.constant('upload' as const),
  rows: fc.array(
    fc.record({ tube, kind: fc.constantFrom('F', 'C', 'W', 'again', 'edited', 'edited' as const) }),
    { minLength: 1, maxLength: PATIENTS },
  ),
  isOnlyChecked: percent(20),
  undone: fc.option(tube, { nil: undefined, freq: 2 }),
})
const people = fc.record({
  do: fc.constantFrom(
    'ask the laboratory',
    'judge alone and release',
    'judge and release',
    'speak to red patients',
    'fail to reach red patients' as const,
  ),
})
const hiding = fc.record({
  do: fc.constantFrom('hold', 'hold', 'end hold', 'withdraw', 'withdraw as wrong' as const),
  tube,
})

/** Evenings of eight patients: every fifth is a namesake, labels are exchanged, and C and W come in every order. */
export const evenings: fc.Arbitrary<EveningPlan> = fc.record({
  patients: fc.array(
    fc.record({ isNamesake: percent(20), sameForename: percent(20), hasNhsNumber: percent(50) }),
    { minLength: PATIENTS, maxLength: PATIENTS },
  ),
  exchanged: fc.uniqueArray(fc.nat({ max: PATIENTS - 2 }), { maxLength: 3 }),
  sendsForename: percent(40),
  sendsNhsNumber: percent(40),
  lastIsLate: percent(20),
  steps: fc
    .tuple(
      fc.oneof(whole, some),
      fc.array(fc.oneof(some, people, people, hiding), { minLength: 2, maxLength: 6 }),
    )
    .map(([first, more]) => [
      first,
      ...more,
      { do: 'judge and release' as const },
      { do: 'speak to red patients' as const },
    ]),
})

/** The patients of an evening, by the number of their tube. */
export function peopleOf({ patients }: EveningPlan): Person[] {
  const made: Person[] = []
  for (const [at, { isNamesake, sameForename, hasNhsNumber }] of patients.entries()) {
    const before = made[at - 1]
    const number = hasNhsNumber ? NHS_NUMBERS[at % NHS_NUMBERS.length] : undefined
    const forename = FORENAMES[at] ?? ''
    made.push({
      ...(before && isNamesake
        ? { ...before, forename: sameForename ? before.forename : forename }
        : { surname: `Evening${'abcdefgh'[at]}`, forename, birthDate: '1961-02-03' }),
      nhsNumber: number ?? '',
    })
  }
  return made
}
