import type { APIRoute } from 'astro'
import { nextCountOf, nextEvents } from '#events/components/next-events.ts'
import type { NextEvent } from '#events/components/upcoming-events.ts'
import { countsUntil, invites } from '#events/store/event-facts.ts'
import { listedEvents } from '#pages/_listed-events.ts'

export const prerender = false

/**
 * The texts of the next events on the home page (HOME-04) and in sections (CMS-21): `?count=`, three without it. They are made on the server, by the rules of the list, so that the
 * page's script needs neither the contract's schemas nor the date rules: 16 kB less.
 */
export const GET: APIRoute = async ({ locals, url }) => {
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  const listed = await listedEvents(locals)
  if (!listed.ok) return Response.json({ error: listed.reason }, { status: 503, headers })
  const events = listed.events.map((wire) => ({
    startsAt: countsUntil(wire),
    facts: listed.factsOf(wire),
  }))
  const count = nextCountOf(url.searchParams.get('count'))
  const next = nextEvents(events, listed.now, count, ({ facts }) => invites(facts))
  const cards: NextEvent[] = next.map(({ facts }) => facts)
  return Response.json({ cards }, { headers })
}
