import fc from 'fast-check'

export const PATIENTS = 3
export const SLOTS = 6

export type Step =
  | { readonly do: 'book' | 'move'; readonly patient: number; readonly slot: number }
  | { readonly do: 'cancel'; readonly patient: number }
  /** `fails`: no mail leaves; `dies`: the process is killed after it has sent one mail. */
  | { readonly do: 'tick'; readonly mail: 'leaves' | 'fails' | 'dies' }
  | { readonly do: 'wait'; readonly hours: number }

const patient = fc.nat({ max: PATIENTS - 1 })
const slot = fc.nat({ max: SLOTS - 1 })

/** Everybody books, and about two days later the first reminders are due. */
const BEGINNING: readonly Step[] = [
  ...Array.from({ length: PATIENTS }, (_, n) => ({ do: 'book' as const, patient: n, slot: n })),
  { do: 'wait', hours: 23 },
  { do: 'wait', hours: 23 },
]

/** Histories of about nine days until the event. */
const anything: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constant('book' as const), patient, slot }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), patient, slot }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), patient }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('tick' as const),
        mail: fc.constantFrom(
          'leaves' as const,
          'leaves' as const,
          'fails' as const,
          'dies' as const,
        ),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        hours: fc.constantFrom(1, 5, 7, 12, 23),
      }),
    },
  ),
  { minLength: 10, maxLength: 60 },
)

export const steps: fc.Arbitrary<Step[]> = anything.map((more) => [...BEGINNING, ...more])
