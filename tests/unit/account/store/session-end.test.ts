import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession, markerFor, openBrowser, startAtNoon } from '#tests/unit/account/store/browser.ts'

beforeEach(startAtNoon)
async function openSignedIn(change: Parameters<typeof aSession>[0] = {}) {
  const browser = openBrowser('/upcoming-events')
  const session = aSession(change)
  browser.page.marker = markerFor(session.ends_at)
  browser.answers('GET /auth/session', { session })
  const { loadSession } = await import('#account/store/session.ts')
  await loadSession()
  return { browser, end: await import('#account/store/session-end.ts') }
}

const at = (time: string) => new Date(`2026-11-22T${time}Z`)

describe('the end of the session', () => {
  it('AUTH-11 warns two minutes before, and not earlier', async () => {
    const { end } = await openSignedIn()
    end.updateSessionEnd(at('12:27:59'))
    expect(end.$sessionEnd.get()).toEqual({ step: 'far' })
    end.updateSessionEnd(at('12:28:00'))
    expect(end.$sessionEnd.get()).toEqual({ step: 'near', secondsLeft: 120, canStay: true })
  })

  it('AUTH-11 uses the server’s clock when this one is wrong', async () => {
    const { end } = await openSignedIn({
      server_time: '2026-11-22T12:20:00.000Z',
      ends_at: '2026-11-22T12:50:00.000Z',
    })
    end.updateSessionEnd(at('12:28:00'))
    expect(end.$sessionEnd.get()).toMatchObject({ step: 'near', secondsLeft: 120 })
  })

  it('AUTH-11 removes the warning when another tab extended the session', async () => {
    const { browser, end } = await openSignedIn()
    end.updateSessionEnd(at('12:29:00'))
    browser.page.marker = markerFor('2026-11-22T12:59:00Z')
    end.updateSessionEnd(at('12:29:01'))
    expect(end.$sessionEnd.get()).toEqual({ step: 'far' })
  })

  it('AUTH-11 extends the session on Stay signed in', async () => {
    const { browser, end } = await openSignedIn()
    end.updateSessionEnd(at('12:29:00'))
    browser.answers('POST /auth/session/extend', aSession({ ends_at: '2026-11-22T12:59:00.000Z' }))
    await Promise.all([end.stay(), end.stay()])
    expect(end.$sessionEnd.get()).toEqual({ step: 'far' })
    expect(browser.asked().filter((call) => call.includes('extend'))).toHaveLength(1)
  })

  it('AUTH-11 shows a failed extension and can be retried', async () => {
    const { browser, end } = await openSignedIn()
    end.updateSessionEnd(at('12:29:00'))
    browser.isSilentOn('POST /auth/session/extend')
    await end.stay()
    expect(end.$sessionEnd.get()).toMatchObject({ step: 'failed' })
    browser.answers('POST /auth/session/extend', aSession({ ends_at: '2026-11-22T12:59:00.000Z' }))
    await end.stay()
    expect(end.$sessionEnd.get()).toEqual({ step: 'far' })
  })

  it('AUTH-11 cannot extend beyond twelve hours', async () => {
    const { browser, end } = await openSignedIn({ absolute_end_at: '2026-11-22T12:30:00.000Z' })
    end.updateSessionEnd(at('12:28:30'))
    expect(end.$sessionEnd.get()).toEqual({ step: 'near', secondsLeft: 90, canStay: false })
    end.acceptSessionEnd()
    end.updateSessionEnd(at('12:28:31'))
    expect(end.$sessionEnd.get()).toEqual({ step: 'accepted' })
    expect(browser.went).toEqual([])
  })

  it('AUTH-11 goes to /login once when the session has ended', async () => {
    const { browser, end } = await openSignedIn()
    browser.answers('GET /auth/session', { session: null })
    end.updateSessionEnd(at('12:30:00'))
    end.updateSessionEnd(at('12:30:01'))
    await vi.waitFor(() => expect(browser.went).toEqual(['/login?next=%2Fupcoming-events']))
    expect(browser.storedUser()).toBeNull()
  })

  it('AUTH-11 checks every second until stopped', async () => {
    const { end } = await openSignedIn()
    const stop = end.watchSessionEnd()
    vi.advanceTimersByTime(28 * 60_000 + 1000)
    expect(end.$sessionEnd.get()).toMatchObject({ step: 'near', secondsLeft: 119 })
    stop()
    vi.advanceTimersByTime(30_000)
    expect(end.$sessionEnd.get()).toMatchObject({ secondsLeft: 119 })
  })
})
