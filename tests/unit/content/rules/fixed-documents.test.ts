import { describe, expect, it } from 'vitest'
import { fixedFaultSentence } from '#content/rules/content-fault-text.ts'
import {
  EXPLAINER,
  fixedFault,
  fixedPlace,
  REQUIRED_PAGES,
  REQUIRED_POLICIES,
} from '#content/rules/fixed-documents.ts'
import { dataset } from '../../../../content/source/dataset.ts'

const page = (path: string, _id = 'page-7') => ({ _id, _type: 'page', path })
const policy = (current: string, _id = 'policy-7') => ({ _id, _type: 'policy', slug: { current } })
const settings = { _id: 'siteSettings', _type: 'siteSettings' }
const nobody = () => undefined

describe('documents with a place in the program', () => {
  it.each([
    [settings, 'siteSettings'],
    [{ _id: 'drafts.homePage', _type: 'homePage' }, 'homePage'],
    [{ _id: 'result-red-high', _type: 'resultText' }, 'result-red-high'],
    [page('/support-us'), '/support-us'],
    [page('/halyard-screening-event'), EXPLAINER],
    [policy('cookies', 'drafts.policy-7'), '/cookies'],
  ])('CMS-06 %j has the place %s', (document, place) => {
    expect(fixedPlace(document)).toBe(place)
  })

  it.each([
    { _id: 'another', _type: 'homePage' },
    page('/our-history'),
    page('/halyard-screening-event/more'),
    { _id: 'page-7', _type: 'page' },
    policy('modern-slavery'),
    { _id: 'policy-7', _type: 'policy', slug: null },
    { _id: 'homePage', _type: 'newsArticle', slug: { current: 'cookies' } },
  ])('CMS-06 %j has none', (document) => {
    expect(fixedPlace(document)).toBeUndefined()
  })

  it('CMS-06 the sample has exactly one document at each place', () => {
    const places = dataset.map(fixedPlace).filter((place) => place !== undefined)
    expect(new Set(places).size).toBe(places.length)
    const paths = places.filter((place) => place.startsWith('/'))
    const needed = [EXPLAINER, ...REQUIRED_PAGES, ...REQUIRED_POLICIES.map((slug) => `/${slug}`)]
    expect(paths.toSorted()).toEqual(needed.toSorted())
  })
})

describe('a change of a published document', () => {
  it.each([
    ['a deleted singleton', settings, null, 'removed'],
    ['a deleted page', page('/support-us'), null, 'removed'],
    ['a deleted policy', policy('cookies'), null, 'removed'],
    ['a page at another address', page('/support-us'), page('/support'), 'moved'],
    ['a page at the address of another', page('/support-us'), page('/about-us/research'), 'moved'],
    [
      'a policy without an address',
      policy('cookies'),
      { _id: 'policy-7', _type: 'policy' },
      'moved',
    ],
    ['another type', settings, { ...settings, _type: 'note' }, 'moved'],
    ['the explainer', page('/a-screening-event'), page('/b-screening-event'), 'moved'],
  ] as const)('CMS-06 is refused: %s', (_, before, after, fault) => {
    expect(fixedFault(before, after, nobody)).toBe(fault)
  })

  it.each([
    ['a new text', page('/support-us'), { ...page('/support-us'), title: 'New' }],
    ['the first document at a place', null, page('/support-us')],
    ['another page is deleted', page('/our-history'), null],
    ['another page is moved', page('/our-history'), page('/history')],
    ['an entry is deleted', { _id: 'news-1', _type: 'newsArticle' }, null],
  ])('CMS-06 is allowed: %s', (_, before, after) => {
    expect(fixedFault(before, after, nobody)).toBeUndefined()
  })

  it('CMS-06 a second document at a place is refused', () => {
    const holder = (place: string) => (place === '/support-us' ? page(place, 'page-1') : undefined)
    expect(fixedFault(null, page('/support-us'), holder)).toBe('taken')
    expect(fixedFault(page('/our-history'), page('/support-us'), holder)).toBe('taken')
    expect(fixedFault(null, page('/our-history'), holder)).toBeUndefined()
  })

  it.each([
    [
      'homePage',
      'removed',
      'Home page has a fixed place on the website, so it cannot be deleted or unpublished. Change its text instead.',
    ],
    [
      '/support-us',
      'moved',
      'The page /support-us has a fixed place on the website, so its address cannot be changed.',
    ],
    [
      '/cookies',
      'taken',
      'The page /cookies exists already, and only one document can have its address. Choose another address.',
    ],
  ] as const)('CMS-06 the refusal for %s is a sentence for editors', (place, fault, sentence) => {
    expect(fixedFaultSentence(place, fault)).toBe(sentence)
  })
})
