import { setTimeout as pause } from 'node:timers/promises'
import type { APIContext } from 'astro'
import { describe, expect, it } from 'vitest'
import { ContentUnreachable, currentDrafts } from '#content/drafts.ts'
import { ContentError } from '#content/fields.ts'
import { onRequest } from '../../../src/middleware.ts'

const HTML = { headers: { 'content-type': 'text/html' } }
const preview = { path: '/news', until: new Date('2026-12-01T10:00:00Z') }

/** A page that is still rendered while it is sent, as Astro's are. */
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
  const context = { locals, url: new URL(path, 'https://www.halyard.example') }
  const rendered = await onRequest(context as unknown as APIContext, () =>
    Promise.resolve(next(context.locals)),
  )
  if (!(rendered instanceof Response)) throw new Error('The middleware answered nothing.')
  return rendered
}

describe('CMS-05 the middleware', () => {
  it('CMS-05 leaves public pages alone', async () => {
    const answer = new Response('x')
    expect(await run('/event/7', {}, () => answer)).toBe(answer)
    expect(await run('/_image', {}, () => answer)).toBe(answer)
  })

  it('CMS-05 has drafts until the last byte of a page is rendered', async () => {
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
    [new ContentError('homePage.heroTitle', 'a text'), { where: 'homePage.heroTitle' }],
    [new ContentUnreachable('Drafts cannot be read.'), 'unreachable'],
  ])(
    'CMS-05 renders again when the page says what lacks, even half-way: %s',
    async (fault, problem) => {
      const locals: { preview: typeof preview; drafts?: { problem: unknown } } = { preview }
      let times = 0
      const answer = await run('/preview/page', locals, () => {
        times += 1
        return streamed(() => {
          if (times === 1) throw fault
          return 'what to do'
        })
      })
      expect(await answer.text()).toBe('what to do')
      if (typeof problem === 'string') expect(locals.drafts?.problem).toBe(problem)
      else expect(locals.drafts?.problem).toMatchObject(problem)
    },
  )

  it('CMS-05 another fault stays one', async () => {
    const page = run('/preview/page', { preview }, () => {
      throw new TypeError('a fault of ours')
    })
    await expect(page).rejects.toThrow(TypeError)
  })

  it('CMS-05 keeps pictures out of shared caches, and files whole', async () => {
    const picture = new Response('png', {
      headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000' },
    })
    const answer = await run('/_image', { preview }, () => picture)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
    const file = new Response('pdf', { headers: { 'content-type': 'application/pdf' } })
    expect(await run('/preview/file', { preview }, () => file)).toBe(file)
  })
})
