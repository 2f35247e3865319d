import { describe, expect, it } from 'vitest'
import { newestResult } from '#domain/newest-result.ts'

const result = (
  id: string,
  sampleDate: string,
  more: { withheld?: true; released?: string } = {},
) => ({
  result_id: id,
  test_result: more.withheld ? null : '1.2',
  sample_date: sampleDate,
  sample_time: '09:40',
  released_at: more.released ?? `${sampleDate}T18:00:00.000Z`,
})

describe('newestResult', () => {
  it('RES-02 is the result with the newest sample, wherever it is in the list', () => {
    const results = [
      result('old', '2023-11-07'),
      result('new', '2025-11-05'),
      result('mid', '2024-11-06'),
    ]
    expect(newestResult(results)).toBe('new')
    expect(newestResult(results.toReversed())).toBe('new')
  })

  it('RES-02 an old result that was corrected late is still an old result', () => {
    const late = result('old', '2023-11-07', { released: '2026-01-05T10:00:00.000Z' })
    expect(newestResult([late, result('new', '2025-11-05')])).toBe('new')
  })

  it('RES-02 RES-05 while the newest result is withheld, no earlier one says what to do next', () => {
    const held = result('held', '2025-11-05', { withheld: true })
    expect(newestResult([held, result('shown', '2024-11-06')])).toBe('held')
    expect(newestResult([result('shown', '2025-11-05'), held, result('new', '2026-11-04')])).toBe(
      'new',
    )
    expect(newestResult([])).toBeUndefined()
  })

  it('RES-02 of two results of one sample time, the later release is newer', () => {
    const first = result('first', '2025-11-05', { released: '2025-11-08T10:00:00.000Z' })
    const second = result('second', '2025-11-05', { released: '2025-11-09T10:00:00.000Z' })
    expect(newestResult([first, second])).toBe('second')
    expect(newestResult([second, first])).toBe('second')
  })
})
