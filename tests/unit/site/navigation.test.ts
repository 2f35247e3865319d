import { describe, expect, it } from 'vitest'
import { currentMark, mainLinks } from '#site/shell/navigation.ts'

describe('the navigation', () => {
  it('SITE-03 has five main links, each sub-link on a named section of its own page', () => {
    const links = mainLinks('Halyard', 'halyard')
    expect(links.map(({ label }) => label)).toEqual([
      'HOME',
      'ABOUT US',
      'EVENTS',
      'INFORMATION HUB',
      'NEWS',
    ])
    for (const { href, sub } of links) {
      for (const link of sub) expect(link.href.startsWith(`${href}#`)).toBe(true)
    }
    expect(links[1]?.sub[0]).toEqual({ label: 'About Halyard', href: '/about-us#about-halyard' })
  })

  it('SITE-05 marks only the page itself and its section', () => {
    expect(currentMark('/events', '/events', '/events')).toBe('page')
    expect(currentMark('/events', '/events/seminar-talks', '/events/seminar-talks')).toBe('true')
    expect(currentMark('/events', '/book-event-main', '/events')).toBe('true')
    expect(currentMark('/', '/events', '/events')).toBeUndefined()
    expect(currentMark('/', '/', '/')).toBe('page')
    expect(currentMark('/news', '/newsletter', '/newsletter')).toBeUndefined()
  })
})
