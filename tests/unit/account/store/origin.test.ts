import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NOW, openBrowser } from '#tests/unit/account/store/browser.ts'
import { event as anEvent } from '#tests/unit/booking/store/samples.ts'

beforeEach(() => vi.resetModules())
async function open(address: string) {
  const browser = openBrowser(address)
  const { $origin, readOrigin } = await import('#account/store/origin.ts')
  return { browser, $origin, readOrigin }
}

describe('where a user at /login comes from', () => {
  it.each([
    ['/book-event?event=7', false],
    ['/event/7', false],
    ['/waiting-list?event=7', true],
  ])('AUTH-07 WAIT-01 names the event of %s; to wait for it: %s', async (path, isToWait) => {
    const { browser, $origin, readOrigin } = await open(`/login?next=${encodeURIComponent(path)}`)
    const event = anEvent({ event_id: 7, event_name: 'Harbour Hall', event_date: '2026-12-12' })
    browser.answers('GET /events/7', { ...event, server_time: '2026-11-22T12:00:00.000Z' })
    await readOrigin(NOW)
    expect($origin.get()).toEqual({
      hasEnded: false,
      kept: 'nothing',
      event: { name: 'Harbour Hall', day: 'Saturday, 12 December 2026', isToWait },
    })
  })

  it('AUTH-07 says that the session ended, also when the event does not load', async () => {
    const { $origin, readOrigin } = await open('/login?next=%2Fbook-event%3Fevent%3D7')
    localStorage.setItem('session-ended', String(NOW.getTime()))
    sessionStorage.setItem('booking', '{"profileId":104,"eventId":7}')
    await readOrigin(NOW)
    expect($origin.get()).toEqual({ hasEnded: true, kept: 'nothing' })
    sessionStorage.setItem('consent', '{}')
    await readOrigin(NOW)
    expect($origin.get()).toEqual({ hasEnded: true, kept: 'answers' })
  })

  it.each([
    ['at once', 0, true],
    ['after 30 minutes', 30 * 60_000, true],
    ['later', 30 * 60_000 + 1, false],
    ['before its time, as after a change of the clock', -1, false],
  ])('AUTH-07 reads the mark of an ended session %s', async (_title, ageMs, hasEnded) => {
    const { $origin, readOrigin } = await open('/login')
    localStorage.setItem('session-ended', String(NOW.getTime()))
    await readOrigin(new Date(NOW.getTime() + ageMs))
    expect($origin.get().hasEnded).toBe(hasEnded)
  })

  it.each([
    '/login',
    '/login?next=%2Fupcoming-events',
    '/login?next=%2F%2Fevil.example%2Fevent%2F7',
  ])('AUTH-07 asks for no event at %s', async (address) => {
    const { browser, $origin, readOrigin } = await open(address)
    await readOrigin(NOW)
    expect($origin.get()).toEqual({ hasEnded: false, kept: 'nothing' })
    expect(browser.sent).toEqual([])
  })
})
