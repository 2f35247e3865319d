import type { SanityDocument } from '@sanity/client'
import { createSchema } from 'sanity'
import { describe, expect, it } from 'vitest'
import { schemaTypes } from '../../../schemas/index.ts'
import { findDocuments, type Wanted, writeDrafts } from '../../../studio/find/replacing.ts'

const schema = createSchema({ name: 'default', types: schemaTypes })
const span = (text: string, _key = 's') => ({ _type: 'span', _key, text, marks: [] })
const block = (...children: object[]) => ({ _type: 'block', _key: 'b', children, markDefs: [] })
const of = (document: object) =>
  ({ _rev: 'r1', _createdAt: '', _updatedAt: '', ...document }) as SanityDocument
const find = (document: object, wanted: Partial<Wanted>) =>
  findDocuments([of(document)], schema, {
    ...{ words: 'nurse', replacement: 'clinician', isExactCase: false, isWholeWord: true },
    ...wanted,
  })

const NEWS = {
  _id: 'news-a',
  _type: 'newsArticle',
  title: 'A nurse for everyone',
  slug: { _type: 'slug', current: 'a-nurse' },
  publishedOn: '2026-11-26',
  body: [block(span('Our Nurse and the nurses. '), span('nurse', 't'))],
}
const textsOf = (news: object) =>
  [JSON.stringify(news).match(/"(?:title|text)":"[^"]*"/g)].flat().join(' ')

describe('words in all texts', () => {
  it.each<[string, Partial<Wanted>, string[][]]>([
    [
      'whole words, small or capital',
      {},
      [
        ['A ', 'nurse', ' for everyone'],
        ['Our ', 'Nurse', ' and the nurses. '],
        ['', 'nurse', ''],
      ],
    ],
    ['as typed', { isExactCase: true, words: 'Nurse' }, [['Our ', 'Nurse', ' and the nurses. ']]],
    [
      'parts of words',
      { isWholeWord: false, words: 'nurses' },
      [['Our Nurse and the ', 'nurses', '. ']],
    ],
    ['literally', { words: 'n.rse' }, []],
    ['not one letter', { words: 'n', isWholeWord: false }, []],
    ['not in addresses and days', { words: 'a-nurse', isWholeWord: false }, []],
    ['not in days', { words: '2026' }, []],
  ])('CMS-25 %s', (_, wanted, pieces) => {
    expect(find(NEWS, wanted).flatMap(({ changes }) => changes.map((one) => one.pieces))).toEqual(
      pieces,
    )
  })

  it('CMS-25 changes only the texts, and keeps marks, keys and addresses', () => {
    const [found] = find(NEWS, {})
    const after = { ...NEWS, ...found?.fields }
    expect(textsOf(after)).toBe(
      textsOf(NEWS)
        .replace('A nurse', 'A clinician')
        .replace('Our Nurse', 'Our clinician')
        .replace('"nurse"', '"clinician"'),
    )
    expect(JSON.stringify(after).replaceAll(/clinician|nurse/gi, '')).toBe(
      JSON.stringify(NEWS).replaceAll(/clinician|nurse/gi, ''),
    )
    expect(after).toMatchObject({ slug: NEWS.slug })
  })

  it('CMS-25 shows the draft of a document, not its published version too', () => {
    const draft = of({ ...NEWS, _id: 'drafts.news-a', title: 'A draft' })
    const found = findDocuments([of(NEWS), draft], schema, {
      ...{ words: 'draft', replacement: 'x', isExactCase: false, isWholeWord: true },
    })
    expect(found.map(({ document }) => document._id)).toEqual(['drafts.news-a'])
  })

  it('CMS-25 a document that was changed since the search stops the whole replacement', async () => {
    const client = { fetch: async () => [{ _id: 'news-a', _rev: 'r2' }], transaction: () => ({}) }
    await expect(writeDrafts(client as never, find(NEWS, {}))).rejects.toThrow('news-a')
  })
})
