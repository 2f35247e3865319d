import { describe, expect, it } from 'vitest'
import { cardText } from '#content/components/news/card-text.ts'
import { newsEntryOf } from '#content/read/news.ts'
import { anyContent } from '#tests/fixtures/content.ts'

const block = (style: string, text: string) => ({
  _type: 'block',
  _key: text,
  style,
  children: [{ _type: 'span', _key: 's', text, marks: [] }],
})

const entry = (more: object) =>
  newsEntryOf(
    anyContent(
      { _id: 'news-a', slug: 'a', title: 'A', publishedOn: '2023-08-23', ...more },
      'news-a',
    ),
  )

describe('an entry of the news', () => {
  it('NEWS-02 may lack a description, a text and a picture', () => {
    expect(entry({ description: '', body: null, link: null, image: null })).toEqual({
      id: 'news-a',
      slug: 'a',
      title: 'A',
      publishedOn: '2023-08-23',
      description: undefined,
      sharing: { title: undefined, description: undefined, image: undefined, isHidden: false },
      body: [],
      link: undefined,
      image: undefined,
    })
  })

  it('NEWS-02 has a valid date, as YYYY-MM-DD or DD Month YYYY', () => {
    expect(entry({ publishedOn: '23 August 2023' }).publishedOn).toBe('2023-08-23')
    expect(() => entry({ publishedOn: 'last summer' })).toThrow('news-a.publishedOn (bad-date)')
  })

  it('NEWS-04 may link to another site', () => {
    const link = { kind: 'external', url: 'https://mailing.halyard.example/2025' }
    expect(entry({ link })).toMatchObject({
      link: { kind: 'external', href: 'https://mailing.halyard.example/2025' },
    })
  })

  it('NEWS-02 has headings one level lower and without ids in a card', () => {
    const { body } = entry({ body: [block('h2', 'What it says'), block('normal', 'Words.')] })
    expect(body[0]).toMatchObject({ style: 'h2', anchor: 'what-it-says' })
    const [heading, paragraph] = cardText(body)
    expect(heading).toMatchObject({ style: 'h3' })
    expect(heading).not.toHaveProperty('anchor')
    expect(paragraph).toBe(body[1])
  })
})
