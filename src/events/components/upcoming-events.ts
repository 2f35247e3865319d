import { followOwnPlace } from '#events/components/follow-own-place.ts'

/** An event as `/events/next.json` describes it. */
export type NextEvent = {
  readonly eventId: number
  readonly name: string
  readonly product: string
  readonly dateBlock: { readonly weekday: string; readonly day: string; readonly month: string }
  readonly datetime: string
  readonly date: string
  readonly times: string
  readonly where: string
  readonly price: string | undefined
  readonly places: string
  readonly waiting?: string
  readonly isPrivate: boolean
  readonly isWithheld: boolean
  readonly state: string
  readonly label: string
  readonly own?: {
    readonly text: string
    readonly action: string
    readonly href: string
    readonly secondsLeft?: number | undefined
  }
}

/** The parts of a card that this event does not have. */
const missingParts = (card: NextEvent): string[] => [
  ...(card.isPrivate ? [] : ['private']),
  ...(card.waiting === undefined || card.own !== undefined ? ['waiting'] : []),
  ...(card.isWithheld ? ['times-part', 'product', 'price-part', 'places'] : []),
]

/** Made here: an empty `time` in the template would not be valid HTML. */
function dateElement({ date, datetime }: NextEvent): HTMLTimeElement {
  const element = document.createElement('time')
  element.dateTime = datetime
  element.textContent = date
  return element
}

function fill(template: HTMLTemplateElement, card: NextEvent): Node {
  const copy = template.content.cloneNode(true) as DocumentFragment
  const slot = (name: string) => copy.querySelector<HTMLElement>(`[data-slot="${name}"]`)
  const write = (name: string, text: string) => slot(name)?.replaceChildren(text)

  for (const [name, text] of Object.entries(card.dateBlock)) write(name, text)
  for (const name of ['times', 'where', 'product', 'places'] as const) {
    write(name, card[name])
  }
  write('waiting', card.waiting ?? '')
  write('title', card.name)
  write('price', card.price ?? 'Free')
  write('book-name', ` ${card.name}`)
  write('state', card.own?.text ?? card.label)
  slot('date')?.replaceChildren(dateElement(card))
  for (const name of ['title', 'book']) slot(name)?.setAttribute('href', `/event/${card.eventId}`)
  for (const name of missingParts(card)) slot(name)?.remove()
  if (card.own !== undefined) {
    const { action, href } = card.own
    const [label] = slot('book')?.childNodes ?? []
    label?.replaceWith(action)
    slot('book')?.setAttribute('href', href)
    slot('places')?.remove()
  } else if (card.state === 'open') slot('state')?.remove()
  else {
    slot('card')?.setAttribute('data-state', 'closed')
    for (const name of ['places', 'book']) slot(name)?.remove()
  }
  return copy
}

/** The cards of `events/next.json`; undefined when the request failed. No schema: the response is our own server's. */
async function fetchCards(count: string): Promise<readonly NextEvent[] | undefined> {
  try {
    const response = await fetch(`/events/next.json?count=${count}`)
    const { cards } = (await response.json()) as { cards?: unknown }
    return response.ok && Array.isArray(cards) ? cards : undefined
  } catch {
    return undefined
  }
}

/**
 * Fetches the events and shows them in `section`, or its failure message (HOME-04). It reads them again when the patient's own place
 * may have changed: after a signal of another tab, at the end of a hold, and when the page is used again (BOOK-06).
 */
export async function showUpcomingEvents(section: HTMLElement): Promise<void> {
  const list = section.querySelector('[data-list]')
  const template = section.querySelector<HTMLTemplateElement>('template[data-event-card]')
  const say = (what: 'none' | 'failure', isShown: boolean) => {
    const words = section.querySelector<HTMLElement>(`[data-say="${what}"]`)
    if (words !== null) words.hidden = !isShown
  }
  let shown: string | undefined
  let endOfHold: ReturnType<typeof setTimeout> | undefined

  const show = async (): Promise<void> => {
    const cards = await fetchCards(section.dataset['upcomingEvents'] ?? '')
    section.querySelector('[data-loading]')?.remove()
    say('failure', cards === undefined && shown === undefined)
    if (cards === undefined || list === null || template === null) return
    clearTimeout(endOfHold)
    const left = cards.find(({ own }) => own?.secondsLeft !== undefined)?.own?.secondsLeft
    if (left !== undefined) endOfHold = setTimeout(show, (left + 1) * 1000)
    // Unchanged cards stay, with the focus that may be in them. The seconds of a hold are not shown.
    const texts = JSON.stringify(cards, (key, value) => (key === 'secondsLeft' ? undefined : value))
    if (texts === shown) return
    shown = texts
    list.replaceChildren(...cards.map((card) => fill(template, card)))
    say('none', cards.length === 0)
  }

  followOwnPlace(show)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void show()
  })
  await show()
}
