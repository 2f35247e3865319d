import { describe, expect, it } from 'vitest'
import { sharingOf } from '#content/read/sharing.ts'
import { LINKED_TYPES } from '#content/rules/document-types.ts'
import { shownOutside } from '#content/rules/sharing.ts'
import { schemaTypes } from '#schemas/index.ts'
import { anyContent } from '#tests/fixtures/content.ts'

const settings = {
  charityName: 'Halyard Men’s Health',
  homeTitle: 'Halyard Men’s Health: PSA screening',
  homeDescription: 'Find an event.',
}
const page = { _type: 'page', path: '/golf', title: 'Golf days', description: 'At your club.' }

describe('search results and shared links', () => {
  it('SITE-20 every type with a page has the fields, others have not', () => {
    const withFields = schemaTypes.filter(
      (type) => 'fields' in type && type.fields?.some(({ name }) => name === 'sharing'),
    )
    expect(withFields.map(({ name }) => name).toSorted()).toEqual(LINKED_TYPES.toSorted())
  })

  it('SITE-20 the form shows the words of the page, else those for outside', () => {
    expect(shownOutside(page, settings)).toEqual({
      title: 'Golf days',
      searchTitle: 'Golf days – Halyard Men’s Health',
      description: 'At your club.',
      path: '/golf',
      picture: undefined,
      isHidden: false,
    })
    const image = { asset: { _ref: 'image-a-10x10-png' } }
    const sharing = { title: 'Test days at golf clubs', description: ' ', image, hidden: true }
    expect(shownOutside({ ...page, sharing }, settings)).toMatchObject({
      title: 'Test days at golf clubs',
      description: 'At your club.',
      picture: 'image-a-10x10-png',
      isHidden: true,
    })
  })

  it('SITE-20 CMS-17 the form shows a value of the settings as the page does, and the name of the charity once', () => {
    const sharing = { title: 'Golf with {Name of the charity}' }
    expect(shownOutside({ ...page, sharing }, settings)).toMatchObject({
      title: 'Golf with Halyard Men’s Health',
      searchTitle: 'Golf with Halyard Men’s Health',
    })
  })

  it('SITE-20 a page of the program is always listed, and the home page has its own words', () => {
    const sharing = { title: 'Outside', hidden: true }
    const read = (_type: string) => sharingOf(anyContent({ _type, sharing }, _type) as never)
    expect(read('page')).toMatchObject({ title: 'Outside', isHidden: true })
    expect(read('eventsPage')).toMatchObject({ title: 'Outside', isHidden: false })
    expect(read('homePage')).toMatchObject({ title: undefined, isHidden: false })
  })

  it('SITE-20 the home page has the words of the settings, an entry its own picture', () => {
    expect(shownOutside({ _type: 'homePage' }, settings)).toMatchObject({
      searchTitle: settings.homeTitle,
      description: settings.homeDescription,
      path: '/',
    })
    const image = { asset: { _ref: 'image-b-10x10-png' } }
    const entry = { _type: 'newsArticle', title: 'A', slug: { current: 'a' }, image }
    expect(shownOutside(entry, settings)).toMatchObject({
      path: '/news/a',
      picture: 'image-b-10x10-png',
    })
    const article = { _type: 'infoArticle', title: 'A', slug: { current: 'a' }, image }
    expect(shownOutside(article, settings).picture).toBeUndefined()
  })
})
