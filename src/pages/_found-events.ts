import type { Found } from '#content/rules/search.ts'
import { liveFinder } from '#content/server/site-search.ts'
import { listedEvents } from '#pages/_listed-events.ts'

const findAmong = liveFinder()

/**
 * The listed events that have the words, the best first (SITE-17); undefined while they cannot be read. Events change without a build, so
 * they are not in its index: the list, which all visitors get, is indexed when it has changed.
 */
export async function foundEvents(
  locals: Parameters<typeof listedEvents>[0],
  words: string,
): Promise<readonly Found[] | undefined> {
  const listed = await listedEvents(locals)
  if (!listed.ok) return
  const events = listed.events.map(listed.factsOf).filter(({ state }) => state !== 'passed')
  const find = findAmong(
    events.map(({ eventId, name, date, where, town, description = '', product }) => ({
      path: `/event/${eventId}`,
      title: name,
      description: where === '' ? date : `${date}, ${where}`,
      text: `${town} ${product} ${description}`,
    })),
  )
  return find(words)
}
