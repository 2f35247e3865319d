import fc from 'fast-check'
import { ROW_FAULT_NAMES, type RowFaultName } from '#tests/fixtures/lab-rows.ts'
import type { Person } from '#tests/integration/results/lab-world.ts'

/** Twins, names that are equal when compared, and days with day and month swapped: nobody equals another in everything. */
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
  readonly kind: 'new' | 'again' | 'corrected' | 'taken back' | 'of another' | RowFaultName
}
/** One step of the play. */
export type Step =
  | { readonly do: 'import'; readonly rows: readonly RowSpec[] }
  | { readonly do: 'import again' | 'import in part' | 'release all' }
  | { readonly do: 'hold' | 'withdraw' | 'void' | 'rename'; readonly tube: number }

const tube = fc.nat({ max: FAMILY.length - 1 })
const kind = fc.oneof(
  { weight: 4, arbitrary: fc.constant('new' as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom('again', 'corrected', 'taken back', 'of another' as const),
  },
  { weight: 2, arbitrary: fc.constantFrom(...ROW_FAULT_NAMES) },
)
const rows = fc.array(fc.record({ tube, kind }), { minLength: 1, maxLength: 12 })

/** Random steps: files with faults, repeated and partial files, and people's steps between them. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('import' as const), rows }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('import again', 'import in part', 'release all' as const),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('hold', 'withdraw', 'void', 'rename' as const),
        tube,
      }),
    },
  ),
  { minLength: 3, maxLength: 9 },
) as fc.Arbitrary<Step[]>
