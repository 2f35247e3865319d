import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLinks } from '#content/commands/check-links.ts'
import { externalLinksIn, linkReport, type PublishedLink } from '#content/commands/link-report.ts'
import { isPublicAddress } from '#content/server/gateways/web-pages.ts'
import type { LinkAnswer } from '#content/texts/link-check.ts'

let server: Server
let origin: string
/** Method and path of each request, and how many of them the server answered at the same time. */
let asked: string[]
let most: number
let running: number

const ANSWERS: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/ok': (response) => response.writeHead(200).end(),
  '/gone': (response) => response.writeHead(404).end(),
  '/error': (response) => response.writeHead(503).end(),
  '/forbidden': (response) => response.writeHead(403).end(),
  '/moved': (response) => response.writeHead(301, { location: '/ok' }).end(),
  '/moved-twice': (response) => response.writeHead(308, { location: `${origin}/moved` }).end(),
  '/for-now': (response) => response.writeHead(302, { location: '/ok' }).end(),
  '/to-gone': (response) => response.writeHead(301, { location: '/gone' }).end(),
  '/circle': (response) => response.writeHead(301, { location: '/circle' }).end(),
  '/to-mail': (response) => response.writeHead(301, { location: 'mailto:a@b.example' }).end(),
  '/to-private': (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  '/no-head': (response, { method }) => response.writeHead(method === 'HEAD' ? 405 : 200).end(),
  '/cuts-head': (response, { method }) =>
    method === 'HEAD' ? response.destroy() : response.writeHead(200).end(),
  '/silent': () => undefined,
}

beforeEach(async () => {
  asked = []
  most = 0
  running = 0
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    running += 1
    most = Math.max(most, running)
    response.on('close', () => {
      running -= 1
    })
    // The next turn of the event loop: requests at the same time would overlap.
    setImmediate(() => ANSWERS[request.url ?? '']?.(response, request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** As outside tests, except for the test's own server. */
const mayConnect = (address: string) => address === '127.0.0.1' || isPublicAddress(address)

const check = async (path: string, timeoutMs = 30_000) => {
  const url = path.startsWith('/') ? origin + path : path
  return (await checkLinks([url], { timeoutMs, mayConnect })).get(url)
}
const broken = (because: string, status?: number) => ({
  state: 'broken',
  because,
  ...(status && { status }),
})

describe('a link to another website', () => {
  it.each([
    ['/ok', { state: 'found' }],
    ['/for-now', { state: 'found' }],
    ['/no-head', { state: 'found' }],
    ['/cuts-head', { state: 'found' }],
    ['/gone', broken('status', 404)],
    ['/error', broken('status', 503)],
    ['/to-gone', broken('status', 404)],
    ['/forbidden', { state: 'unsure', status: 403 }],
    ['/circle', broken('redirects')],
    ['/to-mail', broken('redirects')],
    ['/to-private', broken('private')],
  ])('CMS-07 %s is checked', async (path, answer) => {
    expect(await check(path)).toEqual(answer)
  })

  it.each(['/moved', '/moved-twice'])(
    'CMS-07 %s leads elsewhere for good: the report has the new address',
    async (path) => {
      expect(await check(path)).toEqual({ state: 'moved', to: `${origin}/ok` })
    },
  )

  it('CMS-07 a website that does not answer in time is broken', async () => {
    expect(await check('/silent', 300)).toEqual(broken('slow'))
  })

  it('CMS-07 a website that does not speak TLS is broken', async () => {
    expect(await check(`${origin.replace('http:', 'https:')}/ok`)).toEqual(broken('certificate'))
  })

  it('CMS-07 a website that does not exist, or refuses connections, is broken', async () => {
    expect(await check('http://no-such-host.invalid/')).toEqual(broken('unknown-host'))
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(await check('/ok')).toEqual(broken('no-connection'))
  })

  it('CMS-07 each address is asked once, HEAD before GET, one at a time of a website', async () => {
    const paths = ['/ok', '/gone', '/ok', '/no-head', '/for-now']
    await checkLinks(
      paths.map((path) => origin + path),
      { timeoutMs: 30_000, mayConnect },
    )
    expect(asked.toSorted()).toEqual([
      'GET /gone',
      'GET /no-head',
      'HEAD /for-now',
      'HEAD /gone',
      'HEAD /no-head',
      'HEAD /ok',
      'HEAD /ok',
    ])
    expect(most).toBe(1)
  })
})

describe('a private network', () => {
  it.each(['localhost', '127.0.0.1', '[::1]', '10.1.2.3', '169.254.169.254', '[::ffff:127.0.0.1]'])(
    'CMS-07 %s is never requested',
    async (host) => {
      const url = `http://${host}:${new URL(origin).port}/ok`
      const answers = await checkLinks([url], { timeoutMs: 30_000, mayConnect: isPublicAddress })
      expect(answers.get(url)).toEqual(broken('private'))
      expect(asked).toEqual([])
    },
  )

  it('CMS-07 control: without the check of addresses the server of the test is requested', async () => {
    const url = `http://localhost:${new URL(origin).port}/ok`
    const answers = await checkLinks([url], { timeoutMs: 30_000, mayConnect: () => true })
    expect(answers.get(url)).toEqual({ state: 'found' })
    expect(asked).toEqual(['HEAD /ok'])
  })

  it.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['0.0.0.0', false],
    ['100.64.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['255.255.255.255', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['not an address', false],
  ])('CMS-07 the address %s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})

describe('the report for staff', () => {
  const entry = {
    _id: 'news-x',
    _type: 'newsArticle' as const,
    _rev: '1',
    title: 'Open day',
    slug: { current: 'open-day' },
  }
  const body = [
    { markDefs: [{ kind: 'external', url: 'https://other.example/a' }] },
    { markDefs: [{ kind: 'page', url: 'https://before.example/' }] },
  ]

  it('CMS-07 finds the links of a document, and no address that is not used', () => {
    expect(externalLinksIn({ ...entry, body, website: 'https://site.example' })).toEqual([
      { url: 'https://other.example/a', field: 'body[0].markDefs[0].url' },
      { url: 'https://site.example', field: 'website' },
    ])
  })

  it('CMS-07 names page, document and field, with a link that opens it', () => {
    const links: PublishedLink[] = externalLinksIn({ body }).map((link) => ({
      ...link,
      document: entry,
    }))
    const answers = new Map<string, LinkAnswer>([
      ['https://other.example/a', { state: 'broken', because: 'status', status: 404 }],
      ['https://fine.example/', { state: 'found' }],
    ])
    expect(linkReport(links, answers, 'https://studio.example')).toEqual({
      problems: 1,
      text: `2 links to other websites checked: look at 1 link:

https://other.example/a
  the page is not there (404)
  in News entry “Open day” (/news/open-day): Body, entry 1, link, entry 1, address
  https://studio.example/intent/edit/id=news-x;type=newsArticle/
`,
    })
  })
})
