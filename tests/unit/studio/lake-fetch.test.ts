import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { lakeFetch } from '../../../studio/lake-fetch.ts'

const ORIGIN = 'http://127.0.0.1:4000'
const LISTENER = `${ORIGIN}/v1/data/listen/production?query=*`

/** A socket that opens when the test says so, and records what was sent. */
class TestSocket extends EventTarget {
  static readonly OPEN = 1
  static last: TestSocket
  readyState = 0
  readonly sent: { id: number; url?: string }[] = []
  constructor() {
    super()
    TestSocket.last = this
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  open() {
    this.readyState = TestSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
}

let fetchListener: (signal: AbortSignal) => Promise<Response>

beforeEach(async () => {
  vi.stubGlobal('WebSocket', TestSocket)
  // The module keeps one socket for the tab.
  vi.resetModules()
  const loaded = (await import('../../../studio/lake-fetch.ts')) as { lakeFetch: typeof lakeFetch }
  const listen = loaded.lakeFetch(ORIGIN)
  fetchListener = (signal) => listen(LISTENER, { signal })
})

/** The listeners that the lake still has. */
const open = () =>
  TestSocket.last.sent
    .filter(({ url }) => url !== undefined)
    .filter(({ id }) => !TestSocket.last.sent.some((order) => order.id === id && !order.url))

describe('a listener of the Studio', () => {
  it('CMS-02 is closed in the lake when it is aborted', async () => {
    const ending = new AbortController()
    const listening = fetchListener(ending.signal)
    TestSocket.last.open()
    expect((await listening).headers.get('content-type')).toBe('text/event-stream')
    expect(open()).toHaveLength(1)
    ending.abort()
    expect(open()).toEqual([])
  })

  it('CMS-02 that is aborted while the socket opens is not opened in the lake, and others are', async () => {
    const ending = new AbortController()
    const aborted = fetchListener(ending.signal)
    const other = fetchListener(new AbortController().signal)
    ending.abort()
    TestSocket.last.open()
    await expect(aborted).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
    await other
    expect(open()).toHaveLength(1)
  })
})
