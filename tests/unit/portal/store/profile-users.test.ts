import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession, startAtNoon } from '#tests/unit/account/store/browser.ts'
import {
  answered,
  kept,
  open,
  type Page,
  SAVE,
  STORED,
} from '#tests/unit/portal/store/profile-page.ts'

beforeEach(startAtNoon)
describe('a page of one patient with another signed in', () => {
  const OTHER = {
    ...STORED,
    profileId: 105,
    user_id: '7f6a1a5e-7a51-4a8e-9a3e-0d8a3a7f1c12',
    email: 'peter@example.org',
    version: 8,
  }
  const OTHERS = aSession({ user_id: OTHER.user_id, email: OTHER.email, profile: OTHER })

  /** The first patient has typed; their page stays open. */
  async function typed() {
    const page = await open()
    await page.session.requireSession()
    page.store.startEditing()
    page.store.changeProfileForm('phone', '+447700900999')
    page.browser.answers(SAVE, answered(OTHER))
    return page
  }

  it.each([
    ['in another tab', (page: Page) => page.browser.otherTabStores({ profileId: 105 })],
    ['before Back', (page: Page) => page.browser.isRestored()],
  ])(
    'AUTH-07 PORT-03 who signed in %s: nothing of the first is shown or saved',
    async (_, arrive) => {
      const page = await typed()
      page.browser.answers('GET /auth/session', { session: OTHERS })
      arrive(page)
      expect(page.session.$session.get()).toEqual({ state: 'loading' })
      await vi.waitFor(() => expect(page.browser.went).toEqual(['/portal']))
      await page.store.saveProfile()
      expect(page.saved()).toEqual([])
      expect(page.session.$session.get()).toEqual({ state: 'loading' })
    },
  )

  it('PORT-03 the form of the first is closed and emptied, also without a reload', async () => {
    const page = await open()
    page.store.startEditing()
    page.store.changeProfileForm('phone', '+447700900999')
    page.session.enterSession(OTHERS)
    page.store.openProfile()
    expect(page.store.$profileView.get().step).toBe('reading')
    expect(page.store.profileForm.$values.get()).toEqual(page.store.profileForm.initial)
    expect(kept()).toBeUndefined()
    page.store.startEditing()
    page.browser.answers(SAVE, answered(OTHER))
    await page.store.saveProfile()
    expect(page.saved()).toEqual([])
  })

  it('PORT-03 Back after an own sign-out shows nothing of what was typed before', async () => {
    const page = await typed()
    page.browser.answers('POST /auth/sign-out', { status: 'success' })
    await page.session.signOut()
    page.browser.isRestored()
    await vi.waitFor(() => expect(page.session.$session.get().state).toBe('signed-in'))
    page.store.openProfile()
    expect(page.store.$profileView.get().step).toBe('reading')
    expect(page.store.profileForm.$values.get()).toEqual(page.store.profileForm.initial)
  })

  it('PORT-03 Back of the same patient finds the form as it was, with the number', async () => {
    const page = await typed()
    page.store.changeProfileForm('isNhsOpen', true)
    page.store.changeProfileForm('nhs', '9990000018')
    page.browser.isRestored()
    await vi.waitFor(() => expect(page.session.$session.get().state).toBe('signed-in'))
    page.store.openProfile()
    expect(page.store.profileForm.$values.get()).toMatchObject({
      phone: '+447700900999',
      nhs: '9990000018',
    })
  })
})
