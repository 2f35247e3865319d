import { setTimeout as pause } from 'node:timers/promises'
import type { APIContext } from 'astro'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ContentError } from '#content/read/content-error.ts'
import { ContentUnreachable, currentDrafts } from '#content/read/drafts.ts'
import { onRequest } from '../../../../src/middleware.ts'

const HTML = { headers: { 'content-type': 'text/html' } }
const OURS = 'https://content.halyard.example/images/a.png'
const services = { preview: { isAsset: (_: string, href: string) => href === OURS } }
const preview = { path: '/news', until: new Date('2026-12-01T10:00:00Z') }

/** A page that is rendered while it is sent, as in Astro. */
function streamed(render: () => string): Response {
  const body = new ReadableStream({
    async pull(controller) {
      await pause(1)
      try {
        controller.enqueue(new TextEncoder().encode(render()))
        controller.close()
      } catch (error) {
        controller.error(error)
      }
    },
  })
  return new Response(body, HTML)
}

async function run(path: string, locals: object, next: (drafts: unknown) => Response) {
  const url = new URL(path, 'https://www.halyard.example')
  const context = { locals, url, routePattern: url.pathname }
  const rendered = await onRequest(context as unknown as APIContext, () =>
    Promise.resolve(next(context.locals)),
  )
  if (!(rendered instanceof Response)) throw new Error('The middleware returned no response')
  return rendered
}

beforeEach(() => vi.stubEnv('DEV', false))
afterEach(() => vi.unstubAllEnvs())

describe('CMS-05 the middleware', () => {
  it('CMS-05 does not change public pages', async () => {
    const answer = new Response('x')
    expect(await run('/event/7', {}, () => answer)).toBe(answer)
  })

  // Other spellings of the URL are tested against the whole server: tests/e2e/preview.spec.ts.
  it('CMS-05 resizes no picture without a pass', async () => {
    const answer = await run(`/_image?href=${OURS}`, { services }, () => {
      throw new Error('must not render')
    })
    expect(answer.status).toBe(404)
  })

  it('CMS-05 resizes only pictures of the content', async () => {
    const answer = await run('/_image?href=http://127.0.0.1:9/x.png', { preview, services }, () => {
      throw new Error('must not render')
    })
    expect(answer.status).toBe(404)
  })

  it('CMS-05 resizes at most two pictures at once; a failed one makes room for the next', async () => {
    let running = 0
    let most = 0
    const make = async () => {
      running += 1
      most = Math.max(most, running)
      await pause(2)
      running -= 1
      if (most === 1) throw new Error('not a picture')
      return new Response('png')
    }
    const one = () =>
      onRequest(
        {
          locals: { preview, services },
          url: new URL(`https://www.halyard.example/_image?href=${OURS}`),
          routePattern: '/_image',
        } as unknown as APIContext,
        make,
      )
    await Promise.allSettled([one()])
    const answers = await Promise.allSettled(Array.from({ length: 9 }, one))
    expect(answers.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(most).toBe(2)
  })

  it('CMS-05 provides drafts until the last byte of a page is rendered', async () => {
    const seen: boolean[] = []
    const answer = await run('/preview/page', { preview }, () => {
      seen.push(currentDrafts() !== undefined)
      return streamed(() => {
        seen.push(currentDrafts() !== undefined)
        return 'whole'
      })
    })
    expect(await answer.text()).toBe('whole')
    expect(seen).toEqual([true, true])
    expect(currentDrafts()).toBeUndefined()
  })

  it.each([
    [
      new ContentError({ document: 'homePage', field: 'heroTitle' }, 'missing'),
      { fault: { document: 'homePage', field: 'heroTitle', problem: 'missing' } },
    ],
    [new ContentUnreachable('Drafts cannot be read.'), 'unreachable'],
  ])(
    'CMS-05 renders the page again with the problem, even after half of it was rendered: %s',
    async (fault, problem) => {
      const locals: { preview: typeof preview; drafts?: { problem: unknown } } = { preview }
      let times = 0
      const answer = await run('/preview/page', locals, () => {
        times += 1
        return streamed(() => {
          if (times === 1) throw fault
          return 'the problem'
        })
      })
      expect(await answer.text()).toBe('the problem')
      if (typeof problem === 'string') expect(locals.drafts?.problem).toBe(problem)
      else expect(locals.drafts?.problem).toMatchObject(problem)
    },
  )

  it('CMS-05 does not hide other errors', async () => {
    const page = run('/preview/page', { preview }, () => {
      throw new TypeError('a bug')
    })
    await expect(page).rejects.toThrow(TypeError)
  })

  it('CMS-05 keeps pictures out of shared caches and does not change files', async () => {
    const picture = new Response('png', {
      headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000' },
    })
    const answer = await run(`/_image?href=${OURS}`, { preview, services }, () => picture)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
    const file = new Response('pdf', { headers: { 'content-type': 'application/pdf' } })
    expect(await run('/preview/file', { preview }, () => file)).toBe(file)
  })
})
