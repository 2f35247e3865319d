import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession, markerFor, openBrowser } from '#tests/unit/account/store/browser.ts'

beforeEach(() => vi.resetModules())
async function open(address: string, session: object | null = null) {
  const browser = openBrowser(address)
  browser.answers('GET /auth/session', { session })
  const store = await import('#account/store/sign-in.ts')
  await store.arriveAtSignIn()
  return { browser, store, form: store.signInForm }
}

type Form = Awaited<ReturnType<typeof open>>['form']

function fill(form: Form) {
  form.set('email', ' James@Example.org ')
  form.set('password', 'open sesame')
}

describe('/login', () => {
  it('AUTH-01 goes to the origin after submitting', async () => {
    const { browser, store, form } = await open('/login?next=%2Fbook-event%3Fevent%3D7')
    browser.answers('POST /auth/sign-in', aSession())
    fill(form)
    await store.signIn()
    expect(browser.went).toEqual(['/book-event?event=7'])
    expect(browser.storedUser()).toMatchObject({ profileId: 104 })
  })

  it('AUTH-01 goes to /medical-results when there is no origin, and clears the form', async () => {
    const { browser, store, form } = await open('/login')
    browser.answers('POST /auth/sign-in', aSession())
    fill(form)
    await store.signIn()
    expect(browser.went).toEqual(['/medical-results'])
    expect(form.$values.get()).toEqual({ email: '', password: '' })
    expect(sessionStorage['sign-in']).toBeUndefined()
  })

  it('AUTH-07 removes a sign-up form that was kept in this tab', async () => {
    const { browser, store, form } = await open('/login')
    sessionStorage.setItem('sign-up', '{"firstName":"James Arthur"}')
    browser.answers('POST /auth/sign-in', aSession())
    fill(form)
    await store.signIn()
    expect(sessionStorage['sign-up']).toBeUndefined()
  })

  it('AUTH-18 says that the browser blocks cookies, and goes nowhere, when it has not kept the session', async () => {
    const { browser, store, form } = await open('/login?next=%2Fportal')
    browser.answers('POST /auth/sign-in', aSession())
    browser.page.blocksCookies = true
    fill(form)
    await store.signIn()
    const text = expect.stringContaining('Please allow cookies for this website')
    expect(form.$submission.get()).toMatchObject({ step: 'failed', text })
    expect(browser.went).toEqual([])
    expect(browser.storedUser()).toBeNull()
  })

  it('AUTH-18 goes on when only the marker is missing and the server has the session', async () => {
    const { browser, store, form } = await open('/login')
    browser.answers('POST /auth/sign-in', aSession())
    browser.answers('GET /auth/session', { session: aSession() })
    browser.page.blocksCookies = true
    fill(form)
    await store.signIn()
    expect(browser.went).toEqual(['/medical-results'])
  })

  it('AUTH-01 shows the provider’s message', async () => {
    const { browser, store, form } = await open('/login')
    const error = 'Invalid login credentials'
    browser.answers('POST /auth/sign-in', { status: 400, reason: 'sign-in-refused', error })
    fill(form)
    await store.signIn()
    expect(form.$submission.get()).toMatchObject({ step: 'failed', text: error })
    expect(browser.went).toEqual([])
    await store.signIn()
    expect(form.$submission.get()).toMatchObject({ step: 'failed', attempt: 2 })
  })

  it('AUTH-01 sends nothing while a field is invalid, and a change clears its error', async () => {
    const { browser, store, form } = await open('/login')
    form.set('email', 'james')
    await store.signIn()
    expect(Object.keys(form.$errors.get())).toEqual(['email', 'password'])
    expect(form.$submission.get()).toEqual({ step: 'refused', attempt: 1 })
    form.set('email', 'james@example.org')
    expect(Object.keys(form.$errors.get())).toEqual(['password'])
    expect(browser.asked()).toEqual(['GET /auth/session'])
  })

  it('AUTH-01 a double click signs in once', async () => {
    const { browser, store, form } = await open('/login')
    browser.answers('POST /auth/sign-in', aSession())
    fill(form)
    await Promise.all([store.signIn(), store.signIn()])
    await store.signIn()
    expect(browser.asked()).toEqual(['GET /auth/session', 'POST /auth/sign-in'])
  })

  it('AUTH-01 arriving signed in goes to the origin, else to /', async () => {
    expect((await open('/login', aSession())).browser.went).toEqual(['/'])
    vi.resetModules()
    const { browser } = await open('/login?next=%2Fportal', aSession())
    expect(browser.went).toEqual(['/portal'])
  })

  it('AUTH-04 a user without a profile goes to /signup with the origin', async () => {
    const { browser, store, form } = await open('/login?next=%2Fportal')
    browser.answers('POST /auth/sign-in', aSession({ profile: null }))
    fill(form)
    await store.signIn()
    expect(browser.went).toEqual(['/signup?next=%2Fportal'])
  })

  it('AUTH-07 leaves when another tab signs in', async () => {
    const { browser, store } = await open('/login?next=%2Fportal')
    const stop = store.openSignIn()
    browser.page.marker = markerFor('2026-11-22T12:30:00Z')
    browser.answers('GET /auth/session', { session: aSession() })
    browser.otherTabStores({ profileId: 104 })
    await vi.waitFor(() => expect(browser.went).toEqual(['/portal']))
    stop()
  })

  it('AUTH-01 keeps the e-mail address over a reload, but never the password', async () => {
    const { form } = await open('/login')
    fill(form)
    expect(JSON.parse(sessionStorage['sign-in'])).toEqual({ email: ' James@Example.org ' })
    vi.resetModules()
    const again = await import('#account/store/sign-in.ts')
    expect(again.signInForm.$values.get()).toEqual({ email: ' James@Example.org ', password: '' })
  })
})
