import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  leftAddresses,
  leftOutDocuments,
  leftOutRedirects,
  type Redirect,
  redirectsTo,
  resolveRedirects,
} from '#content/rules/redirects.ts'

const PAGES = ['/', '/news/a', '/news/b']
const isPage = (path: string) => PAGES.includes(path)
const resolve = (given: Redirect[]) => resolveRedirects(given, isPage)

describe('the redirects of a release', () => {
  it.each<[string, Redirect[], Redirect[]]>([
    ['to a page', [{ from: '/old', to: '/news/a' }], [{ from: '/old', to: '/news/a' }]],
    [
      'with an anchor',
      [{ from: '/old', to: '/news/a#top' }],
      [{ from: '/old', to: '/news/a#top' }],
    ],
    [
      'in a chain: each in one step',
      [
        { from: '/one', to: '/two' },
        { from: '/two', to: '/three?x=1' },
        { from: '/three', to: '/news/b' },
      ],
      [
        { from: '/one', to: '/news/b' },
        { from: '/three', to: '/news/b' },
        { from: '/two', to: '/news/b' },
      ],
    ],
    ['to itself', [{ from: '/old', to: '/old' }], []],
    [
      'in a loop',
      [
        { from: '/x', to: '/y' },
        { from: '/y', to: '/x' },
      ],
      [],
    ],
    ['from an existing page', [{ from: '/news/a', to: '/news/b' }], []],
    ['to nothing', [{ from: '/old', to: '/gone' }], []],
    ['to another host', [{ from: '/old', to: '//evil.example' }], []],
    ['to another host with a backslash', [{ from: '/old', to: '/\\evil.example' }], []],
    ['with a character that a header cannot hold', [{ from: '/old', to: '/news/a#“x”' }], []],
    ['with an accent', [{ from: '/old', to: '/news/a#é' }], []],
    ['from a page on demand', [{ from: '/event/7', to: '/news/a' }], []],
    ['from the list without script', [{ from: '/event-list', to: '/news/a' }], []],
    ['from a list on demand', [{ from: '/events/next.json', to: '/news/a' }], []],
    ['from the API', [{ from: '/api/events', to: '/news/a' }], []],
    [
      'to a page on demand',
      [{ from: '/old', to: '/event/7?x=1' }],
      [{ from: '/old', to: '/event/7?x=1' }],
    ],
    ['with a line break', [{ from: '/old', to: '/news/a\n/b' }], []],
  ])('CMS-07 %s', (_, given, expected) => {
    expect(resolve(given)).toEqual(expected)
  })

  it.each<[string, Redirect, string]>([
    ['whose old address is none', { from: '/a b', to: '/news/a' }, 'bad-address'],
    ['to another host', { from: '/old', to: '//evil.example' }, 'bad-address'],
    ['from a page', { from: '/news/a', to: '/news/b' }, 'is-page'],
    ['from a page on demand', { from: '/form-result', to: '/news/b' }, 'is-page'],
    ['to itself', { from: '/old', to: '/old' }, 'leads-nowhere'],
    ['to nothing', { from: '/old', to: '/gone' }, 'leads-nowhere'],
  ])('CMS-07 it is known why a redirect is left out: one %s', (_, given, because) => {
    const good = { from: '/good', to: '/news/a' }
    expect(leftOutRedirects([good, given], isPage)).toEqual([{ ...given, because }])
  })

  it('CMS-07 editors read at each redirect why it is left out', () => {
    const stored = [
      { _id: 'good', from: '/good', to: '/news/a' },
      { _id: 'kept', from: '/kept', id: 'n' },
      { _id: 'gone', from: '/two', id: 'gone' },
      { _id: 'loop', from: '/loop', to: '/loop' },
      { _id: 'page', from: '/news/b', to: '/news/a' },
      { _id: 'bad', from: '/a b', to: '/news/a' },
      { _id: 'empty', from: null, to: '/news/a' },
    ]
    const found = leftOutDocuments(stored, [{ id: 'n', path: '/news/a' }], isPage)
    expect(Object.fromEntries(found)).toEqual({
      gone: 'leads-nowhere',
      loop: 'leads-nowhere',
      page: 'is-page',
      bad: 'bad-address',
      empty: 'bad-address',
    })
  })

  it('CMS-07 property: no chain, no loop, no hidden page, and each redirect has the target that following its steps reaches', () => {
    const path = fc.constantFrom(...PAGES, '/c', '/d', '/e', '/f', '/g', '/h')
    const list = fc.uniqueArray(fc.record({ from: path, to: path }), {
      selector: ({ from }) => from,
    })
    fc.assert(
      fc.property(list, (given) => {
        const found = resolve(given)
        const sources = new Set(found.map(({ from }) => from))
        const follow = (at: string): string | undefined => {
          let here = at
          for (let steps = 0; steps <= given.length; steps += 1) {
            if (isPage(here)) return here
            here = given.find(({ from }) => from === here)?.to ?? '/nothing'
          }
          return undefined
        }
        for (const { from, to } of found) {
          expect(isPage(from)).toBe(false)
          expect(sources.has(to)).toBe(false)
          expect(to).toBe(follow(from))
        }
        for (const { from } of given) {
          if (!isPage(from) && follow(from)) expect(sources.has(from)).toBe(true)
        }
        expect(resolve(found)).toEqual(found)
      }),
    )
  })

  it('CMS-07 a redirect to a document follows the document', () => {
    const stored = [
      { from: '/one', id: 'n' },
      { from: '/two', to: '/events' },
      { from: '/three', id: 'gone' },
    ]
    expect(redirectsTo(stored, [{ id: 'n', path: '/news/now' }])).toEqual([
      { from: '/one', to: '/news/now' },
      { from: '/two', to: '/events' },
    ])
  })

  it('CMS-07 a changed address becomes a former one, unless another document has it now or the document was unpublished', () => {
    const before = [
      { id: 'moved', path: '/news/a' },
      { id: 'same', path: '/news/b' },
      { id: 'gone', path: '/news/c' },
      { id: 'replaced', path: '/news/d' },
    ]
    const after = [
      { id: 'moved', path: '/news/z' },
      { id: 'same', path: '/news/b' },
      { id: 'replaced', path: '/news/y' },
      { id: 'new', path: '/news/d' },
    ]
    expect(leftAddresses(before, after)).toEqual([{ from: '/news/a', id: 'moved' }])
  })
})
