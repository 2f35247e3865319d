import { describe, expect, it } from 'vitest'
import { currentPath, goTo, loginPathFor, nextPath, withNext } from '#core/store/navigation.ts'
import { openBrowser } from '#tests/unit/account/store/browser.ts'

describe('navigation', () => {
  it('AUTH-01 EVD-06 accepts only a path of this site as the next page', () => {
    openBrowser('/login?next=%2Fbook-event%3Fevent%3D7')
    expect(nextPath()).toBe('/book-event?event=7')
    openBrowser('/login?next=https%3A%2F%2Felsewhere.example')
    expect(nextPath()).toBeUndefined()
    openBrowser('/login')
    expect(nextPath()).toBeUndefined()
  })

  it('AUTH-08 passes the present address to /login, without its fragment', () => {
    openBrowser('/book-event?event=7#token=secret')
    expect(loginPathFor(currentPath())).toBe('/login?next=%2Fbook-event%3Fevent%3D7')
    expect(loginPathFor('/login')).toBe('/login')
    expect(withNext('/signup', undefined)).toBe('/signup')
  })

  it('goes to a path, or replaces the present page', () => {
    const browser = openBrowser('/')
    goTo('/portal')
    goTo('/login', { replace: true })
    expect(browser.went).toEqual(['/portal', '/login'])
  })
})
