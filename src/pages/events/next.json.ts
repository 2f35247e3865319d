import type { APIRoute } from 'astro'
import { nextEvents } from '#components/events/next-events.ts'
import { countsUntil, eventFacts } from '#stores/events/event-facts.ts'

export const prerender = false

/** Number of events on the home page; SEE MORE links to the rest. */
const CARDS = 3

/**
 * The texts of the home page's next events (HOME-04). They are made on the server, by the rules of the list, so that the
 * page's script needs neither the contract's schemas nor the date rules: 16 kB less.
 */
export const GET: APIRoute = async ({ locals }) => {
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  const profileId = locals.session?.profileId ?? undefined
  const [answer, place] = await Promise.all([
    locals.services.events.list({}),
    profileId === undefined ? undefined : locals.services.holds.current({}, { profileId }),
  ])
  if (!answer.ok) return Response.json({ error: answer.reason }, { status: 503, headers })
  const now = new Date(answer.value.server_time)
  const events = answer.value.events.map((wire) => ({ wire, startsAt: countsUntil(wire) }))
  const cards = nextEvents(events, now, CARDS).map(({ wire }) =>
    eventFacts(wire, locals.settings.product, now, place?.ok ? place.value : undefined),
  )
  return Response.json({ cards }, { headers })
}
