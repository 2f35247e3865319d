import type { Queries } from '#core/server/database/database.ts'
import { type Block, link, text } from '#core/server/mail/letter.ts'
import { isTold } from '#events/rules/event-notices.ts'
import { listEvents } from '#events/server/database/events.ts'

/** Whether a public event can be booked at `now`. */
export const hasOpenEvents = async (db: Queries, now: Date): Promise<boolean> =>
  (await listEvents(db, { now })).some((event) => isTold(event, now))

/** Invites with these words to book, when an event can be booked at the time of writing; otherwise says that none can. */
export function invitation(
  { siteUrl, isOpen }: { readonly siteUrl: string; readonly isOpen: boolean },
  words: string,
): Block[] {
  const list = `${siteUrl}/book-event-main`
  if (!isOpen) {
    return [
      text('No event can be booked at the moment. New dates are added all the time.'),
      link('See the list of events', list),
    ]
  }
  return [text(words), link('Book an event', list)]
}
