import { describe, expect, it, vi } from 'vitest'
import { isSignedIn, SESSION_CHANGED, UNFINISHED_SIGN_OUT } from '#core/rules/session-marker.ts'
import { followSignedIn } from '#site/shell/signed-in.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = now.getTime() / 1000 + 60

/** Local storage with these entries. */
const storageWith = (entries: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
}

describe('the signed-in marker', () => {
  // The browser deletes the cookie when the session ends: its own clock may be wrong by any amount.
  it.each([later, later - 3600])(
    'SITE-02 AUTH-07 shows Portal while there is a marker (%i)',
    (until) => {
      expect(isSignedIn(`theme=x; halyard_signed_in=${until}`, storageWith)).toBe(true)
    },
  )

  it.each(['', 'halyard_signed_in=', 'halyard_signed_in=yes', `not_halyard_signed_in=${later}`])(
    'SITE-02 shows Login for the cookies "%s"',
    (cookies) => {
      expect(isSignedIn(cookies, storageWith)).toBe(false)
    },
  )

  it('AUTH-07 shows Login after a sign-out that the server did not confirm, although a late answer brings the marker back', () => {
    const marker = `halyard_signed_in=${later}`
    expect(isSignedIn(marker, () => storageWith({ [UNFINISHED_SIGN_OUT]: '1' }))).toBe(false)
    const blocked = () => {
      throw new Error('Storage is blocked.')
    }
    expect(isSignedIn(marker, blocked)).toBe(true)
  })
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
    const storage = storageWith({ user: '{"profileId":1}' })
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('localStorage', storage)
    followSignedIn(vi.fn())
    expect([...storage.kept.keys()]).toEqual(['user'])
    page.cookie = ''
    vi.advanceTimersByTime(5000)
    expect([...storage.kept.keys()]).toEqual(['session-ended'])
  })
})
