import type { SanityDocument } from '@sanity/client'
import { describe, expect, it } from 'vitest'
import { hasWords, usesOf } from '../../../studio/pictures/uses.ts'

const document = (_id: string, fields: object) =>
  ({ _id, _type: 'newsArticle', _rev: 'r', ...fields }) as unknown as SanityDocument
const asset = (id: string) => ({ _type: 'reference', _ref: id })
const figure = (id: string, alt?: string) => ({ _type: 'figure', asset: asset(id), alt })
const HALL = 'image-hall-1x1-png'
const BADGE = 'image-badge-1x1-png'

const usedIn = (documents: SanityDocument[], picture = HALL) =>
  [...(usesOf(documents).get(picture) ?? [])].map(([id, use]) => [id, use.document._id, use.text])

describe('where pictures are used', () => {
  it('CMS-26 at any depth, each document once, with its first text', () => {
    const body = [
      { _type: 'block', children: [] },
      { _type: 'gallerySection', pictures: [figure(HALL), figure(HALL, ' A hall ')] },
    ]
    const news = document('news', { image: figure(HALL, ''), body })
    const menus = document('menus', {
      marks: [{ logo: { _type: 'image', asset: asset(BADGE) }, file: { asset: asset('file-a') } }],
    })
    expect(usedIn([news, menus])).toEqual([['news', 'news', 'A hall']])
    expect(usedIn([news, menus], BADGE)).toEqual([['menus', 'menus', '']])
    expect([...usesOf([news, menus]).keys()]).toEqual([HALL, BADGE])
  })

  it('CMS-26 in the draft when it has the picture, else in the published version', () => {
    const published = document('news', { image: figure(HALL, 'As published') })
    const draft = document('drafts.news', { image: figure(HALL, 'As drafted') })
    expect(usedIn([published, draft])).toEqual([['news', 'drafts.news', 'As drafted']])
    const without = document('drafts.news', { image: figure(BADGE) })
    expect(usedIn([published, without])).toEqual([['news', 'news', 'As published']])
  })

  it.each([
    ['HALL.png', true],
    [' by the sea', true],
    ['described', true],
    ['open day', true],
    ['closed', false],
  ])('CMS-26 a search for “%s” finds name, kept text, texts and titles', (words, isFound) => {
    const use = { document: document('news', { title: 'Open day' }), text: 'Described there' }
    const picture = { _id: HALL, url: '', name: 'hall.png', kept: 'A hall by the sea', uses: [use] }
    expect(hasWords(picture, words)).toBe(isFound)
  })
})
