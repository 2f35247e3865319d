import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  aProfile,
  aSession,
  closeBrowser,
  markerFor,
  startAtNoon,
} from '#tests/unit/stores/account/browser.ts'
import { openSession, STORED } from '#tests/unit/stores/account/session-page.ts'

beforeEach(startAtNoon)
afterEach(closeBrowser)

describe('two tabs', () => {
  it('AUTH-07 a sign-out in the other tab signs out here and leaves a guarded page', async () => {
    const { browser, store, events } = await openSession('/upcoming-events', aSession())
    await store.requireSession()
    browser.page.marker = ''
    browser.otherTabStores(null)
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.went).toEqual(['/login?next=%2Fupcoming-events'])
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
  })

  it('AUTH-07 a sign-out signal of the other tab signs out here at once, and is no ended session', async () => {
    const { browser, store } = await openSession('/upcoming-events', aSession())
    await store.requireSession()
    browser.otherTabSignals('signed-out')
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.went).toEqual(['/login?next=%2Fupcoming-events'])
    expect(localStorage.getItem('session-ended')).toBeNull()
  })

  it('AUTH-07 a public page stays when the session has ended', async () => {
    const { browser, store } = await openSession('/', aSession())
    await store.loadSession()
    browser.page.marker = ''
    browser.comesBack()
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.went).toEqual([])
  })

  it('AUTH-07 a sign-in in the other tab signs in here', async () => {
    const { browser, store, events } = await openSession('/', null)
    await store.loadSession()
    browser.page.marker = markerFor('2026-11-22T12:30:00Z')
    browser.answers('GET /auth/session', { session: aSession() })
    browser.otherTabStores(STORED)
    await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']))
  })

  it('AUTH-07 another user in the other tab becomes the user here', async () => {
    const { browser, store } = await openSession('/', aSession())
    await store.loadSession()
    const other = aProfile({ profileId: 105, first_name: 'Peter' })
    const userId = '7f6a1a5e-7a51-4a8e-9a3e-0d8a3a7f1c12'
    browser.answers('GET /auth/session', { session: aSession({ user_id: userId, profile: other }) })
    browser.otherTabStores({ ...STORED, profileId: 105 })
    await vi.waitFor(() => expect(store.$session.get()).toMatchObject({ userId }))
    expect(browser.storedUser()).toMatchObject({ profileId: 105, firstName: 'Peter' })
  })
})
