import { describe, expect, it } from 'vitest'
import { currentMark } from '#site/shell/navigation.ts'

describe('the navigation', () => {
  it('SITE-05 marks only the page itself and its section', () => {
    expect(currentMark('/events', '/events', '/events')).toBe('page')
    expect(currentMark('/events', '/events/seminar-talks', '/events/seminar-talks')).toBe('true')
    expect(currentMark('/events', '/book-event-main', '/events')).toBe('true')
    expect(currentMark('/', '/events', '/events')).toBeUndefined()
    expect(currentMark('/', '/', '/')).toBe('page')
    expect(currentMark(undefined, '/events', '/events')).toBeUndefined()
    expect(currentMark('/news', '/newsletter', '/newsletter')).toBeUndefined()
  })
})
