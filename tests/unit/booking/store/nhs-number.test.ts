import { describe, expect, it, vi } from 'vitest'
import type { ProfileOnWire } from '#account/contract/profiles.ts'
import { type FakeBrowser, fakeBrowser, ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { session } from '#tests/unit/booking/store/samples.ts'

const NUMBER = '9434765919'
const SAVE = 'PATCH /auth/profile'
const profile = (over: Partial<ProfileOnWire> = {}): ProfileOnWire => ({
  ...session().session.profile,
  ...over,
})

type Store = typeof import('#booking/store/nhs-number.ts')

async function open(
  over: Parameters<typeof fakeBrowser>[1] = {},
  path = '/check-nhs-number?event=7',
): Promise<Store & { browser: FakeBrowser }> {
  const saved = { status: 'success', userProfile: profile({ nhs_number: NUMBER }) }
  const browser = fakeBrowser(path, {
    'GET /auth/session': ok(session()),
    [SAVE]: ok(saved),
    ...over,
  })
  return { browser, ...(await import('#booking/store/nhs-number.ts')) }
}

const type = ({ changeNhsNumber }: Store, number: string, confirmation = number) => {
  changeNhsNumber('nhs_number', number)
  changeNhsNumber('confirmation', confirmation)
}

describe('the fields', () => {
  it.each([
    ['943 476 5919', '9434765919', undefined],
    ['94x', '94', 'Please enter only digits (max 10).'],
    ['94347659191', '94347659191', 'Please enter only digits (max 10).'],
    ['9434765918', '9434765918', 'Enter a valid 10-digit NHS number.'],
    ['943', '943', undefined],
  ])('NHS-01 %s typed shows %s with the message %s', async (text, shown, error) => {
    const { changeNhsNumber, nhsNumberForm } = await open()
    changeNhsNumber('nhs_number', text)
    expect(nhsNumberForm.$values.get().nhs_number).toBe(shown)
    expect(nhsNumberForm.$errors.get().nhs_number).toBe(error)
  })

  it('NHS-01 too few digits are an error of the field when it is left', async () => {
    const { changeNhsNumber, leaveNhsNumber, nhsNumberForm } = await open()
    changeNhsNumber('nhs_number', '943')
    leaveNhsNumber('nhs_number')
    expect(nhsNumberForm.$errors.get().nhs_number).toBe('Enter a valid 10-digit NHS number.')
    changeNhsNumber('nhs_number', NUMBER)
    expect(nhsNumberForm.$errors.get()).toEqual({})
  })

  it('NHS-01 a confirmation that differs has its message, until one of the two is corrected', async () => {
    const store = await open()
    type(store, NUMBER, '9434765910')
    expect(store.nhsNumberForm.$errors.get()).toEqual({
      confirmation: 'NHS numbers do not match!',
    })
    store.changeNhsNumber('confirmation', NUMBER)
    expect(store.nhsNumberForm.$errors.get()).toEqual({})
    store.changeNhsNumber('nhs_number', '4010232137')
    expect(store.nhsNumberForm.$errors.get()).toHaveProperty('confirmation')
  })

  it.each([
    ['', '', false],
    [NUMBER, '', false],
    ['', NUMBER, false],
    ['943', '943', false],
    ['9434765918', '9434765918', false],
    ['94347659191', '94347659191', false],
    [NUMBER, '4010232137', false],
    [NUMBER, NUMBER, true],
  ])('NHS-01 Confirm with %s and %s can be pressed: %s', async (number, confirmation, expected) => {
    const store = await open()
    type(store, number, confirmation)
    expect(store.$canConfirm.get()).toBe(expected)
  })
})

describe('Confirm', () => {
  it('NHS-02 saves nothing but the number, once, and goes on to the booking', async () => {
    const store = await open()
    type(store, NUMBER)
    await Promise.all([store.confirmNhsNumber(profile()), store.confirmNhsNumber(profile())])
    expect(store.browser.sentTo(SAVE)).toMatchObject([
      {
        path: '/auth/profile?email=arthur%40example.org',
        body: { version: 1, nhs_number: NUMBER },
      },
    ])
    expect(store.browser.left).toEqual(['/book-event?event=7'])
    expect(store.nhsNumberForm.$values.get().nhs_number).toBe('')
  })

  it('NHS-02 a number that this tab knows is sent too: the server knows whether another tab changed it meanwhile', async () => {
    const store = await open({ [SAVE]: refusal(409, 'profile-changed', 'Changed meanwhile.') })
    type(store, NUMBER)
    await store.confirmNhsNumber(profile({ nhs_number: NUMBER }))
    expect(store.browser.sentTo(SAVE)).toMatchObject([{ body: { version: 1, nhs_number: NUMBER } }])
    expect(store.nhsNumberForm.$submission.get()).toMatchObject({ text: 'Changed meanwhile.' })
    expect(store.browser.left).toEqual([])
  })

  it('NHS-02 the stored user gets the number masked', async () => {
    const store = await open()
    const stored: Record<string, string> = {}
    vi.stubGlobal('localStorage', {
      setItem: (key: string, value: string) => Object.assign(stored, { [key]: value }),
      removeItem() {},
      getItem: (key: string) => stored[key] ?? null,
    })
    const { loadSession } = await import('#account/store/session.ts')
    await loadSession()
    type(store, NUMBER)
    await store.confirmNhsNumber(profile())
    expect(JSON.parse(stored['user'] ?? '{}')).toMatchObject({ nhsNumber: '••• ••• 5919' })
    expect(JSON.stringify(stored)).not.toContain(NUMBER)
  })

  it.each([
    ['a server error', refusal(500, 'failure', 'Try again.'), 'failed'],
    ['no answer', 'none' as const, 'failed'],
  ])('NHS-02 after %s the number stays and the error is logged', async (_, reply, step) => {
    const store = await open({ [SAVE]: reply })
    type(store, NUMBER)
    await store.confirmNhsNumber(profile())
    expect(store.nhsNumberForm.$submission.get().step).toBe(step)
    expect(store.nhsNumberForm.$values.get().nhs_number).toBe(NUMBER)
    expect(store.browser.left).toEqual([])
    expect(store.browser.sentTo('POST /logs/error')).toHaveLength(1)
    expect(JSON.stringify(store.browser.sentTo('POST /logs/error'))).not.toContain(NUMBER)
  })

  it('NHS-02 PORT-03 a profile that was changed meanwhile is read again, and the next Confirm names its version', async () => {
    const store = await open({ [SAVE]: refusal(409, 'profile-changed', 'Changed meanwhile.') })
    const { $session, loadSession } = await import('#account/store/session.ts')
    await loadSession()
    type(store, NUMBER)
    const newer = session()
    store.browser.answer(
      'GET /auth/session',
      ok({ session: { ...newer.session, profile: profile({ version: 2 }) } }),
    )
    await store.confirmNhsNumber(profile())
    expect(store.nhsNumberForm.$submission.get()).toMatchObject({ text: 'Changed meanwhile.' })
    expect(store.nhsNumberForm.$values.get().nhs_number).toBe(NUMBER)
    const known = $session.get()
    const fresh = known.state === 'signed-in' ? known.profile : null
    expect(fresh).toMatchObject({ version: 2 })
    store.browser.answer(
      SAVE,
      ok({ status: 'success', userProfile: profile({ nhs_number: NUMBER, version: 3 }) }),
    )
    if (fresh !== null) await store.confirmNhsNumber(fresh)
    expect(store.browser.sentTo(SAVE).map(({ body }) => body['version'])).toEqual([1, 2])
    expect(store.browser.left).toEqual(['/book-event?event=7'])
  })

  it.each(['', '?event=', '?event=abc', '?event=-1'])(
    'NHS-01 without an event it goes to /events: %s',
    async (query) => {
      const { browser, watchNhsNumber } = await open({}, `/check-nhs-number${query}`)
      watchNhsNumber()
      expect(browser.left).toEqual(['/events'])
    },
  )
})
