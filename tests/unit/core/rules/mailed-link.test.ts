import { describe, expect, it } from 'vitest'
import {
  endLink,
  holdsSecret,
  isEndLink,
  MAILED_PAGES,
  mailedLink,
  mendedLink,
  tokenIn,
} from '#core/rules/mailed-link.ts'
import { createToken } from '#core/server/security/token.ts'
import { accessCodeLink, codeInAddress } from '#events/rules/access-code.ts'
import { processorMs } from '#tests/fixtures/processor-time.ts'

const SITE = 'https://halyard.example'
const PROTECTION = 'https://eur01.safelinks.protection.example/?url='
const LINKS: [string, (token: string) => string, boolean][] = [
  ...MAILED_PAGES.map((page): [string, (token: string) => string, boolean] => [
    page,
    (token) => mailedLink(SITE, page, token),
    false,
  ]),
  ['the end of notices', (token) => endLink(SITE, token), true],
]
/** What mail protection, mail programs and readers make of a link; all can still be followed. */
const FORMS: [string, (link: string) => string][] = [
  ['as mailed', (link) => link],
  ['with a parameter more', (link) => `${link}&utm_source=news&h=${createToken()}`],
  ['with a parameter before', (link) => link.replace('?', `?h=${createToken()}&`)],
  ['with a malformed parameter', (link) => `${link}&x=%E0%A4%A&y=%`],
  ['with a full stop', (link) => `${link}.`],
  ['with a bracket', (link) => `<${link}>`],
  ['with an encoded bracket', (link) => `${link}%3E`],
  ['with a fragment', (link) => `${link}#main`],
  [
    'in the address of the mail protection',
    (link) => `${PROTECTION}${encodeURIComponent(link)}&data=x`,
  ],
  ['encoded twice', (link) => encodeURIComponent(encodeURIComponent(link))],
  [
    'of an earlier version',
    (link) => link.replace(/\?(token|stop)=/, (_, name) => (name === 'stop' ? '?stop#' : '#')),
  ],
  [
    'of an earlier version, named',
    (link) =>
      link.replace(/\?(token|stop)=/, (_, name) => (name === 'stop' ? '?stop#token=' : '#token=')),
  ],
  [
    'of an earlier version, encoded',
    (link) => link.replace(/\?(token|stop)=/, (_, name) => (name === 'stop' ? '?stop%23' : '%23')),
  ],
  ['pasted with words', (link) => `Please open ${link} to confirm.`],
]

describe('a mailed link', () => {
  it.each(LINKS.flatMap((link) => FORMS.map((form) => [link[0], form[0], link, form] as const)))(
    'SITE-16 the token of %s is found %s, and in our own form for pasted links',
    (_, __, [, linkOf, isEnd], [, change]) => {
      for (let count = 0; count < 20; count += 1) {
        const token = createToken()
        const link = change(linkOf(token))
        expect(tokenIn(link), link).toBe(token)
        expect(isEndLink(link), link).toBe(isEnd)
        const pasted = `?${new URLSearchParams({ token: link })}`
        expect(tokenIn(pasted), pasted).toBe(token)
        expect(isEndLink(pasted), pasted).toBe(isEnd)
      }
    },
  )

  it('SITE-16 has its token in the query alone, and is known as a link with a secret', () => {
    const token = createToken()
    for (const [, linkOf] of LINKS) {
      const url = new URL(linkOf(token))
      expect(url.search).toContain(token)
      expect(`${url.pathname}${url.hash}`).not.toContain(token)
      expect(holdsSecret(url.href)).toBe(true)
    }
    expect(holdsSecret(accessCodeLink(SITE, 12, 'LODGE-2041'))).toBe(true)
    expect(holdsSecret(`${SITE}/booking-success?appointment=1`)).toBe(false)
  })

  it.each([
    '',
    '?token=',
    '#main',
    '?token=short',
    `?token=${'x'.repeat(42)}`,
    `?token=${'x'.repeat(44)}`,
    `?other=${'x'.repeat(43)}`,
  ])('SITE-16 %s has no token', (link) => {
    expect(tokenIn(link)).toBeUndefined()
  })

  it('SITE-16 a long text takes milliseconds', async () => {
    for (const part of ['?token=', '#', '%23', '%25', '-', '?token=%3f']) {
      expect(await processorMs(() => tokenIn(part.repeat(200_000))), part).toBeLessThan(50)
    }
  })
})

describe('a link that mail protection encoded into the path', () => {
  const token = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_'

  it.each(MAILED_PAGES)('SITE-16 %s is found again', (page) => {
    const mended = `${page}?token=${token}`
    expect(mendedLink(`${page}%23${token}`)).toBe(mended)
    expect(mendedLink(`${page}%2523${token}`)).toBe(mended)
    expect(mendedLink(`${page}%23${token}?utm_source=x`)).toBe(mended)
    expect(tokenIn(mendedLink(`${page}%23token=${token}.`) ?? '')).toBe(token)
    expect(mendedLink(`${page}%23token%3D${token}`)).toBe(mended)
    expect(mendedLink(`${page}%3Ftoken%3D${token}`)).toBe(mended)
    expect(mendedLink(`${page}%253ftoken%253d${token}`)).toBe(mended)
  })

  it('EVD-05 the link of an access code is found again', () => {
    for (const end of ['%23code=', '%23code%3D', '%2523code%253D', '%3Fcode=', '%3fcode%3d']) {
      expect(mendedLink(`/event/1012${end}LODGE-2041`)).toBe('/event/1012?code=LODGE-2041')
    }
  })

  it.each([
    '/',
    '/verify-email',
    '/verify-email%23',
    '/event/1012',
    '/event/1012%23map',
    '/news%23x',
    `//evil.example/verify-email%23${token}`,
  ])('SITE-16 %s is not one', (url) => {
    expect(mendedLink(url)).toBeUndefined()
  })
})

describe('a link with an access code', () => {
  it('EVD-05 has it in its query, whatever characters it has', () => {
    for (const code of ['LODGE-2041', 'a b&c=d#e+f', 'Brücke/7 %41', '50%']) {
      const link = new URL(accessCodeLink(SITE, 12, code))
      expect(`${link.origin}${link.pathname}${link.hash}`).toBe(`${SITE}/event/12`)
      expect(codeInAddress(link.search)).toBe(code)
    }
  })

  it.each([
    '?code=LODGE-2041',
    '#code=LODGE-2041',
    '?code=LODGE-2041&utm_source=x',
    '?x=1&code=LODGE-2041.',
    '?code=LODGE-2041%3E',
    '?code%3DLODGE-2041',
    '#code%253DLODGE-2041',
  ])('EVD-05 the code is found in %s', (address) => {
    expect(codeInAddress(address)).toBe('LODGE-2041')
  })

  it('EVD-05 an address without a usable code is ignored', () => {
    for (const address of [
      '',
      '#',
      '#main',
      '?code',
      '?code=',
      '#code=%',
      '?code=%20',
      `?code=${'x'.repeat(101)}`,
    ]) {
      expect(codeInAddress(address)).toBeUndefined()
    }
  })
})
