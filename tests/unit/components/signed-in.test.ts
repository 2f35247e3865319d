import { afterEach, describe, expect, it, vi } from 'vitest'
import { followSignedIn, isSignedIn } from '#components/shell/signed-in.ts'
import { SESSION_CHANGED } from '#domain/session-marker.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = now.getTime() / 1000 + 60

describe('the signed-in marker', () => {
  it('SITE-02 shows Portal while the session lasts', () => {
    expect(isSignedIn(`theme=x; halyard_signed_in=${later}`, now)).toBe(true)
  })

  it.each([
    '',
    'halyard_signed_in=',
    'halyard_signed_in=yes',
    `halyard_signed_in=${later - 60}`,
    `not_halyard_signed_in=${later}`,
  ])('SITE-02 shows Login for the cookies "%s"', (cookies) => {
    expect(isSignedIn(cookies, now)).toBe(false)
  })
})

describe('the links of the header', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('AUTH-10 follow a session event of the page at once', () => {
    vi.useFakeTimers({ now })
    const page = Object.assign(new EventTarget(), { cookie: '' })
    const frame = new EventTarget()
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', frame)
    const show = vi.fn()
    followSignedIn(show)
    page.cookie = `halyard_signed_in=${later}`
    frame.dispatchEvent(new Event(SESSION_CHANGED))
    expect(show.mock.calls).toEqual([[false], [true]])
  })
})
