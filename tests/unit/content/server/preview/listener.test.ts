import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  type PreviewLocals,
  previewCookie,
  previewListener,
} from '#content/server/draft-preview.ts'
import type { PreviewService } from '#content/server/preview.ts'
import { passOf, SECRET, testPreview } from './test-preview.ts'

const SITE = 'https://www.halyard.example'
const START = `/preview/start?sanity-preview-secret=${SECRET}&sanity-preview-pathname=`

describe('CMS-05 the preview cookie', () => {
  it('CMS-05 is HttpOnly, lasts an hour, and has the prefix __Host- with https', () => {
    expect(previewCookie('http://localhost:4321', 'x')).toBe(
      'halyard_preview=x; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax',
    )
    const secure = previewCookie(SITE, 'x')
    expect(secure).toMatch(/^__Host-halyard_preview=x;/)
    expect(secure).toContain('; Secure')
    expect(secure).not.toContain('Domain')
    expect(previewCookie(SITE)).toContain('Max-Age=0')
  })
})

type Handled = {
  isHandled: boolean
  url: string | undefined
  shown: PreviewLocals | 'nothing' | undefined
  status: number | undefined
  headers: Record<string, string>
}

/** Passes one request to the listener; returns what the listener did. */
async function handle(
  service: PreviewService,
  url: string,
  { cookie, method = 'GET' }: { cookie?: string; method?: string } = {},
): Promise<Handled> {
  const request = { url, method, headers: { cookie }, socket: {} } as unknown as IncomingMessage
  const answer: Handled = {
    isHandled: false,
    url: undefined,
    shown: undefined,
    status: undefined,
    headers: {},
  }
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const response = {
    setHeader: (name: string, value: string) => {
      answer.headers[name] = value
    },
    writeHead(status: number, headers: Record<string, string>) {
      answer.status = status
      Object.assign(answer.headers, headers)
      return { end }
    },
  } as unknown as ServerResponse
  answer.isHandled = previewListener({ siteUrl: SITE, trustProxy: 0, service })(
    request,
    response,
    (shown) => {
      answer.shown = shown ?? 'nothing'
      end()
    },
  )
  if (answer.isHandled) await ended
  answer.url = request.url
  return answer
}

describe('CMS-05 without a pass', () => {
  it.each(['/', '/news/open-day', '/files/a/b.pdf', '/_image?w=10', '/login', '/previews', '*'])(
    'CMS-05 leaves the request to the public site: %s',
    async (url) => {
      const { service } = testPreview()
      expect(await handle(service, url)).toMatchObject({ isHandled: false, url, headers: {} })
      const wrong = `__Host-halyard_preview=1796119200.${'x'.repeat(43)}`
      expect(await handle(service, url, { cookie: wrong })).toMatchObject({
        isHandled: false,
        headers: {},
      })
    },
  )

  it.each([
    '/preview',
    '/preview/page',
    '/preview/page?x',
    '/preview/file',
    '/preview/refused',
    '/preview/start/x',
  ])('CMS-05 answers 404 for %s', async (url) => {
    const answer = await handle(testPreview().service, url)
    expect(answer).toMatchObject({ isHandled: true, url: '/404', shown: 'nothing' })
  })
})

describe('CMS-05 with a pass', () => {
  const handleWithPass = async (url: string, method = 'GET') => {
    const one = testPreview()
    const cookie = `theme=x; __Host-halyard_preview=${await passOf(one)}`
    return handle(one.service, url, { cookie, method })
  }
  const until = new Date('2026-12-01T10:00:00Z')

  it.each([
    ['/', '/preview/page'],
    ['/news/open-day', '/preview/page'],
    ['/files/abc/poster.pdf', '/preview/file'],
  ])('CMS-05 shows drafts at %s and forbids indexing', async (path, url) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await handleWithPass(`${path}?from=mail`, method)
      expect(answer).toMatchObject({ isHandled: true, url, shown: { preview: { path, until } } })
      expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow')
    }
  })

  it.each(['/login', '/event/7', '/book-event', '/api', '/rss.xml', '/_astro/page.css'])(
    'CMS-05 leaves other pages to the public site: %s',
    async (url) => {
      expect(await handleWithPass(url)).toMatchObject({ isHandled: false, url })
    },
  )

  it('CMS-05 passes the preview to the image endpoint and keeps its URL', async () => {
    const picture = '/_image?href=http%3A%2F%2F127.0.0.1%3A3333%2Fimages%2Fa.png&w=10'
    expect(await handleWithPass(picture)).toMatchObject({
      url: picture,
      shown: { preview: { until } },
    })
  })

  it('CMS-05 leaves a POST to the public site', async () => {
    expect(await handleWithPass('/news', 'POST')).toMatchObject({ isHandled: false })
  })

  it('CMS-05 leaving deletes the cookie and redirects to the same page, never to another site', async () => {
    const answer = await handleWithPass('/preview/leave?to=%2Fnews%2Fopen-day')
    expect(answer).toMatchObject({ status: 303, headers: { location: '/news/open-day' } })
    expect(answer.headers['set-cookie']).toContain('Max-Age=0')
    const toOtherSite = await handleWithPass('/preview/leave?to=https%3A%2F%2Fevil.example')
    expect(toOtherSite.headers['location']).toBe('/')
  })
})

describe('CMS-05 the preview link of the Studio', () => {
  it('CMS-05 sets a cookie and redirects to the page without the secret', async () => {
    const { status, headers } = await handle(testPreview().service, `${START}%2Fnews%2Fopen-day`)
    expect(status).toBe(303)
    expect(headers['location']).toBe('/news/open-day')
    expect(headers['set-cookie']).toMatch(/^__Host-halyard_preview=\d{10}\.[\w-]{43}; Max-Age=3600/)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('CMS-05 when refused, sets no cookie and passes the secret to no page', async () => {
    const answer = await handle(testPreview(false).service, `${START}%2Fnews`)
    expect(answer).toMatchObject({
      url: '/preview/refused',
      shown: { previewRefusal: 'link-over' },
      status: undefined,
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })

  it('CMS-05 is used by GET only', async () => {
    const one = testPreview()
    for (const method of ['HEAD', 'POST']) {
      expect(await handle(one.service, `${START}%2F`, { method })).toMatchObject({ url: '/404' })
    }
    expect(one.used).toEqual([])
  })
})
