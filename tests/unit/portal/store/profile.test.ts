import { beforeEach, describe, expect, it } from 'vitest'
import { startAtNoon } from '#tests/unit/account/store/browser.ts'
import { answered, kept, open, READ, SAVE, STORED } from '#tests/unit/portal/store/profile-page.ts'

beforeEach(startAtNoon)
describe('editing the details', () => {
  it('PORT-02 PORT-03 sends what differs with the version, updates the stored user and returns to the card', async () => {
    const { browser, store, saved, session } = await open()
    store.startEditing()
    expect(store.profileForm.$values.get()).toMatchObject({
      firstName: 'James Arthur',
      homeAddress1: '1 Quay Street',
      homePostCode: 'YO21 3EN',
      isBillingHome: true,
      isNhsOpen: false,
    })
    store.changeProfileForm('lastName', 'Barns')
    store.changeProfileForm('homeAddress2', 'Flat 2')
    const changed = { ...STORED, last_name: 'Barns', version: 4 }
    browser.answers(SAVE, answered(changed))
    await Promise.all([store.saveProfile(), store.saveProfile()])
    const address = '1 Quay Street, Flat 2, YO21 3EN, United Kingdom'
    expect(saved()).toEqual([
      { version: 3, last_name: 'Barns', home_address: address, billing_address: address },
    ])
    expect(store.$profileView.get()).toEqual({ step: 'reading', isSaved: true })
    expect(session.$session.get()).toMatchObject({ profile: { last_name: 'Barns', version: 4 } })
    expect(browser.storedUser()).toMatchObject({ lastName: 'Barns' })
    expect(kept()).toBeUndefined()
  })

  it('PORT-02 Cancel changes nothing and forgets what was typed; a save without a change asks nothing', async () => {
    const { store, saved } = await open()
    store.startEditing()
    store.changeProfileForm('lastName', 'Barns')
    store.cancelEditing()
    expect(kept()).toBeUndefined()
    store.startEditing()
    expect(store.profileForm.$values.get().lastName).toBe('Barnes')
    await store.saveProfile()
    expect(saved()).toEqual([])
    expect(store.$profileView.get()).toMatchObject({ step: 'reading' })
  })

  it.each([
    ['a refusal', { status: 500, reason: 'failure', error: 'x' }, 'Failed to update profile'],
    ['no answer', undefined, 'Error occurred while updating profile'],
  ])(
    'PORT-02 PORT-03 after %s the form keeps what was typed, says so, and logs %s',
    async (_, reply, message) => {
      const { browser, store, logged } = await open()
      store.startEditing()
      store.changeProfileForm('phone', '+447700900999')
      if (reply === undefined) browser.isSilentOn(SAVE)
      else browser.answers(SAVE, reply)
      await store.saveProfile()
      expect(store.$profileView.get().step).toBe('editing')
      expect(store.profileForm.$submission.get()).toMatchObject({
        step: 'failed',
        text: expect.stringContaining('What you typed is still here'),
      })
      expect(store.profileForm.$values.get().phone).toBe('+447700900999')
      expect(logged()).toEqual([
        { errorMessage: message, description: 'Profile Update Failed', fields: [] },
      ])
    },
  )

  it('PORT-03 messages of the server are at their fields', async () => {
    const { browser, store, logged } = await open()
    store.startEditing()
    store.changeProfileForm('occupation', 'Sailor')
    const fields = { occupation: 'Remove the characters that cannot be shown.', nhs_number: 'No.' }
    browser.answers(SAVE, { status: 400, reason: 'invalid', error: 'x', fields })
    await store.saveProfile()
    expect(store.profileForm.$errors.get()).toEqual({ occupation: fields.occupation, nhs: 'No.' })
    expect(logged()).toMatchObject([{ fields: ['occupation', 'nhs_number'] }])
  })
})

