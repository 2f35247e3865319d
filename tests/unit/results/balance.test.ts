import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Balance,
  type BalancePatient,
  type BalanceTube,
  balanceOf,
} from '#results/rules/balance.ts'

const OUTCOMES = ['tested', 'not-tested', 'absent', 'void-and-tested', 'spoiled'] as const
type Outcome = (typeof OUTCOMES)[number]

const tubeOf = (profileId: number, ended: BalanceTube['ended'], number = 0): BalanceTube => ({
  sampleId: `${profileId}-${number}`,
  label: `H${profileId}`,
  profileId,
  ended,
  isHandedOver: ended !== 'void',
  isInFile: ended !== 'void',
  isJudged: ended === null,
  isShown: ended === null,
})

type Evening = { patients: BalancePatient[]; tubes: BalanceTube[]; counted: number | null }

/** An evening on which everything went right. */
function eveningOf(people: readonly { outcome: Outcome; isWalkIn: boolean }[]): Evening {
  const patients = people.map(({ outcome, isWalkIn }, at) => ({
    profileId: at + 1,
    appointmentId: isWalkIn ? null : `a${at + 1}`,
    isNotTested: outcome === 'not-tested',
    isAbsent: outcome === 'absent',
  }))
  const tubes = people.flatMap(({ outcome }, at) => {
    if (outcome === 'tested') return [tubeOf(at + 1, null)]
    if (outcome === 'spoiled') return [tubeOf(at + 1, 'spoiled')]
    return outcome === 'void-and-tested' ? [tubeOf(at + 1, 'void'), tubeOf(at + 1, null, 1)] : []
  })
  return { patients, tubes, counted: tubes.filter(({ isHandedOver }) => isHandedOver).length }
}

const balance = ({ patients, tubes, counted }: Evening) => balanceOf(patients, tubes, counted)

/** The patients whom the differences name; tubes that ended are no open difference. */
const namedBy = (found: Balance<BalanceTube>): number[] => [
  ...[...found.booked.open, ...found.walkIns.open, ...found.strangers].map(
    ({ profileId }) => profileId,
  ),
  ...found.steps.flatMap(({ missing, early }) =>
    [...missing.filter(({ ended }) => ended === null), ...early].map(({ profileId }) => profileId),
  ),
]

const people = fc.array(
  fc.record({ outcome: fc.constantFrom(...OUTCOMES), isWalkIn: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
)

/** Each way of losing one thing of an evening: of a patient, of a tube, or of all that is known of one of them. */
function losses({ patients, tubes, counted }: Evening): { who: number; left: Evening }[] {
  const withPatient = (at: number, ...next: BalancePatient[]): Evening => ({
    patients: patients.toSpliced(at, 1, ...next),
    tubes,
    counted,
  })
  const withTube = (at: number, ...next: BalanceTube[]): Evening => ({
    patients,
    tubes: tubes.toSpliced(at, 1, ...next),
    counted,
  })
  return [
    ...patients.flatMap((one, at) => {
      const who = one.profileId
      const hasTube = tubes.some(({ profileId }) => profileId === who)
      return [
        ...(hasTube ? [{ who, left: withPatient(at) }] : []),
        ...(one.isNotTested
          ? [{ who, left: withPatient(at, { ...one, isNotTested: false }) }]
          : []),
        ...(one.isAbsent ? [{ who, left: withPatient(at, { ...one, isAbsent: false }) }] : []),
      ]
    }),
    ...tubes.flatMap((one, at) => {
      const who = one.profileId
      if (one.ended === 'void') return []
      const lost = [{ who, left: withTube(at) }]
      if (one.ended === 'spoiled') return lost
      return [
        ...lost,
        { who, left: withTube(at, { ...one, isInFile: false }) },
        { who, left: withTube(at, { ...one, isInFile: false, isJudged: false, isShown: false }) },
        { who, left: withTube(at, { ...one, isJudged: false }) },
        { who, left: withTube(at, { ...one, isJudged: false, isShown: false }) },
        { who, left: withTube(at, { ...one, isShown: false }) },
        // Another tube in its place, and an end without the patient's outcome.
        { who, left: withTube(at, { ...one, ended: 'void' }) },
      ]
    }),
  ]
}

describe('the balance of an event', () => {
  it('LAB-11 is right when every patient and every tube is accounted for', () => {
    fc.assert(
      fc.property(people, (each) => {
        const found = balance(eveningOf(each))
        expect(namedBy(found)).toEqual([])
        expect(found.isRight).toBe(true)
        expect(found.booked.count + found.walkIns.count).toBe(each.length)
      }),
    )
  })

  it('LAB-11 names the patient of whatever is left out, and is never right without it', () => {
    let tried = 0
    fc.assert(
      fc.property(people, (each) => {
        for (const { who, left } of losses(eveningOf(each))) {
          const found = balance(left)
          expect(found.isRight).toBe(false)
          expect(namedBy(found)).toContain(who)
          expect(namedBy(found).every((one) => one === who)).toBe(true)
          tried += 1
        }
      }),
    )
    expect(tried).toBeGreaterThan(100)
  })

  it('LAB-11 two things that are left out do not make up for each other', () => {
    // One tube is lost, another patient's is there without being booked: every number is the same.
    const { patients, tubes, counted } = eveningOf([
      { outcome: 'tested', isWalkIn: false },
      { outcome: 'tested', isWalkIn: false },
    ])
    const found = balanceOf(patients, [...tubes.slice(1), tubeOf(77, null)], counted)
    expect(found.isRight).toBe(false)
    expect(namedBy(found).sort()).toEqual([1, 77])
    // The control: by subtraction of numbers it is right.
    expect(found.taken - found.booked.count).toBe(0)
    expect(found.steps.map(({ count }) => count)).toEqual([2, 2, 2])
  })

  it('LAB-11 is open until the tubes were counted, and when the number differs', () => {
    const evening = eveningOf([{ outcome: 'tested', isWalkIn: false }])
    for (const counted of [null, 0, 2]) {
      expect(balance({ ...evening, counted }).isRight, String(counted)).toBe(false)
    }
    // A tube that was spoiled before the courier came was not handed over.
    const [tube] = evening.tubes
    const gone = tube && {
      ...tube,
      ended: 'spoiled' as const,
      isHandedOver: false,
      isJudged: false,
      isShown: false,
    }
    expect(balance({ ...evening, tubes: gone ? [gone] : [], counted: 0 }).isRight).toBe(true)
  })
})
