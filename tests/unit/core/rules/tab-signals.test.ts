import { describe, expect, it } from 'vitest'
import { keptIn } from '#account/store/origin.ts'
import { clearAfterSignOut, clearTyped, TAB_SIGNALS } from '#core/rules/tab-signals.ts'

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const typed = {
  booking: '{}',
  consent: '{"numberOfPsaTest":"2"}',
  reschedule: '{"choice":{"date":"2026-12-12","time":"09:20"}}',
  profile: '{"version":1}',
  'sign-up': '{"firstName":"James Arthur"}',
  'sign-in': '{"email":"james@example.org"}',
  theme: 'kept',
}

describe('a sign-out in another tab', () => {
  it('AUTH-07 removes the booking, the answers and the account forms, once', () => {
    const tab = storage(typed)
    const browser = storage({ [TAB_SIGNALS.signedOut]: '7' })
    clearAfterSignOut(tab, browser)
    expect([...tab.kept.keys()]).toEqual(['theme', TAB_SIGNALS.signedOut])
    tab.setItem('consent', 'typed after the next sign-in')
    clearAfterSignOut(tab, browser)
    expect(tab.getItem('consent')).toBe('typed after the next sign-in')
    clearAfterSignOut(tab, storage({ [TAB_SIGNALS.signedOut]: '8' }))
    expect(tab.getItem('consent')).toBeNull()
  })

  it('AUTH-07 without a sign-out the answers stay, also after an expired session', () => {
    const tab = storage(typed)
    clearAfterSignOut(tab, storage())
    expect(Object.fromEntries(tab.kept)).toEqual(typed)
  })
})

it('AUTH-07 a sign-out in this tab removes all that was typed in it', () => {
  const tab = storage(typed)
  clearTyped(tab)
  expect(Object.fromEntries(tab.kept)).toEqual({ theme: 'kept' })
})

describe('answers that a tab keeps', () => {
  it.each([
    ['nothing', {}, 'nothing'],
    ['an event without a chosen time', { booking: '{"profileId":104,"eventId":7}' }, 'nothing'],
    ['an unreadable booking', { booking: '{' }, 'nothing'],
    ['only account forms', { 'sign-up': '{}', 'sign-in': '{}' }, 'nothing'],
    ['a chosen time', { booking: '{"choice":{"date":"2026-12-12","time":"09:20"}}' }, 'answers'],
    ['a chosen new time', { reschedule: '{"profileId":104}' }, 'answers'],
    ['a change of the details that is not saved (PORT-03)', { profile: '{}' }, 'typed'],
    ['consent answers and such a change', { consent: '{}', profile: '{}' }, 'answers'],
    ['consent answers', { consent: '{"numberOfPsaTest":"2"}' }, 'answers'],
  ])('AUTH-07 %s', (_title, entries: Record<string, string>, expected) => {
    expect(keptIn(storage(entries))).toBe(expected)
  })
})
