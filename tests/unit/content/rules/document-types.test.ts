import { expect, it } from 'vitest'
import {
  documentPath,
  fixedIds,
  hasPreview,
  isDocumentType,
  isSingleton,
} from '#content/rules/document-types.ts'

it.each([
  ['homePage', null, '/'],
  ['teamMember', {}, '/about-us'],
  ['newsArticle', { slug: { current: 'open-day' } }, '/news/open-day'],
  ['policy', { slug: { current: 'cookies' } }, '/cookies'],
  ['page', { path: '/support-us' }, '/support-us'],
])('CMS-05 knows the page that shows a %s', (type, document, path) => {
  expect(documentPath(type, document)).toBe(path)
})

it.each([
  ['newsArticle', null],
  ['newsArticle', { slug: { current: '' } }],
  ['page', { path: 'support-us' }],
  ['sanity.imageAsset', {}],
  ['resultText', {}],
])('CMS-05 knows no page of a %s without an address', (type, document) => {
  expect(documentPath(type, document)).toBeUndefined()
})

it('CMS-02 tells singletons from other types', () => {
  expect(['newsPage', 'newsArticle', 'toString'].map(isSingleton)).toEqual([true, false, false])
  expect(['newsArticle', 'toString'].map(isDocumentType)).toEqual([true, false])
})

it('RES-02 CMS-06 texts of results are a fixed set, one per colour and risk group, without a preview', () => {
  expect(fixedIds('resultText')).toEqual([
    'result-green-low',
    'result-green-intermediate',
    'result-green-high',
    'result-amber-low',
    'result-amber-intermediate',
    'result-amber-high',
    'result-red-low',
    'result-red-intermediate',
    'result-red-high',
  ])
  expect([fixedIds('newsPage'), fixedIds('newsArticle')]).toEqual([['newsPage'], undefined])
  expect(['resultText', 'newsPage', 'toString'].map(hasPreview)).toEqual([false, true, false])
})
