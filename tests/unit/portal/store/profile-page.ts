import { PROFILE_FORM_KEY } from '#core/rules/tab-signals.ts'
import { aProfile, aSession, markerFor, openBrowser } from '#tests/unit/account/store/browser.ts'

export const SAVE = 'PATCH /auth/profile'
export const READ = 'GET /auth/profile'
const BILLING = '1 Quay Street, YO21 3EN, United Kingdom'
export const STORED = aProfile({ version: 3, billing_address: BILLING })

export async function open(profile = STORED, kept?: string) {
  const browser = openBrowser('/portal')
  if (kept !== undefined) sessionStorage.setItem(PROFILE_FORM_KEY, kept)
  browser.answers('GET /auth/session', { session: aSession({ profile }) })
  browser.answers('POST /logs/error', { status: 'success' })
  browser.page.marker = markerFor('2026-11-22T12:30:00Z')
  const session = await import('#account/store/session.ts')
  const store = await import('#account/store/profile.ts')
  await session.loadSession()
  store.openProfile()
  const saved = () =>
    browser.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  const logged = () =>
    browser.sent.filter(({ path }) => path.endsWith('/logs/error')).map(({ body }) => body)
  return { browser, session, store, saved, logged }
}

export type Page = Awaited<ReturnType<typeof open>>

const ok = (profile: object) => ({ userProfile: profile, status: 'success' })
export const answered = (profile: object) => new Response(JSON.stringify(ok(profile)))
export const kept = () => sessionStorage.getItem(PROFILE_FORM_KEY) ?? undefined
