import type { APIRoute } from 'astro'
import { nextEvents } from '#events/components/next-events.ts'
import { countsUntil, invites } from '#events/store/event-facts.ts'
import { listedEvents } from '#pages/_listed-events.ts'

export const prerender = false

/** Number of events on the home page; SEE MORE links to the rest. */
const CARDS = 3

/**
 * The texts of the home page's next events (HOME-04). They are made on the server, by the rules of the list, so that the
 * page's script needs neither the contract's schemas nor the date rules: 16 kB less.
 */
export const GET: APIRoute = async ({ locals }) => {
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  const listed = await listedEvents(locals)
  if (!listed.ok) return Response.json({ error: listed.reason }, { status: 503, headers })
  const events = listed.events.map((wire) => ({
    startsAt: countsUntil(wire),
    facts: listed.factsOf(wire),
  }))
  const next = nextEvents(events, listed.now, CARDS, ({ facts }) => invites(facts))
  const cards = next.map(({ facts }) => facts)
  return Response.json({ cards }, { headers })
}
