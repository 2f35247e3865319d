import type { APIRoute } from 'astro'
import { nextEvents } from '#components/events/next-events.ts'
import { eventFacts } from '#stores/events/event-facts.ts'

export const prerender = false

/** How many events the home page shows; SEE MORE leads to the rest. */
const CARDS = 3

/**
 * The words of the home page's next events (HOME-04). They are made here, by the rules that the list itself follows, so
 * that the page's script carries neither the contract's schemas nor the rules of time: 16 kB that nobody there needs.
 */
export const GET: APIRoute = async ({ locals }) => {
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  const answer = await locals.services.events.list({})
  if (!answer.ok) return Response.json({ error: answer.reason }, { status: 503, headers })
  const now = new Date(answer.value.server_time)
  const events = answer.value.events.map((wire) => ({ wire, startsAt: new Date(wire.starts_at) }))
  const cards = nextEvents(events, now, CARDS).map(({ wire }) =>
    eventFacts(wire, locals.settings.product, now),
  )
  return Response.json({ cards }, { headers })
}
