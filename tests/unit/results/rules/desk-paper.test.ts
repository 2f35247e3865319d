import { expect, it } from 'vitest'
import { NOTE_LIMITS } from '#core/rules/character-limits.ts'
import { readDeskLines } from '#results/rules/desk-line.ts'
import { paperFault } from '#results/texts/desk-paper.ts'

const faultsOf = (cells: Record<string, string>) =>
  readDeskLines([
    {
      line: 3,
      cells: new Map(Object.entries({ patient: '7', event: '8', surname: 'Harbour', ...cells })),
    },
  ]).faults.map(({ reason }) => paperFault(reason))

it('CLI-09 a fault of a line on the page for an evening on paper is at its own field, in words of the page', () => {
  const faults = [
    faultsOf({ outcome: 'attended', label: 'H000', taken_at: '18:05', consent: '?' }),
    faultsOf({ outcome: 'attended', label: 'H992PH53', taken_at: '6 pm' }),
    faultsOf({ outcome: 'no-show', label: 'H992PH53' }),
    faultsOf({ taken_at: '18:05' }),
  ].map((list) => list.map(([field]) => field))
  expect(faults).toEqual([['label', 'consent'], ['time'], ['label'], ['outcome']])
  expect(faultsOf({ outcome: 'attended', label: 'H992PH53', taken_at: '6 pm' }).join()).not.toMatch(
    /taken_at|column/,
  )
  expect(paperFault('sample-taken')[1]).toContain('A tube of this patient is recorded already.')
  expect(paperFault(undefined)[1]).toContain('Open it again.')
})

it('STF-09 CLI-09 a reason that is too long or cannot be shown is a fault at its field, in a file and on the page', () => {
  const long = 'x'.repeat(NOTE_LIMITS.deskReason + 1)
  for (const [reason, words] of [
    [long, 'Use 500 characters or fewer.'],
    ['faint\u0001', 'Remove the characters that cannot be shown.'],
  ]) {
    expect(faultsOf({ outcome: 'not-tested', reason: reason ?? '' })).toEqual([['reason', words]])
  }
  expect(faultsOf({ outcome: 'not-tested', reason: long.slice(1) })).toEqual([])
  const correction = { outcome: 'no-show', correction: 'x'.repeat(NOTE_LIMITS.reason) }
  expect(faultsOf(correction)).toEqual([])
  expect(faultsOf({ ...correction, correction: `${correction.correction}x` })).toHaveLength(1)
})
