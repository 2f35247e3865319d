import type { EventFacts } from '#stores/events/event-facts.ts'

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
  write('state', card.own?.text ?? card.label)
  slot('date')?.setAttribute('datetime', card.datetime)
  for (const name of ['title', 'book']) slot(name)?.setAttribute('href', `/event/${card.eventId}`)
  if (!card.isPrivate) slot('private')?.remove()
  const isOpen = card.state === 'open' && card.own === undefined
  if (!isOpen && card.own === undefined) slot('card')?.setAttribute('data-state', 'closed')
  for (const name of isOpen ? ['state'] : ['places', 'book']) slot(name)?.remove()
  return copy
}

/** The cards of `events/next.json`; undefined when the request failed. No schema: the response is our own server's. */
async function fetchCards(): Promise<readonly EventFacts[] | undefined> {
  try {
    const response = await fetch('/events/next.json')
    const { cards } = (await response.json()) as { cards?: unknown }
    return response.ok && Array.isArray(cards) ? cards : undefined
  } catch {
    return undefined
  }
}

/** Fetches the events and shows them in `section`, or its failure message (HOME-04). */
export async function showUpcomingEvents(section: HTMLElement): Promise<void> {
  const list = section.querySelector('[data-list]')
  const template = section.querySelector<HTMLTemplateElement>('template[data-event-card]')
  const say = (what: 'none' | 'failure') => {
    const words = section.querySelector<HTMLElement>(`[data-say="${what}"]`)
    if (words !== null) words.hidden = false
  }

  const cards = await fetchCards()
  section.querySelector('[data-loading]')?.remove()
  if (cards === undefined) return say('failure')
  if (list === null || template === null) return
  list.replaceChildren(...cards.map((card) => fill(template, card)))
  if (cards.length === 0) say('none')
}
