import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '#tests/unit/account/store/browser.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
describe('/signup-success', () => {
  it('AUTH-05 goes to the origin after three seconds', async () => {
    const browser = openBrowser('/signup-success?next=%2Fbook-event%3Fevent%3D7')
    const { startRedirect } = await import('#account/store/redirect.ts')
    startRedirect()
    vi.advanceTimersByTime(2999)
    expect(browser.went).toEqual([])
    vi.advanceTimersByTime(1)
    expect(browser.went).toEqual(['/book-event?event=7'])
    vi.advanceTimersByTime(10_000)
    expect(browser.went).toHaveLength(1)
  })

  it('AUTH-05 goes to the home page without an origin, and stays when the user asks to', async () => {
    const browser = openBrowser('/signup-success')
    const { redirectTarget, startRedirect, stayHere } = await import('#account/store/redirect.ts')
    expect(redirectTarget()).toBe('/')
    startRedirect()
    vi.advanceTimersByTime(1500)
    stayHere()
    vi.advanceTimersByTime(10_000)
    expect(browser.went).toEqual([])
  })
})
