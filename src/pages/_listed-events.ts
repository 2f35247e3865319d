import type { VisibleEventOnWire } from '#events/contract/events.ts'
import { type EventFacts, eventFacts } from '#events/store/event-facts.ts'

type Locals = Pick<App.Locals, 'services' | 'session' | 'settings'>

/** The listed events as everybody gets them, and what is shown of one to this visitor, whose own place comes first (BOOK-06). */
export async function listedEvents({ services, session, settings }: Locals) {
  const profileId = session?.profileId ?? undefined
  const [answer, place] = await Promise.all([
    services.events.list({}),
    profileId === undefined ? undefined : services.holds.current({}, { profileId }),
  ])
  if (!answer.ok) return answer
  const now = new Date(answer.value.server_time)
  const own = place?.ok ? place.value : undefined
  return {
    ok: true as const,
    now,
    events: answer.value.events,
    factsOf: (event: VisibleEventOnWire): EventFacts =>
      eventFacts(event, settings.product, now, own),
  }
}
