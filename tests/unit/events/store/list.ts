import { vi } from 'vitest'
import { fakeBrowser, ok } from '#tests/unit/booking/store/browser.ts'
import { settle } from '#tests/unit/booking/store/journey.ts'
import { type event, SERVER_NOW } from '#tests/unit/booking/store/samples.ts'

/** The response to `GET /events`. */
export const list = (...events: ReturnType<typeof event>[]) =>
  ok({ events, server_time: SERVER_NOW })

type Routes = Parameters<typeof fakeBrowser>[1]

/** Opens a page with the list of events and waits until its requests are answered. */
export async function openList(
  path: string,
  reply: Routes[string],
  {
    cookie = '',
    routes = {},
    stored = {},
  }: { cookie?: string; routes?: Routes; stored?: Readonly<Record<string, string>> } = {},
) {
  vi.useFakeTimers({ now: new Date(SERVER_NOW) })
  const browser = fakeBrowser(path, { 'GET /events': reply, ...routes })
  Object.assign(document, { cookie })
  Object.assign(localStorage, { getItem: (key: string) => stored[key] ?? null })
  const [events, filter] = await Promise.all([
    import('#events/store/events.ts'),
    import('#events/store/event-filter.ts'),
  ])
  const stop = events.openEvents('Halyard')
  await settle()
  return { browser, stop, ...events, ...filter }
}
