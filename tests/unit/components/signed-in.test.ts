import { describe, expect, it } from 'vitest'
import { isSignedIn } from '#components/signed-in.ts'

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
