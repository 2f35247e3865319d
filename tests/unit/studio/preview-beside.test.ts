import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type PageAnswer, pagesOf } from '../../../studio/preview-beside/ask-site.ts'
import { inTurn } from '../../../studio/preview-beside/in-turn.ts'

const SITE = 'https://www.halyard.example'
const HTML = '<h1>News</h1>'
const page = (status = 200) =>
  new Response(HTML, { status, headers: { 'content-type': 'text/html' } })
const token = (name: string) => Response.json({ token: name, seconds: 600 })
const refusal = (status: number, reason: string) => Response.json({ reason }, { status })

/** Asks for /news as often as the website has answers; returns what was shown and what was sent. */
async function shown(answers: (Response | Error)[], { at = [0], makeSecret = freshSecret() } = {}) {
  const sent: string[] = []
  let now = 0
  const fetch = (url: string | URL | Request, init?: RequestInit) => {
    const { authorization } = (init?.headers ?? {}) as Record<string, string>
    sent.push(`${init?.method} ${String(url).replace(SITE, '')} ${authorization}`)
    const answer = answers.shift() ?? new Error('asked too often')
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const ask = pagesOf({ site: SITE, makeSecret, fetch, now: () => now })
  const found: PageAnswer[] = []
  for (const moment of at) {
    now = moment
    found.push(await ask('/news'))
  }
  return { found, sent }
}

const freshSecret = () => {
  let made = 0
  return () => Promise.resolve(`secret-${++made}`)
}
const GET = 'GET /preview/beside?page=%2Fnews Bearer'
const POST = 'POST /preview/beside Bearer'

describe('CMS-05 the Studio asks for the page beside a form', () => {
  it('CMS-05 with one token until shortly before its end, then with the next', async () => {
    const answers = [token('one'), page(), page(), token('two'), page()]
    const { found, sent } = await shown(answers, { at: [0, 500_000, 571_000] })
    expect(found).toEqual([{ html: HTML }, { html: HTML }, { html: HTML }])
    expect(sent).toEqual([
      `${POST} secret-1`,
      `${GET} one`,
      `${GET} one`,
      `${POST} secret-2`,
      `${GET} two`,
    ])
  })

  it('CMS-05 once more with a new token when the site no longer takes the one it has', async () => {
    const over = () => refusal(401, 'token-over')
    const mended = await shown([token('one'), over(), token('two'), page()])
    expect(mended.found).toEqual([{ html: HTML }])
    const lasting = await shown([token('one'), over(), token('two'), over()])
    expect(lasting.found).toEqual([{ problem: 'token-over' }])
  })

  it.each<[string, (Response | Error)[], PageAnswer]>([
    ['the site is down', [new Error('refused')], { problem: 'no-answer' }],
    ['it goes down', [token('one'), new Error('refused')], { problem: 'no-answer' }],
    ['it has no read token', [refusal(503, 'not-configured')], { problem: 'not-configured' }],
    ['it answers with what it is not', [Response.json({ token: 1 })], { problem: 'failed' }],
    [
      'no page is there',
      [token('one'), refusal(404, 'address-wrong')],
      { problem: 'address-wrong' },
    ],
    ['it cannot read drafts', [token('one'), page(503)], { problem: 'unreachable' }],
    ['it fails', [token('one'), page(500)], { problem: 'failed' }],
    ['its page says that there is none', [token('one'), page(404)], { html: HTML }],
  ])('CMS-05 when %s', async (_, answers, expected) => {
    expect((await shown(answers)).found).toEqual([expected])
  })

  it('CMS-05 asks the site nothing when no secret can be stored', async () => {
    const makeSecret = () => Promise.reject(new Error('down'))
    const { found, sent } = await shown([], { makeSecret })
    expect(found).toEqual([{ problem: 'no-secret' }])
    expect(sent).toEqual([])
  })
})

describe('CMS-05 the page follows what is typed', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  /** A function whose calls end when told. */
  function held() {
    const ends: (() => void)[] = []
    const run = () => new Promise<void>((end) => ends.push(end))
    return { run, ends, end: () => vi.advanceTimersByTimeAsync(0).then(() => ends.at(-1)?.()) }
  }

  it('CMS-05 with one request a second, never two at once, and one after the last change', async () => {
    const { run, ends, end } = held()
    const turns = inTurn(run, 1_000)
    turns.soon()
    turns.soon()
    await vi.advanceTimersByTimeAsync(999)
    expect(ends).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toHaveLength(1)
    turns.soon()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ends).toHaveLength(1)
    await end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ends).toHaveLength(2)
    turns.now()
    await end()
    await vi.advanceTimersByTimeAsync(0)
    expect(ends).toHaveLength(3)
    await end()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ends).toHaveLength(3)
  })

  it('CMS-05 and stops with the panel', async () => {
    const { run, ends } = held()
    const turns = inTurn(run, 1_000)
    turns.soon()
    turns.stop()
    turns.now()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ends).toHaveLength(0)
  })
})
