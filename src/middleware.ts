import type { APIContext, MiddlewareHandler, MiddlewareNext } from 'astro'
import { ContentError } from '#content/read/content-error.ts'
import { ContentUnreachable, type Drafts, newDrafts, unfinishedOf } from '#content/read/drafts.ts'
import { withReading } from '#content/read/reading.ts'
import { reasonOf } from '#core/server/http/failure.ts'
import { isStaffPath } from '#staff/rules/pages.ts'
import { staffPage } from '#staff/server/http/staff-page.ts'

/** Renders the page completely before it is sent: Astro streams, so a content error would come after the status. */
async function whole(next: MiddlewareNext, ...path: Parameters<MiddlewareNext>): Promise<Response> {
  const response = await next(...path)
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  return isPage ? new Response(await response.text(), response) : response
}

/** Why drafts cannot be shown; rethrows other errors. */
function problemOf(error: unknown): NonNullable<Drafts['problem']> {
  if (error instanceof ContentError) return unfinishedOf(error)
  if (error instanceof ContentUnreachable) return 'unreachable'
  throw error
}

const PICTURES = '/_image'
/** sharp uses libuv's four threads, which also read the files of public pages. */
const PICTURES_AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<Value>(make: () => Promise<Value>): Promise<Value> {
  if (running < PICTURES_AT_ONCE) running += 1
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await make()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Astro's image endpoint: only with a preview pass, and only for images of the content. Anything else returns 404. */
async function picture({ locals, url }: APIContext, next: MiddlewareNext): Promise<Response> {
  const { preview, services } = locals
  const isOurs = preview && services.preview.isAsset('images', url.searchParams.get('href'))
  if (!isOurs) return new Response(null, { status: 404 })
  const response = await inTurn(next)
  // Astro sets "public" for a year: a shared cache would serve drafts to visitors.
  response.headers.set('cache-control', 'private, max-age=3600')
  return response
}

/** A page that cannot be shown now returns 503; Astro returns 500 for every error. */
async function unlessUnavailable(next: MiddlewareNext): Promise<Response> {
  try {
    return await next()
  } catch (error) {
    if (reasonOf(error) === 'failure') throw error
    return new Response(null, { status: 503 })
  }
}

/** Draft previews (CMS-05): pages rendered with a preview pass read drafts, and their images are not cached publicly. */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const { locals } = context
  // A rewrite keeps the address, and an unknown address has the pattern of the 404 page.
  if (isStaffPath(context.url.pathname) || isStaffPath(context.routePattern)) {
    return unlessUnavailable(() => staffPage(context, (...path) => whole(next, ...path)))
  }
  // The development server needs the image endpoint for every page.
  if (import.meta.env.DEV) return next()
  if (context.routePattern === PICTURES) return picture(context, next)
  if (locals.preview === undefined) return unlessUnavailable(next)
  const drafts = newDrafts()
  locals.drafts = drafts
  try {
    return await withReading(drafts, () => whole(next))
  } catch (error) {
    drafts.problem = problemOf(error)
    return whole(next)
  }
}