describe('a form that was left open', () => {
  it('PORT-03 survives the end of a session and a reload, without the NHS number', async () => {
    const first = await open()
    first.store.startEditing()
    first.store.changeProfileForm('phone', '+447700900999')
    first.store.changeProfileForm('isNhsOpen', true)
    first.store.changeProfileForm('nhs', '9990000018')
    const left = kept()
    expect(left).not.toMatch(/9990000018|9434765919/)

    startAtNoon()
    const { store } = await open(STORED, left)
    expect(store.$profileView.get().step).toBe('editing')
    expect(store.profileForm.$values.get()).toMatchObject({
      phone: '+447700900999',
      isNhsOpen: true,
      nhs: '9434765919',
    })
    expect(store.profileForm.$errors.get().nhs).toContain('enter it again')
  })

  it('PORT-03 is not shown to another patient, and a sign-out or an entry of another shape removes it', async () => {
    const first = await open()
    first.store.startEditing()
    first.store.changeProfileForm('phone', '+447700900999')
    const left = kept()
    for (const [profile, entry] of [
      [{ ...STORED, profileId: 105 }, left],
      [STORED, '{"profileId":104,"version":3,"values":{"phone":1}}'],
    ] as const) {
      startAtNoon()
      const { store } = await open(profile, entry)
      expect(store.$profileView.get().step).toBe('reading')
    }
    startAtNoon()
    const { browser, session } = await open(STORED, left)
    browser.answers('POST /auth/sign-out', { status: 'success' })
    await session.signOut()
    expect(kept()).toBeUndefined()
  })
})

describe('while a save runs', () => {
  it('PORT-03 nothing can be typed that would be lost', async () => {
    const { store, browser } = await open()
    store.startEditing()
    store.changeProfileForm('phone', '+447700900999')
    browser.isSilentOn(SAVE)
    const saving = store.saveProfile()
    store.changeProfileForm('lastName', 'Barns')
    await saving
    expect(store.profileForm.$values.get()).toMatchObject({
      phone: '+447700900999',
      lastName: 'Barnes',
    })
    store.changeProfileForm('lastName', 'Barns')
    expect(store.profileForm.$values.get().lastName).toBe('Barns')
  })
})

describe('a save from an older version', () => {
  const meanwhile = {
    ...STORED,
    version: 4,
    phone: '+447700900555',
    occupation: 'Sailor',
  }
  const refusal = { status: 409, reason: 'profile-changed', error: 'changed' }

  async function refused() {
    const page = await open()
    page.store.startEditing()
    page.store.changeProfileForm('phone', '+447700900999')
    page.store.changeProfileForm('lastName', 'Barns')
    page.browser.answers(SAVE, refusal)
    page.browser.answers(READ, { userProfile: meanwhile })
    await page.store.saveProfile()
    return page
  }

  it('PORT-03 shows both values of what both changed, takes over the rest, and waits for the choice', async () => {
    const { store, saved, logged } = await refused()
    expect(store.$profileView.get()).toEqual({
      step: 'editing',
      conflicts: [{ name: 'phone', saved: '+447700900555', mine: '+447700900999', choice: '' }],
    })
    expect(store.profileForm.$values.get()).toMatchObject({
      lastName: 'Barns',
      occupation: 'Sailor',
    })
    await store.saveProfile()
    expect(saved()).toHaveLength(1)
    expect(logged()).toEqual([])
    // Each attempt says which choice is missing.
    expect(store.$profileView.get()).toMatchObject({ refusals: 1 })
    await store.saveProfile()
    expect(store.$profileView.get()).toMatchObject({ refusals: 2 })
  })

  it.each([
    ['mine', { version: 4, last_name: 'Barns', phone: '+447700900999' }],
    ['saved', { version: 4, last_name: 'Barns' }],
  ] as const)('PORT-03 then saves the choice "%s" on the newer version', async (choice, sent) => {
    const { browser, store, saved } = await refused()
    store.chooseValue('phone', choice === 'mine' ? 'saved' : 'mine')
    store.chooseValue('phone', choice)
    browser.answers(SAVE, answered({ ...meanwhile, version: 5 }))
    await store.saveProfile()
    expect(saved().at(-1)).toEqual(sent)
    expect(store.$profileView.get()).toEqual({ step: 'reading', isSaved: true })
  })

  it('PORT-03 after a reload the conflict is found again', async () => {
    await refused()
    const left = kept()
    startAtNoon()
    const { browser, store } = await open(meanwhile, left)
    browser.answers(SAVE, refusal)
    browser.answers(READ, { userProfile: meanwhile })
    await store.saveProfile()
    expect(store.$profileView.get()).toMatchObject({ conflicts: [{ name: 'phone' }] })
  })
})
