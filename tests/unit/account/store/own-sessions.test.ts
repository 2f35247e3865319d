import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '#tests/unit/account/store/browser.ts'

beforeEach(() => vi.resetModules())
const HERE = '6f6a1a5e-7a51-4a8e-9a3e-0d8a3a7f1c11'
const ELSEWHERE = '6f6a1a5e-7a51-4a8e-9a3e-0d8a3a7f1c12'

const row = (id: string, current: boolean) => ({
  session_id: id,
  started_at: '2026-11-22T11:00:00.000Z',
  last_used_at: '2026-11-22T12:00:00.000Z',
  device: 'Firefox on Windows',
  current,
})

async function open() {
  const browser = openBrowser('/upcoming-events')
  browser.answers('GET /auth/sessions', { sessions: [row(HERE, true), row(ELSEWHERE, false)] })
  const store = await import('#account/store/own-sessions.ts')
  await store.loadOwnSessions()
  return { browser, store }
}

describe('the list of own sessions', () => {
  it('AUTH-11 ends one of them', async () => {
    const { browser, store } = await open()
    browser.answers(`DELETE /auth/sessions/${ELSEWHERE}`, { status: 'success' })
    await store.endOwnSession(ELSEWHERE)
    expect(store.$ownSessions.get()).toMatchObject({
      sessions: [{ session_id: HERE }],
      message: { kind: 'success' },
    })
  })

  it('AUTH-11 keeps the list and shows an error when ending a session fails', async () => {
    const { browser, store } = await open()
    browser.isSilentOn(`DELETE /auth/sessions/${ELSEWHERE}`)
    await store.endOwnSession(ELSEWHERE)
    const own = store.$ownSessions.get()
    expect(own).toMatchObject({ message: { kind: 'error' } })
    expect(own.state === 'ready' && own.sessions).toHaveLength(2)
  })
})
