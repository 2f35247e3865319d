import { describe, expect, it, vi } from 'vitest'
import { type FakeBrowser, fakeBrowser, ok, refusal } from '#tests/unit/booking/store/browser.ts'

const ID = '0d8f2f36-0000-4000-8000-000000000001'
const LIST = 'GET /medical/results/41'
const READ = `POST /medical/results/41/${ID}/read`
const LETTER = `GET /medical/results/41/${ID}/letter`
const READ_AT = '2026-11-22T09:00:00.000Z'

const item = (over: object = {}) => ({
  appointment: {
    event_name: 'Harbour Hall',
    product_name: 'Total PSA Test',
    event_date: '2026-11-05',
  },
  result: {
    test_result: '1.20',
    test_unit: 'ng/mL',
    comments: null,
    sample_date: '2026-11-05',
    sample_time: '10:20',
    result_id: ID,
    state: 'released',
    says: 'all',
    test: 'Total PSA Test',
    reference: null,
    laboratory: 'Eastmoor Pathology',
    light: 'green',
    risk_group: 'low',
    retest_on: null,
    retest_state: null,
    corrected: false,
    round: 1,
    released_at: '2026-11-12T09:00:00.000Z',
    read_at: null,
    ...over,
  },
  waiting: null,
})
const SHOWN = { result_id: ID, round: 1 }
const items = (...data: object[]) => ok({ data })

async function open(
  over: Parameters<typeof fakeBrowser>[1] = {},
): Promise<typeof import('#results/store/results.ts') & { browser: FakeBrowser }> {
  const browser = fakeBrowser('/medical-results', { [LIST]: items(item()), ...over })
  const stores = await import('#results/store/results.ts')
  await stores.loadResults(41)
  return { browser, ...stores }
}

describe('the list', () => {
  it('RES-01 AUTH-12 shows what the server answers, a refusal for an unconfirmed address, and other failures with their text', async () => {
    const { browser, $results, loadResults } = await open()
    expect($results.get()).toMatchObject({ state: 'loaded', items: [item()] })
    browser.answer(LIST, refusal(403, 'email-not-verified'))
    await loadResults(41)
    expect($results.get()).toEqual({ state: 'not-verified' })
    browser.answer(LIST, refusal(429, 'too-many-requests', 'Try again in 3 minutes.'))
    await loadResults(41)
    expect($results.get()).toEqual({ state: 'failed', text: 'Try again in 3 minutes.' })
  })

  it('RES-05 the answer to an outdated request is dropped', async () => {
    const { browser, $results, loadResults } = await open()
    let answerFirst = () => {}
    browser.answer(
      LIST,
      () => new Promise((resolve) => (answerFirst = () => resolve(items(item())))),
    )
    const first = loadResults(41)
    await vi.waitFor(() => expect(browser.sentTo(LIST)).toHaveLength(2))
    browser.answer(LIST, items(item({ state: 'withheld', test_result: null })))
    await loadResults(41)
    answerFirst()
    await first
    expect($results.get()).toMatchObject({ items: [{ result: { state: 'withheld' } }] })
  })
})

describe('the buttons of a result', () => {
  it('RES-02 I have read this is sent once for two clicks, and the time is shown', async () => {
    const { browser, $results, confirmRead } = await open({
      [READ]: ok({ status: 'success', read_at: READ_AT }),
    })
    await Promise.all([confirmRead(41, SHOWN), confirmRead(41, SHOWN)])
    expect(browser.sentTo(READ)).toHaveLength(1)
    expect($results.get()).toMatchObject({ items: [{ result: { read_at: READ_AT } }] })
  })

  it('RES-02 a list that was requested before I have read this does not show the result as unread', async () => {
    const { browser, $results, loadResults, confirmRead } = await open({
      [READ]: ok({ status: 'success', read_at: READ_AT }),
    })
    let answerList = () => {}
    browser.answer(
      LIST,
      () => new Promise((resolve) => (answerList = () => resolve(items(item())))),
    )
    const reload = loadResults(41)
    await vi.waitFor(() => expect(browser.sentTo(LIST)).toHaveLength(2))
    await confirmRead(41, SHOWN)
    answerList()
    await reload
    expect($results.get()).toMatchObject({ items: [{ result: { read_at: READ_AT } }] })
  })

  it('RES-02 a result that was judged again is shown as it is now, unread, and says that it changed', async () => {
    const { browser, $results, $actions, actionOf, confirmRead } = await open({
      [READ]: refusal(409, 'result-changed', 'Please read it again.'),
    })
    browser.answer(LIST, items(item({ light: 'red', round: 2 })))
    await confirmRead(41, SHOWN)
    expect(browser.sentTo(READ)).toMatchObject([{ body: { round: 1 } }])
    expect($results.get()).toMatchObject({
      items: [{ result: { light: 'red', round: 2, read_at: null } }],
    })
    expect(actionOf($actions.get(), 'read', ID).text).toBe('Please read it again.')
  })

  it('RES-05 a result that is gone is loaded again; a failure is told at its button', async () => {
    const { browser, $results, $actions, actionOf, confirmRead } = await open({
      [READ]: refusal(404, 'result-not-found'),
    })
    browser.answer(LIST, items(item({ state: 'withheld', test_result: null })))
    await confirmRead(41, SHOWN)
    expect($results.get()).toMatchObject({ items: [{ result: { state: 'withheld' } }] })
    browser.answer(READ, 'none')
    await confirmRead(41, SHOWN)
    expect(actionOf($actions.get(), 'read', ID)).toEqual({
      isBusy: false,
      text: 'We could not store that. Please try again.',
    })
  })

  it('RES-04 a letter that cannot be loaded, or is no PDF, says so at its button', async () => {
    const { browser, $actions, actionOf, loadLetter } = await open({
      [LETTER]: refusal(503, 'unavailable'),
    })
    const failed = { isBusy: false, text: 'The letter could not be downloaded. Please try again.' }
    expect(await loadLetter(41, ID)).toBeUndefined()
    expect(actionOf($actions.get(), 'letter', ID)).toEqual(failed)
    browser.answer(LETTER, ok({ page: 'of a proxy' }))
    expect(await loadLetter(41, ID)).toBeUndefined()
    expect(actionOf($actions.get(), 'letter', ID)).toEqual(failed)
  })
})
