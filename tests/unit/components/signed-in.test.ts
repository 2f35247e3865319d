import { describe, expect, it, vi } from 'vitest'
import { followSignedIn, isSignedIn } from '#components/shell/signed-in.ts'
import { SESSION_CHANGED } from '#domain/session-marker.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = now.getTime() / 1000 + 60

describe('the signed-in marker', () => {
  // The browser deletes the cookie when the session ends: its own clock may be wrong by any amount.
  it.each([later, later - 3600])(
    'SITE-02 AUTH-07 shows Portal while there is a marker (%i)',
    (until) => {
      expect(isSignedIn(`theme=x; halyard_signed_in=${until}`)).toBe(true)
    },
  )

  it.each(['', 'halyard_signed_in=', 'halyard_signed_in=yes', `not_halyard_signed_in=${later}`])(
    'SITE-02 shows Login for the cookies "%s"',
    (cookies) => {
      expect(isSignedIn(cookies)).toBe(false)
    },
  )
})

describe('the links of the header', () => {
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

  it('AUTH-07 clears the stored user without a marker and leaves a mark for /login, on any page', () => {
    vi.useFakeTimers({ now })
    const page = Object.assign(new EventTarget(), { cookie: `halyard_signed_in=${later}` })
    const kept = new Map([['user', '{"profileId":1}']])
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    followSignedIn(vi.fn())
    expect([...kept.keys()]).toEqual(['user'])
    page.cookie = ''
    vi.advanceTimersByTime(5000)
    expect([...kept.keys()]).toEqual(['session-ended'])
  })
})
