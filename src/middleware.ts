import type { MiddlewareHandler, MiddlewareNext } from 'astro'
import {
  ContentUnreachable,
  type Drafts,
  newDrafts,
  unfinishedOf,
  withDrafts,
} from '#content/drafts.ts'
import { ContentError } from '#content/fields.ts'

/** The answer with all of its page: Astro asks for content while it sends, when it could no longer say that something lacks. */
async function whole(next: MiddlewareNext): Promise<Response> {
  const response = await next()
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  return isPage ? new Response(await response.text(), response) : response
}

/** Why drafts cannot be shown; throws what is another fault. */
function problemOf(error: unknown): NonNullable<Drafts['problem']> {
  if (error instanceof ContentError) return unfinishedOf(error)
  if (error instanceof ContentUnreachable) return 'unreachable'
  throw error
}

/** Draft previews (CMS-05): whatever renders for the holder of a pass reads drafts, and its pictures stay his. */
export const onRequest: MiddlewareHandler = async ({ locals, url }, next) => {
  if (locals.preview === undefined) return next()
  if (url.pathname === '/_image') {
    const response = await next()
    // Astro says "public" for a year; a shared cache would hand drafts to anybody.
    response.headers.set('cache-control', 'private, max-age=3600')
    return response
  }
  const drafts = newDrafts()
  locals.drafts = drafts
  try {
    return await withDrafts(drafts, () => whole(next))
  } catch (error) {
    drafts.problem = problemOf(error)
    return whole(next)
  }
}
