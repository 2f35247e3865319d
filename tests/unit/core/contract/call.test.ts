import { describe, expect, it, vi } from 'vitest'
import { updateProfile } from '#account/contract/profiles.ts'
import { ENDPOINTS } from '#app/contract/all.ts'
import { createHold, releaseHold } from '#booking/contract/holds.ts'
import { MOST_TRIES, watchBusy } from '#core/contract/busy.ts'
import { call, callEvenSignedOut, requestOf } from '#core/contract/call.ts'
import { listEvents } from '#events/contract/events.ts'

const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))

const hold = {
  event_id: 1001,
  appt_date: '2026-12-01',
  appt_time: '09:00',
  idempotency_key: 'key-00000001',
}

describe('a call while the server is busy', () => {
  const busy = (retryAfter = '2') =>
    Response.json(
      { error: 'We are very busy.', status: 503, reason: 'busy' },
      { status: 503, headers: { 'retry-after': retryAfter } },
    )
  const released = { status: 'success' }

  /** Answers with each response in turn, and counts the calls. */
  function answers(...responses: (() => Response)[]) {
    const sent: RequestInit[] = []
    vi.useFakeTimers()
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      sent.push(init)
      const next = responses[Math.min(sent.length, responses.length) - 1]
      return Promise.resolve(next?.() ?? Response.error())
    })
    return sent
  }
  it('API-06 waits at least as long as the server says, sends the same again, and says so meanwhile', async () => {
    const sent = answers(busy, busy, () => Response.json(released))
    const said: boolean[] = []
    const stop = watchBusy((isWaiting) => said.push(isWaiting))
    const answer = call(releaseHold, { hold_id: '1' })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(sent).toHaveLength(1)
    expect(said).toEqual([true])
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await answer).ok).toBe(true)
    expect(sent).toHaveLength(3)
    expect({ ...sent[2], signal: null }).toEqual({ ...sent[0], signal: null })
    expect(said).toEqual([true, false, true, false])
    stop()
  })

  it('API-06 gives up after a number of tries, with the server’s text', async () => {
    const sent = answers(busy)
    const answer = call(releaseHold, { hold_id: '1' })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await answer).toMatchObject({ ok: false, reason: 'busy', text: 'We are very busy.' })
    expect(sent).toHaveLength(MOST_TRIES)
  })

  it('API-06 does not repeat another refusal, a wait without end, or a call of a page that is closed', async () => {
    const unavailable = () =>
      Response.json({ error: 'x', status: 503, reason: 'unavailable' }, { status: 503 })
    expect(answers(unavailable)).toHaveLength(0)
    expect(await call(releaseHold, { hold_id: '1' })).toMatchObject({ reason: 'unavailable' })
    answers(() => busy('3600'))
    expect(await call(releaseHold, { hold_id: '1' })).toMatchObject({ reason: 'busy' })
    answers(busy)
    const closing = await call(releaseHold, { hold_id: '1' }, { keepalive: true })
    expect(closing).toMatchObject({ reason: 'busy' })
  })
})

describe('a call of the contract', () => {
  it('API-06 drops undefined query values', () => {
    expect(requestOf(listEvents, { for: 'community', location: undefined, date: 'today' })).toEqual(
      {
        path: '/events?for=community&date=today',
      },
    )
  })

  it('API-06 sends values in path, query and body', () => {
    expect(requestOf(releaseHold, { hold_id: 'a/b' })).toEqual({
      path: '/holds/a%2Fb/release',
      body: '{}',
    })
    expect(requestOf(updateProfile, { email: 'a@b.example', nhs_number: '9990000018' })).toEqual({
      path: '/auth/profile?email=a%40b.example',
      body: '{"nhs_number":"9990000018"}',
    })
  })

  it('API-06 a refusal has its reason, its message and the invalid fields', async () => {
    answer(409, { error: 'Fully Booked', status: 409, reason: 'event-full', request_id: 'r' })
    expect(await call(createHold, hold)).toEqual({
      ok: false,
      reason: 'event-full',
      text: 'Fully Booked',
      fields: {},
    })
    answer(400, { error: 'Check', status: 400, reason: 'invalid', fields: { appt_date: 'wrong' } })
    expect(await call(createHold, hold)).toMatchObject({ fields: { appt_date: 'wrong' } })
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [429, 'too-many-requests'],
    [502, 'failure'],
    [503, 'unavailable'],
  ])('API-06 a %i with a page instead of JSON is %s', async (status, reason) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>No</h1>', { status })))
    expect(await callEvenSignedOut(createHold, hold)).toMatchObject({ ok: false, reason })
  })

  it('an undeclared reason is a failure', async () => {
    answer(409, { error: 'x', reason: 'made-up' })
    expect(await call(createHold, hold)).toMatchObject({ reason: 'failure' })
  })

  it('EVL-03 a response of another shape is Unexpected response format', async () => {
    answer(200, { events: 'none' })
    expect(await call(listEvents, {})).toMatchObject({ text: 'Unexpected response format' })
  })

  it('SITE-12 a server that never answers is given up after half a minute', async () => {
    const clock = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    const answer = call(listEvents, {})
    expect(timeout).toHaveBeenCalledExactlyOnceWith(30_000)
    clock.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    expect(await answer).toMatchObject({ ok: false, reason: 'network' })
    timeout.mockRestore()
  })

  it('no response is the reason network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    expect(await call(listEvents, {})).toMatchObject({ ok: false, reason: 'network' })
  })
})

describe('the contract as a whole', () => {
  it('names every endpoint once, with one method per path', () => {
    const names = ENDPOINTS.map(({ name }) => name)
    const addresses = ENDPOINTS.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('every refusal has a client-error status and a message', () => {
    for (const { reasons } of ENDPOINTS) {
      for (const { status, text } of Object.values(reasons)) {
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(text).not.toBe('')
      }
    }
  })
})
