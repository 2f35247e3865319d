import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byKind, kindOf, MOST_OF_KIND, searchedWords } from '#content/rules/search.ts'
import { indexText, liveFinder, storedFinder } from '#content/server/site-search.ts'

const entry = (path: string, title: string, description = '', text = '') => ({
  path,
  title,
  description,
  text,
})

const ENTRIES = [
  entry('/', 'Home'),
  entry('/information-hub/prostate', 'Prostate disease', 'What a raised PSA can mean.'),
  entry('/news/walk', 'A walk', 'News from Halyard', 'The walk raised money for prostate tests.'),
  entry('/news/patient-journey/alan', 'Alan’s story', 'How a café visit led to a test.'),
  entry('/refund-policy', 'Refunds', 'Cancelling and rescheduling.'),
]
const find = liveFinder()(ENTRIES)
const paths = (words: string) => find(words).map(({ path }) => path)

describe('SITE-17 what the search finds', () => {
  test('a word of the title is worth more than one of the text', () => {
    expect(paths('prostate')).toEqual(['/information-hub/prostate', '/news/walk'])
  })

  test.each([
    ['protsate', '/information-hub/prostate'],
    ['prostste', '/information-hub/prostate'],
    ['refnuds', '/refund-policy'],
    ['cancel', '/refund-policy'],
    ['CAFE', '/news/patient-journey/alan'],
    ['alans', '/news/patient-journey/alan'],
    ['<b>refunds</b>', '/refund-policy'],
  ])('%s is forgiven or completed', (typed, path) => {
    expect(paths(typed)[0]).toBe(path)
  })

  test('all words must fit; when nothing has all of them, one is enough', () => {
    expect(paths('raised money')).toEqual(['/news/walk'])
    expect(paths('refunds lighthouse')).toEqual(['/refund-policy'])
    expect(paths('lighthouse')).toEqual([])
    expect(paths('the of')).toEqual([])
  })

  test('a stored index finds the same, and the build of an earlier version finds nothing', () => {
    const stored = storedFinder(() => indexText(ENTRIES))
    for (const words of ['prostate', 'raised money', 'refnuds'])
      expect(stored(words)).toEqual(find(words))
    expect(storedFinder(() => undefined)('prostate')).toEqual([])
  })

  test('an index of live entries is made anew when they differ', () => {
    const findAmong = liveFinder()
    expect(findAmong(ENTRIES)).toBe(findAmong([...ENTRIES]))
    const later = findAmong([...ENTRIES, entry('/event/7', 'Whitby Rotary Club')])
    expect(later('whitby').map(({ path }) => path)).toEqual(['/event/7'])
    expect(findAmong(ENTRIES)('whitby')).toEqual([])
  })

  test('results are grouped by kind, that of the best result first, with a bounded number of each', () => {
    expect(['/event/3', '/news', '/news/a', '/news/patient-journey/a'].map(kindOf)).toEqual([
      'event',
      'page',
      'news',
      'story',
    ])
    const news = Array.from({ length: MOST_OF_KIND + 5 }, (_, at) => entry(`/news/${at}`, 'A'))
    const groups = byKind([...news, entry('/refund-policy', 'B')])
    expect(groups.map(({ kind, found }) => [kind, found.length])).toEqual([
      ['news', MOST_OF_KIND],
      ['page', 1],
    ])
  })
})

describe('SITE-17 what a visitor types is bounded', () => {
  test('control characters and a long text are cut, and any text is searched without a failure', () => {
    expect(searchedWords(null)).toBe('')
    expect(searchedWords('  prostate\n\u0000 cancer ')).toBe('prostate cancer')
    expect([...searchedWords('🎗'.repeat(5_000))]).toHaveLength(100)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        const words = searchedWords(typed)
        expect([...words].length).toBeLessThanOrEqual(100)
        expect(find(words).length).toBeLessThanOrEqual(ENTRIES.length)
      }),
    )
  })
})
