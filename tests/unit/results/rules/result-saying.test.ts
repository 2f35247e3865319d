import { describe, expect, it } from 'vitest'
import {
  type KnownResult,
  newestOf,
  nextTestState,
  sayingsOf,
  waitingState,
} from '#results/rules/result-saying.ts'
import { WAITING_TEXTS } from '#results/texts/results.ts'

type More = { withheld?: true; silent?: true; released?: string }

const result = (resultId: string, day: string, more: More = {}): KnownResult => ({
  resultId,
  takenAt: new Date(`${day}T09:40:00Z`),
  releasedAt: new Date(more.released ?? `${day}T18:00:00Z`),
  isShown: more.withheld === undefined,
  advises: more.withheld === undefined && more.silent === undefined,
})
const said = (...results: KnownResult[]) => Object.fromEntries(sayingsOf(results))

describe('what may be said of a result', () => {
  it('RES-02 only the result with the newest sample gives advice, wherever it is in the list', () => {
    const results = [
      result('old', '2023-11-07'),
      result('new', '2025-11-05'),
      result('mid', '2024-11-06'),
    ]
    const expected = { old: 'earlier', mid: 'earlier', new: 'all' }
    expect(said(...results)).toEqual(expected)
    expect(said(...results.toReversed())).toEqual(expected)
  })

  it('RES-02 an old result that was corrected late is still an old result', () => {
    const late = result('old', '2023-11-07', { released: '2026-01-05T10:00:00Z' })
    expect(said(late, result('new', '2025-11-05'))).toEqual({ old: 'earlier', new: 'all' })
  })

  it('RES-02 RES-05 while the newest result is withheld, no other gives advice, and none says that the newest one does', () => {
    const held = result('held', '2025-11-05', { withheld: true })
    expect(said(held, result('shown', '2024-11-06'))).toEqual({
      held: 'withheld',
      shown: 'earlier-ask',
    })
    expect(said(result('old', '2024-11-06'), held, result('new', '2026-11-04'))).toEqual({
      old: 'earlier',
      held: 'withheld',
      new: 'all',
    })
    expect(said()).toEqual({})
  })

  it('RES-02 a newest result without a colour says nothing: no earlier one refers to it', () => {
    const silent = result('new', '2025-11-05', { silent: true })
    expect(said(silent, result('old', '2024-11-06'))).toEqual({ new: 'all', old: 'earlier-ask' })
  })

  it('RES-02 of two results of one sample time, the later release is newer; of equal ones, the same in every order', () => {
    const first = result('first', '2025-11-05', { released: '2025-11-08T10:00:00Z' })
    const second = result('second', '2025-11-05', { released: '2025-11-09T10:00:00Z' })
    const twin = result('twin', '2025-11-05', { released: '2025-11-09T10:00:00Z' })
    expect(newestOf([first, second])).toBe(second)
    expect(newestOf([second, twin])).toBe(twin)
    expect(newestOf([twin, second, first])).toBe(twin)
  })
})

describe('the next test', () => {
  const taken = { takenOn: '2025-11-05', retestOn: '2026-02-05' }

  it('RES-02 is to come until its day has passed, then it is due', () => {
    expect(nextTestState(taken, [], '2026-02-04')).toBe('to-come')
    expect(nextTestState(taken, [], '2026-02-05')).toBe('to-come')
    expect(nextTestState(taken, [], '2026-02-06')).toBe('due')
  })

  it('RES-02 a test that was booked or taken since means that nothing has to be booked; an earlier one does not', () => {
    expect(nextTestState(taken, ['2026-03-01'], '2026-02-06')).toBe('arranged')
    expect(nextTestState(taken, ['2025-11-05', '2024-01-01'], '2026-02-06')).toBe('due')
  })
})

it('RES-01 a test without a result is to come, on the way, and late when the laboratory’s days have passed', () => {
  const stateOn = (today: string) => waitingState('2026-11-05', today)
  expect(['2026-11-04', '2026-11-05', '2026-11-12', '2026-11-13'].map(stateOn)).toEqual([
    'to-come',
    'on-the-way',
    'on-the-way',
    'late',
  ])
  expect(WAITING_TEXTS.late).not.toContain(WAITING_TEXTS['on-the-way'])
})
