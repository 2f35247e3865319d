import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type PreviewLocals, previewCookie, previewListener } from '#server/http/draft-preview.ts'
import type { PreviewService } from '#server/services/preview.ts'
import { passOf, SECRET, stage } from './stage.ts'

const SITE = 'https://www.halyard.example'
const START = `/preview/start?sanity-preview-secret=${SECRET}&sanity-preview-pathname=`

describe('CMS-05 the cookie', () => {
  it('CMS-05 is HttpOnly, for an hour, and __Host- behind https', () => {
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

type Answer = {
  taken: boolean
  url: string | undefined
  shown: PreviewLocals | 'nothing' | undefined
  status: number | undefined
  headers: Record<string, string>
}

/** Hands one request to the listener and tells what became of it. */
async function ask(
  service: PreviewService,
  url: string,
  { cookie, method = 'GET' }: { cookie?: string; method?: string } = {},
): Promise<Answer> {
  const request = { url, method, headers: { cookie }, socket: {} } as unknown as IncomingMessage
  const answer: Answer = {
    taken: false,
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
  answer.taken = previewListener({ siteUrl: SITE, trustProxy: 0, service })(
    request,
    response,
    (shown) => {
      answer.shown = shown ?? 'nothing'
      end()
    },
  )
  if (answer.taken) await ended
  answer.url = request.url
  return answer
}

describe('CMS-05 who holds no pass', () => {
  it.each(['/', '/news/open-day', '/files/a/b.pdf', '/_image?w=10', '/login', '/previews', '*'])(
    'CMS-05 gets the public site: %s',
    async (url) => {
      const { service } = stage()
      expect(await ask(service, url)).toMatchObject({ taken: false, url, headers: {} })
      const wrong = `__Host-halyard_preview=1796119200.${'x'.repeat(43)}`
      expect(await ask(service, url, { cookie: wrong })).toMatchObject({
        taken: false,
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
  ])('CMS-05 finds nothing at %s', async (url) => {
    const answer = await ask(stage().service, url)
    expect(answer).toMatchObject({ taken: true, url: '/404', shown: 'nothing' })
  })
})

describe('CMS-05 who holds a pass', () => {
  const with_ = async (url: string, method = 'GET') => {
    const one = stage()
    const cookie = `theme=x; __Host-halyard_preview=${await passOf(one)}`
    return ask(one.service, url, { cookie, method })
  }
  const until = new Date('2026-12-01T10:00:00Z')

  it.each([
    ['/', '/preview/page'],
    ['/news/open-day', '/preview/page'],
    ['/files/abc/poster.pdf', '/preview/file'],
  ])('CMS-05 gets drafts at %s, never indexed', async (path, url) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await with_(`${path}?from=mail`, method)
      expect(answer).toMatchObject({ taken: true, url, shown: { preview: { path, until } } })
      expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow')
    }
  })

  it.each(['/login', '/event/7', '/book-event', '/api', '/rss.xml', '/_astro/page.css'])(
    'CMS-05 gets what is no content as ever: %s',
    async (url) => {
      expect(await with_(url)).toMatchObject({ taken: false, url })
    },
  )

  it('CMS-05 is known where pictures are made, and their address stays whole', async () => {
    const picture = '/_image?href=http%3A%2F%2F127.0.0.1%3A3333%2Fimages%2Fa.png&w=10'
    expect(await with_(picture)).toMatchObject({ url: picture, shown: { preview: { until } } })
  })

  it('CMS-05 posts nothing to drafts', async () => {
    expect(await with_('/news', 'POST')).toMatchObject({ taken: false })
  })

  it('CMS-05 leaves to the same page, to no other site, and loses the cookie', async () => {
    const answer = await with_('/preview/leave?to=%2Fnews%2Fopen-day')
    expect(answer).toMatchObject({ status: 303, headers: { location: '/news/open-day' } })
    expect(answer.headers['set-cookie']).toContain('Max-Age=0')
    const away = await with_('/preview/leave?to=https%3A%2F%2Fevil.example')
    expect(away.headers['location']).toBe('/')
  })
})

describe('CMS-05 the link of the Studio', () => {
  it('CMS-05 becomes a cookie and the clean address', async () => {
    const { status, headers } = await ask(stage().service, `${START}%2Fnews%2Fopen-day`)
    expect(status).toBe(303)
    expect(headers['location']).toBe('/news/open-day')
    expect(headers['set-cookie']).toMatch(/^__Host-halyard_preview=\d{10}\.[\w-]{43}; Max-Age=3600/)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it('CMS-05 is refused without a cookie, and its secret reaches no page', async () => {
    const answer = await ask(stage(false).service, `${START}%2Fnews`)
    expect(answer).toMatchObject({
      url: '/preview/refused',
      shown: { previewRefusal: 'link-over' },
      status: undefined,
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })

  it('CMS-05 is used up by nothing but GET', async () => {
    const one = stage()
    for (const method of ['HEAD', 'POST']) {
      expect(await ask(one.service, `${START}%2F`, { method })).toMatchObject({ url: '/404' })
    }
    expect(one.used).toEqual([])
  })
})
