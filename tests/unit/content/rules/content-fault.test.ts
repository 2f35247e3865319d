import { describe, expect, it } from 'vitest'
import {
  type ContentFault,
  parseContentFault,
  topLevelField,
} from '#content/rules/content-fault.ts'
import { contentFaultSentence, contentFaultText } from '#content/rules/content-fault-text.ts'

const fault = (
  document: string,
  field: string | undefined,
  problem: ContentFault['problem'] = 'missing',
): ContentFault => ({ document, field, problem })

describe('a fault in the content', () => {
  it.each([
    fault('newsPage', undefined, 'not-published'),
    fault('news-1a.b', 'sections[1].heading'),
    fault('/about-us/research', undefined, 'not-published'),
    fault('homePage', 'testimonials[2]', 'not-published'),
  ])('CMS-04 is read back from JSON: %j', (given) => {
    expect(parseContentFault(JSON.parse(JSON.stringify(given)))).toEqual(given)
  })

  it.each([
    undefined,
    'text',
    {},
    { document: 'newsPage' },
    { document: 'newsPage', problem: 'free text' },
    { document: 'News page!', problem: 'missing' },
    { document: 'newsPage', field: 'title must be <b>', problem: 'missing' },
    { document: 'newsPage', field: 7, problem: 'missing' },
  ])('CMS-04 is not read from other data: %j', (value) => {
    expect(parseContentFault(value)).toBeUndefined()
  })

  it('CMS-04 knows the field of the form it belongs to', () => {
    expect(topLevelField(fault('p-7', 'sections[1].heading'))).toBe('sections')
    expect(topLevelField(fault('p-7', undefined))).toBeUndefined()
  })
})

describe('the words for a fault', () => {
  it.each<[ContentFault, string | undefined, ReturnType<typeof contentFaultText>]>([
    [
      fault('a-1b2', 'publishedOn', 'bad-date'),
      'Open day',
      { name: 'Open day', field: 'Published on', problem: 'must be a date' },
    ],
    [
      fault('homePage', 'about.image.alt'),
      undefined,
      { name: 'Home page', field: 'About, image, alternative text', problem: 'is missing' },
    ],
    [
      fault('p-7', 'sections[1].heading'),
      undefined,
      { name: undefined, field: 'Sections, entry 2, heading', problem: 'is missing' },
    ],
    [
      fault('menus', 'main[2].sub[4].link', 'leads-nowhere'),
      'Menus',
      {
        name: 'Menus',
        field: 'Main menu, entry 3, sub-menu, entry 5, link',
        problem:
          'leads to nothing that visitors can see: they read its words without a link, and see no button',
      },
    ],
    [
      fault('/about-us/research', undefined, 'not-published'),
      undefined,
      { name: undefined, field: 'The page /about-us/research', problem: 'is not published' },
    ],
  ])('CMS-05 name the document and the field of %j', (given, title, text) => {
    expect(contentFaultText(given, title)).toEqual(text)
  })

  it.each([
    [fault('newsPage', 'bannerText'), 'News page: Banner text is missing.'],
    [fault('news-x', 'title'), 'The document news-x: Title is missing.'],
    [fault('homePage', undefined, 'not-published'), 'Home page is not published.'],
    [fault('/cookies', undefined, 'not-published'), 'The page /cookies is not published.'],
  ])('CMS-04 make one sentence for staff of %j', (given, sentence) => {
    expect(contentFaultSentence(given)).toBe(sentence)
  })
})
