import { describe, expect, it } from 'vitest'
import { typedDay, typedMoment } from '#core/rules/typed-day.ts'

describe('CMS-13 a day as an editor types it', () => {
  it.each([
    '26/11/2026',
    '26/11/26',
    ' 26.11.2026 ',
    '26-11-2026',
    '2026-11-26',
    '26 Nov 2026',
    '26 November 2026',
    '26  november  26',
    'Thursday, 26th November 2026',
    'Thu 26 Nov. 2026',
  ])('%s is read', (text) => {
    expect(typedDay(text)).toBe('2026-11-26')
  })

  it('the day comes before the month, and short months are known', () => {
    expect(typedDay('3/2/2020')).toBe('2020-02-03')
    expect(typedDay('3 Sept 2020')).toBe('2020-09-03')
  })

  it.each([
    'tomorrow',
    '26/11',
    '31/2/2026',
    '11/26/2026',
    '26 Ju 2026',
    '26 Jun',
    '',
    '1/1/20266',
  ])('%j is refused', (text) => {
    expect(typedDay(text)).toBeUndefined()
  })
})

describe('CMS-08 a day and time as an editor types them', () => {
  it.each([
    ['26/11/2026 14:30', '2026-11-26T14:30:00.000Z'],
    ['26 November 2026 14:30', '2026-11-26T14:30:00.000Z'],
    ['26.11.26, 2.30pm', '2026-11-26T14:30:00.000Z'],
    ['26 Nov 2026 at 12am', '2026-11-26T00:00:00.000Z'],
    ['2026-07-01T09:00', '2026-07-01T08:00:00.000Z'],
    ['1/7/2026', '2026-07-01T22:55:00.000Z'],
  ])('%s is read in London time', (text, instant) => {
    expect(typedMoment(text, '23:55')?.toISOString()).toBe(instant)
  })

  it.each(['14:30', 'tomorrow 14:30', '26/11/2026 25:00', '26/11/2026 13pm', '26/11/2026 9', ''])(
    '%j is refused',
    (text) => {
      expect(typedMoment(text, '00:00')).toBeUndefined()
    },
  )
})
