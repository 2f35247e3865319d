import type { APIRoute } from 'astro'
import { sitemap } from '#site/seo/sitemap.ts'

export const prerender = false

/** The events for search engines: upcoming and not private. */
export const GET: APIRoute = async ({ site, locals }) => {
  const answer = await locals.services.events.list({})
  if (!answer.ok) throw new Error(answer.reason)
  const entries = answer.value.events
    .filter((event) => !event.is_private)
    .map(({ event_id }) => ({ url: new URL(`/event/${event_id}`, site).href }))
  return new Response(sitemap(entries), {
    headers: { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
  })
}
