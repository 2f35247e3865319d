import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type PreviewLocals, previewCookie, previewListener } from '#server/http/preview.ts'
import { createSealer } from '#server/seal.ts'
import { type PreviewService, previewService } from '#server/services/preview.ts'

const SITE = 'https://www.halyard.example'
const SECRET = 's'.repeat(43)
const START = `/preview/start?sanity-preview-secret=${SECRET}&sanity-preview-pathname=`

const keys = (letter: string) => ({
  data: [{ id: 'k', key: Buffer.alloc(32, 'k') }],
  lookup: Buffer.alloc(32, letter),
})

type Stage = { service: PreviewService; used: string[]; at(time: string): void }

/** The service with a clock and a lake of the test's own. */
function stage(fresh: boolean | 'down' | 'no token' = true, key = 'a'): Stage {
  let now = new Date('2026-12-01T09:00:00Z')
  const used: string[] = []
  const service = previewService({
    clock: { now: () => now },
    sealer: createSealer(keys(key)),
    limiter: {
      use: (name, subject) => {
        const use = `${name} ${subject}`
        used.push(use)
        return Promise.resolve(
          name !== 'previewSecret' || used.indexOf(use) === used.lastIndexOf(use),
        )
      },
      giveBack: () => Promise.resolve(),
    },
    secrets:
      fresh === 'no token'
        ? undefined
        : {
            isFresh: () =>
              fresh === 'down' ? Promise.reject(new Error('down')) : Promise.resolve(fresh),
          },
    assetOrigin: 'http://127.0.0.1:3333',
  })
  return {
    service,
    used,
    at: (time) => {
      now = new Date(time)
    },
  }
}

const asked = { secret: SECRET, path: '/news/open-day', network: '127.0.0.1' }

async function passOf({ service }: Stage): Promise<string> {
  const started = await service.start(asked)
  return started.ok ? started.pass : ''
}

describe('CMS-05 a preview begins', () => {
  it('CMS-05 with a fresh secret, once, for an hour', async () => {
    const { service } = stage()
    expect(await service.start(asked)).toMatchObject({
      ok: true,
      path: '/news/open-day',
      until: new Date('2026-12-01T10:00:00Z'),
    })
    expect(await service.start(asked)).toEqual({ ok: false, reason: 'link-over' })
  })

  it('CMS-05 not with a secret that the lake does not know, and that one fills no table', async () => {
    const { service, used } = stage(false)
    expect(await service.start(asked)).toEqual({ ok: false, reason: 'link-over' })
    expect(used).toEqual(['previewStartPerNetwork 127.0.0.1'])
  })

  it.each([null, '', 'short', `${SECRET}*`, 'x'.repeat(129)])(
    'CMS-05 not with what is no secret at all, without asking anybody: %j',
    async (secret) => {
      const { service, used } = stage()
      expect(await service.start({ ...asked, secret })).toMatchObject({ reason: 'link-over' })
      expect(used).toEqual([])
    },
  )

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'news', '/login'])(
    'CMS-05 not for an address that is none of ours, and the secret stays good: %s',
    async (path) => {
      const { service } = stage()
      expect(await service.start({ ...asked, path })).toMatchObject({ reason: 'address-wrong' })
      expect(await service.start(asked)).toMatchObject({ ok: true })
    },
  )

  it('CMS-05 says when no read token is configured, and when the lake is down', async () => {
    expect(await stage('no token').service.start(asked)).toMatchObject({ reason: 'not-configured' })
    const { service, used } = stage('down')
    expect(await service.start(asked)).toMatchObject({ reason: 'unreachable' })
    expect(used.some((use) => use.startsWith('previewSecret'))).toBe(false)
  })
})

describe('CMS-05 a pass', () => {
  it('CMS-05 is good until its hour is over', async () => {
    const one = stage()
    const pass = await passOf(one)
    one.at('2026-12-01T09:59:59Z')
    expect(one.service.openPass(pass)).toEqual(new Date('2026-12-01T10:00:00Z'))
    one.at('2026-12-01T10:00:00Z')
    expect(one.service.openPass(pass)).toBeUndefined()
  })

  it('CMS-05 cannot be made longer, changed or brought from another site', async () => {
    const one = stage()
    const pass = await passOf(one)
    const [second = '', signature = ''] = pass.split('.')
    for (const forged of [
      `${Number(second) + 3600}.${signature}`,
      `${second}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${second}.`,
      second,
      `${pass}x`,
      '',
    ]) {
      expect(one.service.openPass(forged), forged).toBeUndefined()
    }
    expect(stage(true, 'b').service.openPass(pass)).toBeUndefined()
    expect(one.service.openPass(undefined)).toBeUndefined()
  })
})

describe('CMS-05 a picture that may be made smaller', () => {
  it.each([
    ['http://127.0.0.1:3333/images/halyard0/production/a-10x10.png', true],
    ['http://127.0.0.1:3333/images/halyard0/production/a-10x10.png?rect=0,0,5,5', true],
    ['http://127.0.0.1:3333/v2026-11-01/data/export/production', false],
    ['http://127.0.0.1:3333/images/../v2026-11-01/data/export/production', false],
    ['http://127.0.0.1:5432/images/a.png', false],
    ['https://127.0.0.1:3333/images/a.png', false],
    ['http://127.0.0.1:3333@evil.example/images/a.png', false],
    ['http://localhost:3333/images/a.png', false],
    ['/og.png', false],
    ['file:///images/a.png', false],
    ['http://127.0.0.1:3333/files/halyard0/production/a.pdf', false],
    ['', false],
  ])('CMS-05 comes from the content and nowhere else: %s', (address, expected) => {
    expect(stage().service.isAsset('images', address)).toBe(expected)
  })
})

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
  it.each(['/', '/news', '/news/open-day', '/files/abc/poster.pdf', '/login', '/previews', '*'])(
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
    '/_image',
    '/_image?href=http%3A%2F%2F127.0.0.1%3A3333%2Fimages%2Fa.png&w=10',
    '/_image/x',
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

  it('CMS-05 gets pictures of the content made smaller, and of nothing else', async () => {
    const picture = '/_image?href=http%3A%2F%2F127.0.0.1%3A3333%2Fimages%2Fa.png&w=10'
    expect(await with_(picture)).toMatchObject({ url: picture, shown: { preview: { until } } })
    const other = '/_image?href=http%3A%2F%2F127.0.0.1%3A5432%2F&w=10'
    expect(await with_(other)).toMatchObject({ url: '/404', shown: 'nothing' })
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
