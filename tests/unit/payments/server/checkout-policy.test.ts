import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutPolicy } from '#core/server/http/headers.ts'
import { POLICY, type TestSite, testSite } from '#tests/unit/app/test-site.ts'

const ORIGINS = ['https://pay.example', 'https://objects.pay.example']

describe('PAY-02 the policy of the checkout page', () => {
  const policy = [
    "default-src 'none'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "script-src 'self' 'sha256-abc'",
    "style-src 'self' 'sha256-def'",
    "frame-ancestors 'none'",
  ].join('; ')

  it('allows scripts, frames, images and connections of the provider, and no inline script', () => {
    expect(checkoutPolicy(policy, ORIGINS).split('; ')).toEqual([
      "default-src 'none'",
      `img-src 'self' data: ${ORIGINS.join(' ')}`,
      `connect-src 'self' ${ORIGINS.join(' ')}`,
      "form-action 'self'",
      `script-src 'self' 'sha256-abc' ${ORIGINS.join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      "frame-ancestors 'none'",
      `frame-src ${ORIGINS.join(' ')}`,
    ])
  })

  it('is that of every page without a provider', () => {
    expect(checkoutPolicy(policy, [])).toBe(policy)
  })
})

describe('PAY-02 only the checkout page may load what the provider has', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await testSite({ paymentOrigins: ORIGINS })
  })
  afterAll(() => site.close())

  it.each(['/checkout', '/checkout?a=b', '/checkout/index.html'])('%s may', async (path) => {
    const { headers } = await site.ask(path)
    expect(headers['content-security-policy']).toContain(`frame-src ${ORIGINS.join(' ')}`)
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })

  it.each(['/', '/news', '/event/1', '/no-such-page', '/large.txt'])('%s may not', async (path) => {
    const { headers } = await site.ask(path)
    expect(headers['content-security-policy']).not.toContain('pay.example')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  it('nor does it, without a provider', async () => {
    const without = await testSite()
    const { headers } = await without.ask('/checkout')
    expect(headers['content-security-policy']).toBe(`${POLICY} /checkout; frame-ancestors 'none'`)
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    await without.close()
  })
})
