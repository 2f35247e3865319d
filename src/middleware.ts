import type { APIContext, MiddlewareHandler, MiddlewareNext } from 'astro'
import { forgetContent } from '#content/client.ts'
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

const PICTURES = '/_image'
/** Making a picture takes one of the four threads that files are read with as well; visitors come first. */
const PICTURES_AT_ONCE = 2
let making = 0
const waiting: (() => void)[] = []

async function inTurn<Value>(make: () => Promise<Value>): Promise<Value> {
  if (making < PICTURES_AT_ONCE) making += 1
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await make()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else making -= 1
  }
}

/**
 * Astro's picture service is for who holds a pass, and for the content's pictures: not there for anybody else, however
 * the address is spelt.
 */
async function picture({ locals, url }: APIContext, next: MiddlewareNext): Promise<Response> {
  const { preview, services } = locals
  const isOurs = preview && services.preview.isAsset('images', url.searchParams.get('href'))
  if (!isOurs) return new Response(null, { status: 404 })
  const response = await inTurn(next)
  // Astro says "public" for a year; a shared cache would hand drafts to anybody.
  response.headers.set('cache-control', 'private, max-age=3600')
  return response
}

/** Draft previews (CMS-05): whatever renders for the holder of a pass reads drafts, and its pictures stay his. */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const { locals } = context
  if (import.meta.env.DEV) {
    // The development server runs on while content changes, and makes every picture with the service.
    forgetContent()
    return next()
  }
  if (context.routePattern === PICTURES) return picture(context, next)
  if (locals.preview === undefined) return next()
  const drafts = newDrafts()
  locals.drafts = drafts
  try {
    return await withDrafts(drafts, () => whole(next))
  } catch (error) {
    drafts.problem = problemOf(error)
    return whole(next)
  }
}
