import { describe, expect, it } from 'vitest'
import { EMPTY_CONSENT } from '#booking/rules/consent.ts'
import { type FakeBrowser, fakeBrowser, ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { ANSWERS } from '#tests/unit/booking/store/samples.ts'

const PATH = '/test-consent?profile_id=41&test_date=2026-12-12'
const CHECK = 'GET /medical/test-consent'
const SEND = 'POST /medical/test-consent'

type Stores = typeof import('#booking/store/test-consent.ts') &
  Pick<typeof import('#booking/store/consent.ts'), 'consentForm'>

const load = async (): Promise<Stores> => ({
  ...(await import('#booking/store/test-consent.ts')),
  ...(await import('#booking/store/consent.ts')),
})

const fill = ({ consentForm }: Stores) => {
  for (const [name, value] of Object.entries(ANSWERS)) {
    consentForm.set(name as keyof typeof ANSWERS, value as never)
  }
}

async function open(
  over: Parameters<typeof fakeBrowser>[1] = {},
  path = PATH,
): Promise<Stores & { browser: FakeBrowser }> {
  const browser = fakeBrowser(path, {
    [CHECK]: ok({ test_date: '2026-12-12', agreed_at: null }),
    [SEND]: ok({ status: 'success', consent_id: crypto.randomUUID(), text_version: '1.0' }),
    ...over,
  })
  const stores = await load()
  stores.checkParameters()
  if (stores.$testConsent.get().step === 'loading') await stores.openTestConsent()
  return { browser, ...stores }
}

describe('the link', () => {
  it.each([
    '/test-consent',
    '/test-consent?profile_id=41',
    '/test-consent?test_date=2026-12-12',
    '/test-consent?profile_id=&test_date=2026-12-12',
    '/test-consent?profile_id=x&test_date=2026-12-12',
    '/test-consent?profile_id=41&test_date=2026-02-30',
  ])('CONS-04 %s is told as invalid, without a request', async (path) => {
    const { browser, $testConsent } = await open({}, path)
    expect($testConsent.get()).toEqual({ step: 'invalid' })
    expect(browser.sent).toEqual([])
  })

  it.each([
    ['forbidden', 403, 'invalid'],
    ['link-invalid', 403, 'invalid'],
    ['failure', 500, 'failed'],
  ])('CONS-04 the refusal %s of the link: %s', async (reason, status, step) => {
    const { $testConsent } = await open({ [CHECK]: refusal(status, reason) })
    expect($testConsent.get().step).toBe(step)
  })

  it('CONS-05 tells of an earlier consent for the same day', async () => {
    const { $testConsent } = await open({
      [CHECK]: ok({ test_date: '2026-12-12', agreed_at: '2026-11-20T23:30:00.000Z' }),
    })
    expect($testConsent.get()).toMatchObject({ step: 'form', agreedOn: '2026-11-20' })
  })
})

describe('Submit', () => {
  it('CONS-04 sends the answers once with profile and date, and then has no answers any more', async () => {
    const stores = await open()
    fill(stores)
    await Promise.all([stores.submitTestConsent(), stores.submitTestConsent()])
    const sent = stores.browser.sentTo(SEND)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toMatchObject({ profileId: 41, psaTestDate: '2026-12-12' })
    expect(stores.$testConsent.get()).toEqual({ step: 'done' })
    expect(stores.consentForm.$values.get()).toEqual(EMPTY_CONSENT)
    stores.leaveTestConsent()
    expect(stores.browser.left).toEqual(['/'])
  })

  it('CONS-02 CONS-04 an incomplete form shows its errors and sends nothing', async () => {
    const stores = await open()
    await stores.submitTestConsent()
    expect(stores.browser.sentTo(SEND)).toEqual([])
    expect(stores.consentForm.$submission.get()).toMatchObject({ step: 'refused' })
  })

  it.each([
    ['an error', refusal(500, 'failure'), 'Failed to save consent. Please try again.', 1],
    ['no answer', 'none' as const, 'An unexpected error occurred. Please try again.', 0],
    ['a limit', refusal(429, 'too-many-requests', 'Try again later.'), 'Try again later.', 1],
  ])('CONS-04 after %s the form stays with its answers', async (_title, reply, problem, logged) => {
    const stores = await open({ [SEND]: reply })
    fill(stores)
    await stores.submitTestConsent()
    expect(stores.$testConsent.get()).toMatchObject({ step: 'form', problem })
    expect(stores.consentForm.$values.get()).toEqual(ANSWERS)
    expect(stores.browser.sentTo('POST /logs/error')).toHaveLength(logged)
    expect(JSON.stringify(stores.browser.sentTo('POST /logs/error'))).not.toContain('CANARY')
  })

  it('CONS-04 without parameters it sends nothing and says so', async () => {
    const stores = await open()
    fill(stores)
    history.replaceState(null, '', '/test-consent')
    await stores.submitTestConsent()
    expect(stores.$testConsent.get()).toMatchObject({
      problem:
        'Missing profile or date information. Cannot submit consent form. Please re-login and try again.',
    })
    expect(stores.browser.sentTo(SEND)).toEqual([])
  })

  it('CONS-04 AUTH-07 a session that ends keeps the answers for the same patient and test, and for no other', async () => {
    const stores = await open()
    fill(stores)
    stores.browser.reload()
    const same = await load()
    await same.openTestConsent()
    expect(same.consentForm.$values.get()).toEqual(ANSWERS)
    history.replaceState(null, '', '/test-consent?profile_id=42&test_date=2026-12-12')
    stores.browser.reload()
    const other = await load()
    await other.openTestConsent()
    expect(other.consentForm.$values.get()).toEqual(EMPTY_CONSENT)
  })
})
