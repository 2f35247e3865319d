import fc from 'fast-check'
import { ROW_FAULT_NAMES, type RowFaultName } from '#tests/fixtures/lab-rows.ts'
import type { Person } from '#tests/integration/results/lab-setup.ts'

/** Twins, names that are equal when compared, and days with day and month swapped: no two patients are equal in everything. */
export const FAMILY: readonly Person[] = [
  { surname: 'OBrien', forename: 'Sean', birthDate: '1961-04-05' },
  { surname: "O'Brien", forename: 'Liam', birthDate: '1961-04-05' },
  { surname: 'O’Brien', forename: 'Sean', birthDate: '1961-05-04' },
  { surname: 'Smith-Jones', forename: 'Alan', birthDate: '1958-02-11' },
  { surname: 'Smith Jones', forename: 'Allan', birthDate: '1958-02-11' },
  { surname: 'Müller', forename: 'Jörg', birthDate: '1960-01-02' },
  { surname: 'Muller', forename: 'Jorg', birthDate: '1960-02-01' },
  { surname: 'King', forename: 'Paul', birthDate: '1970-12-01' },
  { surname: 'King', forename: 'Peter', birthDate: '1970-12-01' },
]

export type RowSpec = {
  readonly tube: number
  readonly kind:
    | 'new'
    | 'again'
    | 'corrected'
    | 'taken back'
    | 'of another'
    | 'spelled otherwise'
    | RowFaultName
}
/** Other spellings of the first clinician's name. */
export const SPELLINGS = [
  'ADA QUILL',
  'Ada-Quill',
  'Ád\u0061 Quill',
  'A\u0301da Quill',
  'AdaQuill',
  'Ada Qu’ill',
] as const

/** One step of a run. */
export type Step =
  | { readonly do: 'import'; readonly rows: readonly RowSpec[] }
  | { readonly do: 'import again' | 'import in part' | 'release again' | 'approve again' }
  | { readonly do: 'release all'; readonly spelling: string }
  | {
      readonly do: 'hold' | 'withdraw' | 'void' | 'rename' | 'release held' | 'confirm'
      readonly tube: number
    }

const tube = fc.nat({ max: FAMILY.length - 1 })
const kind = fc.oneof(
  { weight: 4, arbitrary: fc.constant('new' as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'again',
      'corrected',
      'taken back',
      'of another',
      'spelled otherwise',
      'very high' as const,
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...ROW_FAULT_NAMES) },
)
const rows = fc.array(fc.record({ tube, kind }), { minLength: 1, maxLength: 12 })

/** Tubes of which the laboratory takes the value back before they are recorded. */
export const earlyWithdrawals = fc.uniqueArray(tube, { maxLength: 2 })

/** Random steps: files with faults, repeated and partial files, and people's steps between them. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('import' as const), rows }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'import again',
          'import in part',
          'release again',
          'approve again' as const,
        ),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('release all' as const),
        spelling: fc.constantFrom(...SPELLINGS),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'hold',
          'hold',
          'withdraw',
          'void',
          'rename',
          'release held',
          'confirm' as const,
        ),
        tube,
      }),
    },
  ),
  { minLength: 3, maxLength: 10 },
) as fc.Arbitrary<Step[]>
