import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_AFTER_SIGN_IN, sameSitePath } from '#core/rules/same-site-path.ts'
import { PROPERTY } from '../../events/rules/samples.ts'

it.each([
  ['/', '/'],
  ['/book-event?event=7', '/book-event?event=7'],
  ['/test-consent?profile_id=3&test_date=2026-12-09', undefined],
  ['/about-us#our-team', '/about-us#our-team'],
  ['/signup-success', '/signup-success'],
  ['/events/../portal', '/portal'],
])('EVD-06 keeps the own path %s', (text, expected) => {
  expect(sameSitePath(text)).toBe(expected ?? text)
})

it.each([
  null,
  undefined,
  '',
  'portal',
  '//example.org',
  '///example.org',
  '/\\example.org',
  '\\\\example.org',
  '/.//example.org',
  '/x/..//example.org',
  '/\t/example.org',
  '/\n/example.org',
  '\u0000/portal',
  ' /portal',
  'https://example.org/',
  'https:/portal',
  'javascript:alert(1)',
  'data:text/html,x',
  '/go?next=https://example.org',
  '/login',
  '/login/',
  '/Login?next=/portal',
  '/signup',
  '/signup?next=/portal',
  '/x/../login',
  '/x/%2e%2e/login',
  `/${'x'.repeat(512)}`,
])('EVD-06 refuses %j', (text) => {
  expect(sameSitePath(text)).toBeUndefined()
})

it('EVD-06 every result stays on this site and is accepted again', () => {
  const origin = 'https://halyard.example'
  const nasty = fc.constantFrom('/', '\\', '.', '..', '%2e', '%2f', ':', '@', '?', '#', '\t', 'a')
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => `/${text}`),
    fc.array(nasty, { maxLength: 12 }).map((parts) => `/${parts.join('')}`),
    fc.webUrl(),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const path = sameSitePath(text)
      if (path === undefined) return
      expect(new URL(path, origin).origin).toBe(origin)
      expect(path).toMatch(/^\/(?!\/)/)
      expect(sameSitePath(path)).toBe(path)
      expect(new URL(path, origin).pathname).not.toMatch(/^\/(login|signup)\/?$/)
    }),
    { ...PROPERTY, numRuns: 2000 },
  )
})

it('AUTH-01 goes to the results after a sign-in without an origin', () => {
  expect(DEFAULT_AFTER_SIGN_IN).toBe('/medical-results')
})
