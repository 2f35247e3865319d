import { once } from 'node:events'
import { connect } from 'node:net'
import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_LIMITS, LISTENER_BUFFER_BYTES, QUERY_LIMITS } from '#local/lake/limits.ts'
import {
  clientFor,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from './test-lake.ts'

let running: TestLake
let origin: string
let staff: SanityClient

beforeAll(async () => {
  const queryLimits = { ...QUERY_LIMITS, visitor: { ...QUERY_LIMITS.visitor, listeners: 1 } }
  running = await startTestLake(temporaryFolder(), undefined, { queryLimits })
  origin = running.lake.origin
  staff = clientFor(origin, TEST_TOKEN)
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

const LISTEN = '/v2026-11-01/data/listen/production?query=*'
const write = (text: string) => staff.createOrReplace({ _id: 'large', _type: 'large', text })

describe('what a caller may send and hold is bounded', () => {
  it('CMS-10 a listener that does not read is closed, and loses nothing while it reads', async () => {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.write(`GET ${LISTEN} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    expect((await fetch(origin + LISTEN)).status).toBe(503)
    const text = 'x'.repeat(1_000_000)
    // Twice the limit, and what the operating system buffers on both sides.
    for (let sent = 0; sent < 6 * LISTENER_BUFFER_BYTES; sent += 2 * text.length) await write(text)
    const again = await fetch(origin + LISTEN)
    expect(again.status).toBe(200)
    await again.body?.cancel()
    socket.destroy()
  })

  it('CMS-10 a listener that reads gets every change in order', async () => {
    const answer = await fetch(`${origin}${LISTEN}&includeMutations=false&includeResult=true`)
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    for (let n = 0; n < 30; n += 1) await write(`text ${n}.`)
    let heard = ''
    while (!heard.includes('text 29.'))
      heard += decoder.decode((await reader.read()).value, { stream: true })
    const numbers = [...heard.matchAll(/text (\d+)\./g)].map(([, n]) => Number(n))
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, n) => n))
    await reader.cancel()
  })

  it('CMS-10 an anonymous query may be shorter than one of staff', async () => {
    const body = JSON.stringify({ query: '*', params: { a: 'x'.repeat(BODY_LIMITS.visitorJson) } })
    const url = `${origin}/v2026-11-01/data/query/production`
    expect((await fetch(url, { method: 'POST', body })).status).toBe(413)
    const headers = { authorization: `Bearer ${TEST_TOKEN}` }
    expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200)
  })

  it('CMS-10 a document is sent once however often its id is asked', async () => {
    const ids = Array.from({ length: 1_000 }, () => 'large').join(',')
    const answer = await fetch(`${origin}/v1/data/doc/production/${ids}`)
    expect(((await answer.json()) as { documents: unknown[] }).documents).toHaveLength(1)
  })

  it('CMS-10 the settings of the Studio are bounded; the oldest are removed', async () => {
    const headers = { authorization: `Bearer ${TEST_TOKEN}` }
    const url = `${origin}/v1/users/me/keyvalue`
    const value = 'x'.repeat(49_000)
    for (let round = 0; round < 3; round += 1) {
      const pairs = Array.from({ length: 20 }, (_, n) => ({ key: `${round}-${n}`, value }))
      const put = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(pairs) })
      expect(put.status).toBe(200)
    }
    const kept = await fetch(`${url}/0-0,2-19`, { headers })
    expect(await kept.json()).toEqual([
      { key: '0-0', value: null },
      { key: '2-19', value },
    ])
  })
})
