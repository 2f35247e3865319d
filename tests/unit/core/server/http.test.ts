import { describe, expect, it } from 'vitest'
import type { Session } from '#core/server/database/sessions.ts'
import { clearedCookies, readSessionCookie, sessionCookies } from '#core/server/http/cookies.ts'
import { withFrameAncestors } from '#core/server/http/headers.ts'
import { networkOf } from '#shared/node/network.ts'

const now = new Date('2026-12-01T09:00:00Z')
const session: Session = {
  sessionId: 'b7b5e2d2-6a53-4a39-8a4b-1f3a6c1f0001',
  userId: 'b7b5e2d2-6a53-4a39-8a4b-1f3a6c1f0002',
  email: 'sample.patient@example.test',
  profileId: 100001,
  endsAt: new Date('2026-12-01T09:30:00Z'),
  absoluteEndAt: new Date('2026-12-01T21:00:00Z'),
  mayReset: false,
}
const secret = 's'.repeat(43)

describe('session cookies', () => {
  it('AUTH-07 the session cookie is HttpOnly and the readable marker expires with it', () => {
    const [own, marker] = sessionCookies(session, secret, 'http://localhost:4321', now)
    expect(own).toBe(`halyard_session=${secret}; Max-Age=1800; Path=/; HttpOnly; SameSite=Lax`)
    expect(marker).toContain(`halyard_signed_in=${session.endsAt.getTime() / 1000}; Max-Age=1800`)
    expect(marker).not.toContain('HttpOnly')
  })

  it('AUTH-07 the session cookie is Secure and __Host- on https', () => {
    const [own, marker] = sessionCookies(session, secret, 'https://www.halyard.example', now)
    expect(own).toMatch(/^__Host-halyard_session=/)
    expect(own).toContain('Secure')
    expect(own).not.toContain('Domain')
    expect(marker).toContain('Secure')
  })

  it('AUTH-07 clearing expires both cookies', () => {
    for (const cookie of clearedCookies('http://localhost:4321')) {
      expect(cookie).toContain('Max-Age=0')
    }
  })

  it('reads only a complete secret from the cookie of the right name', () => {
    const http = 'http://localhost:4321'
    expect(readSessionCookie(`a=b; halyard_session=${secret}`, http)).toBe(secret)
    expect(readSessionCookie(`halyard_session=short`, http)).toBeUndefined()
    expect(readSessionCookie(undefined, http)).toBeUndefined()
    expect(readSessionCookie(`halyard_session=${secret}`, 'https://a.example')).toBeUndefined()
  })
})

describe('the network that rate limits count by', () => {
  const request = (forwarded: string | undefined) =>
    ({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '10.0.0.1' },
    }) as unknown as Parameters<typeof networkOf>[0]

  it.each([
    [undefined, 0, '10.0.0.1'],
    ['1.1.1.1', 0, '10.0.0.1'],
    ['6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
    ['6.6.6.6, 1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
    [undefined, 1, '10.0.0.1'],
    ['1.1.1.1:50123', 1, '1.1.1.1'],
    ['::ffff:1.1.1.1', 1, '1.1.1.1'],
    // A subscriber can use any address of their /64.
    ['2001:db8:1:2::1', 1, '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', 1, '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', 1, '2001:db8:1:2::/64'],
    ['2001:db8::1', 1, '2001:db8:0:0::/64'],
    ['::1', 1, '0:0:0:0::/64'],
    ['unknown', 1, 'unknown'],
  ])('forwarded for %s behind %i proxies is %s', (forwarded, proxies, network) => {
    expect(networkOf(request(forwarded), proxies)).toBe(network)
  })
})

describe('the policy header', () => {
  it('adds frame-ancestors once', () => {
    expect(withFrameAncestors("default-src 'none';")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    )
    expect(withFrameAncestors("default-src 'none'; frame-ancestors 'none'")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    )
  })
})
