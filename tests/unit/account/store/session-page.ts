import { markerFor, openBrowser } from '#tests/unit/account/store/browser.ts'

/** A page that was just opened: its own copy of the store. */
export async function openSession(address: string, session: object | null) {
  const browser = openBrowser(address)
  browser.answers('GET /auth/session', { session })
  if (session !== null) browser.page.marker = markerFor('2026-11-22T12:30:00Z')
  const store = await import('#account/store/session.ts')
  const events: string[] = []
  store.onSessionEvent((event) => events.push(event))
  return { browser, store, events }
}

/** The stored user of `aProfile`. */
export const STORED = {
  profileId: 104,
  email: 'james@example.org',
  firstName: 'James Arthur',
  lastName: 'Barnes',
  nhsNumber: '••• ••• 5919',
}
