import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { patientFetch } from '../../../studio/connection.ts'

const ORIGIN = 'http://127.0.0.1:4000'
const READ = `${ORIGIN}/v1/data/doc/production/image-1`
const ACTIONS = `${ORIGIN}/v1/data/actions/production`
const typed = { method: 'POST', body: JSON.stringify({ actions: [], transactionId: 'typed-1' }) }
const published = { method: 'POST', body: JSON.stringify({ actions: [] }) }
const lostConnection = () => Promise.reject(new TypeError('Failed to fetch'))
const answer = (status: number, body = {}) => Promise.resolve(Response.json(body, { status }))

/** What the store answers to each request, in order; the last one also to the following. */
let answers: (() => Promise<Response>)[]
/** The requests that were sent, without those that only ask whether the store is back. */
let sent: string[]
let waits: number
let isBack: boolean
/** Whether the store accepts requests and answers none. */
let isSilent: boolean
let patient: typeof fetch

async function silence(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (!String(input).endsWith('/ping')) sent.push(new URL(String(input)).pathname)
  const { promise, reject } = Promise.withResolvers<Response>()
  init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
  return await promise
}

beforeEach(async () => {
  answers = [() => answer(200)]
  sent = []
  waits = 0
  isBack = true
  isSilent = false
  // The module keeps one state for the tab.
  vi.resetModules()
  const loaded = (await import('../../../studio/connection.ts')) as {
    patientFetch: typeof patientFetch
  }
  const store = async (input: RequestInfo | URL, init?: RequestInit) => {
    if (isSilent) return await silence(input, init)
    if (String(input).endsWith('/ping')) return isBack ? await answer(200) : await lostConnection()
    sent.push(new URL(String(input)).pathname)
    const next = answers.length > 1 ? answers.shift() : answers[0]
    return await (next ?? lostConnection)()
  }
  patient = loaded.patientFetch(store, ORIGIN, async () => {
    waits += 1
    if (waits > 3) isBack = true
  })
})

describe('CMS-15 a request of the Studio while the connection is lost', () => {
  it.each([
    ['a read', READ, {}],
    ['a long query', `${ORIGIN}/v1/data/query/production`, { method: 'POST', body: '{}' }],
    ['what is typed', ACTIONS, typed],
  ])('%s is repeated until the store answers', async (_, url, init) => {
    isBack = false
    answers = [lostConnection, lostConnection, () => answer(503), () => answer(200)]
    expect((await patient(url, init)).status).toBe(200)
    expect(sent).toHaveLength(4)
    expect(waits).toBeGreaterThan(3)
  })

  it('what was typed is not committed twice when only its answer was lost', async () => {
    const refusal = { error: { items: [{ error: { type: 'transactionAlreadyExistsError' } }] } }
    answers = [lostConnection, () => answer(409, refusal)]
    expect((await patient(ACTIONS, typed)).status).toBe(200)
    answers = [() => answer(409, refusal)]
    expect((await patient(ACTIONS, typed)).status, 'the first time, it is a conflict').toBe(409)
  })

  it('any other change is sent once, after the wait for a connection that is known to be lost', async () => {
    answers = [lostConnection]
    isBack = false
    await expect(patient(ACTIONS, published)).rejects.toThrow('Failed to fetch')
    expect(sent).toHaveLength(1)
    answers = [() => answer(200)]
    expect((await patient(ACTIONS, published)).status).toBe(200)
    expect([sent.length, waits]).toEqual([2, 4])
  })

  it('a refusal is not repeated, nor is a request to another server', async () => {
    answers = [() => answer(404)]
    expect((await patient(READ)).status).toBe(404)
    answers = [lostConnection]
    await expect(patient('https://other.example/data')).rejects.toThrow('Failed to fetch')
    expect(sent).toHaveLength(2)
  })

  it('a server that accepts requests and answers none is a lost connection', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const ending = new AbortController()
      setTimeout(() => ending.abort(), ms)
      return ending.signal
    })
    isSilent = true
    void patient(READ)
    // Ten seconds until it is asked whether it answers, and ten for that answer.
    await vi.advanceTimersByTimeAsync(20_000)
    const waiting = patient(ACTIONS, published)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent, 'a change waits while the connection is lost').toHaveLength(1)
    isSilent = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await waiting).status).toBe(200)
  })

  it('a request that always fails while the store answers others ends with its error', async () => {
    answers = [lostConnection]
    await expect(patient(READ)).rejects.toThrow('Failed to fetch')
    expect(sent).toHaveLength(5)
    answers = [() => answer(200)]
    expect((await patient(ACTIONS, published)).status).toBe(200)
    expect(waits, 'no connection was lost').toBe(4)
  })

  it('an answer whose body was lost is asked for again', async () => {
    const half = () => {
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode('{"a":')),
        pull: (stream) => stream.error(new TypeError('network error')),
      })
      return Promise.resolve(new Response(body))
    }
    answers = [half, () => answer(200, { a: 1 })]
    expect(await (await patient(READ)).json()).toEqual({ a: 1 })
    answers = [() => Promise.resolve(new Response(null, { status: 204 }))]
    expect((await patient(READ)).status).toBe(204)
  })

  it('a request that nothing needs any more ends', async () => {
    isBack = false
    answers = [lostConnection]
    const ending = new AbortController()
    const asked = patient(READ, { signal: ending.signal })
    ending.abort()
    await expect(asked).rejects.toThrow()
    expect(sent).toHaveLength(1)
  })
})
