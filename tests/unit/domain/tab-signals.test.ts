import { describe, expect, it } from 'vitest'
import { ANSWER_KEYS, forgetAfterSignOut, TAB_SIGNALS } from '#domain/tab-signals.ts'

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const typed = { booking: '{}', consent: '{"numberOfPsaTest":"2"}', theme: 'kept' }

describe('a sign-out in another tab', () => {
  it('AUTH-07 removes the booking and the answers, once', () => {
    const tab = storage(typed)
    const browser = storage({ [TAB_SIGNALS.signedOut]: '7' })
    forgetAfterSignOut(tab, browser)
    expect(tab.getItem('theme')).toBe('kept')
    for (const key of Object.values(ANSWER_KEYS)) expect(tab.getItem(key)).toBeNull()
    tab.setItem('consent', 'typed after the next sign-in')
    forgetAfterSignOut(tab, browser)
    expect(tab.getItem('consent')).toBe('typed after the next sign-in')
    forgetAfterSignOut(tab, storage({ [TAB_SIGNALS.signedOut]: '8' }))
    expect(tab.getItem('consent')).toBeNull()
  })

  it('AUTH-07 without a sign-out the answers stay, also after an expired session', () => {
    const tab = storage(typed)
    forgetAfterSignOut(tab, storage())
    expect(Object.fromEntries(tab.kept)).toEqual(typed)
  })
})
