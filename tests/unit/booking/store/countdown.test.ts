import { describe, expect, it, vi } from 'vitest'
import { announcement, countdownText } from '#booking/store/hold.ts'
import { bookingBrowser, reachConsent } from '#tests/unit/booking/store/journey.ts'

describe('the countdown', () => {
  it.each([
    [900, '15:00'],
    [605, '10:05'],
    [59, '0:59'],
    [0, '0:00'],
  ])('BOOK-06 %i seconds are shown as %s', (seconds, text) => {
    expect(countdownText(seconds)).toBe(text)
  })

  it('BOOK-06 uses the server’s clock when the browser’s is an hour ahead', async () => {
    const browser = bookingBrowser()
    vi.setSystemTime(new Date('2026-11-21T13:00:00.000Z'))
    const { $secondsLeft } = await reachConsent(browser)
    expect($secondsLeft.get()).toBe(900)
    await vi.advanceTimersByTimeAsync(61_000)
    expect($secondsLeft.get()).toBe(839)
  })

  it('BOOK-06 announces at 15, 10, 5, 2 and 1 minutes and at no other second', () => {
    const spoken: [number, string][] = []
    for (let left = 900; left > 0; left -= 1) {
      const text = announcement(left)
      if (spoken.at(-1)?.[1] !== text) spoken.push([left, text])
    }
    expect(spoken.map(([left]) => left)).toEqual([900, 600, 300, 120, 60])
    expect(announcement(600)).toBe('10 minutes left to finish your booking.')
    expect(announcement(601)).toBe('More than 10 minutes left to finish your booking.')
  })
})
