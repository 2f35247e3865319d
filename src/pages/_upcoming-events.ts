import { nextEvents } from '#components/next-events.ts'
import { call } from '#contract/call.ts'
import { listEvents } from '#contract/events.ts'
import { type EventFacts, eventFacts } from '#stores/event-facts.ts'

/** How many events the home page shows; SEE MORE leads to the rest. */
const CARDS = 3

function fill(template: HTMLTemplateElement, card: EventFacts): Node {
  const copy = template.content.cloneNode(true) as DocumentFragment
  const slot = (name: string) => copy.querySelector<HTMLElement>(`[data-slot="${name}"]`)
  const write = (name: string, text: string) => slot(name)?.replaceChildren(text)

  for (const [name, text] of Object.entries(card.dateBlock)) write(name, text)
  for (const name of ['date', 'times', 'where', 'product', 'places'] as const) {
    write(name, card[name])
  }
  write('title', card.name)
  write('price', card.price ?? 'Free')
  write('book-name', ` ${card.name}`)
  write('state', card.label)
  slot('date')?.setAttribute('datetime', card.datetime)
  for (const name of ['title', 'book']) slot(name)?.setAttribute('href', `/event/${card.eventId}`)
  if (!card.isPrivate) slot('private')?.remove()
  const isOpen = card.state === 'open'
  if (!isOpen) slot('card')?.setAttribute('data-state', 'closed')
  for (const name of isOpen ? ['state'] : ['places', 'book']) slot(name)?.remove()
  return copy
}

/** Fetches the events and shows them in `section`; when that fails, its sentence for this case (HOME-04). */
export async function showUpcomingEvents(section: HTMLElement): Promise<void> {
  const list = section.querySelector('[data-list]')
  const template = section.querySelector<HTMLTemplateElement>('template[data-event-card]')
  const say = (what: 'none' | 'failure') => {
    const words = section.querySelector<HTMLElement>(`[data-say="${what}"]`)
    if (words !== null) words.hidden = false
  }

  const answer = await call(listEvents, {})
  section.querySelector('[data-loading]')?.remove()
  if (!answer.ok) return say('failure')
  if (list === null || template === null) return
  const now = new Date(answer.value.server_time)
  const product = section.dataset['product'] ?? ''
  const events = answer.value.events.map((wire) => ({ wire, startsAt: new Date(wire.starts_at) }))
  const cards = nextEvents(events, now, CARDS).map(({ wire }) =>
    fill(template, eventFacts(wire, product, now)),
  )
  list.replaceChildren(...cards)
  if (cards.length === 0) say('none')
}
