import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { viewOf } from '#local/lake/perspective.ts'
import { runQuery } from '#local/lake/query.ts'
import { TITLE_IN_QUERY, titleOf } from '#shared/document-title.ts'
import { blocksOf } from '../../../studio/guide/markdown.ts'
import { momentInWords } from '../../../studio/moments.ts'

describe('the guide for staff in the Studio', () => {
  it('CMS-13 reads headings, lists, pictures and styled text', () => {
    const text = `## Write *now*

1. Choose **News**,
   then press \`+\`.
2. See [the site](https://example.org).

![A form](screenshots/a.png)

Plain
text.`
    expect(blocksOf(text)).toMatchObject([
      { kind: 'heading', text: 'Write *now*', id: 'write-now' },
      {
        kind: 'list',
        isOrdered: true,
        items: [
          {
            parts: [
              { text: 'Choose ' },
              { text: 'News', style: 'bold' },
              { text: ', then press ' },
              { text: '+', style: 'code' },
              { text: '.' },
            ],
          },
          { parts: [{ text: 'See ' }, { text: 'the site', href: 'https://example.org' }, {}] },
        ],
      },
      { kind: 'picture', alt: 'A form', src: 'screenshots/a.png' },
      { kind: 'paragraph', parts: [{ text: 'Plain text.' }] },
    ])
  })

  it('CMS-13 docs/for-staff.md uses only Markdown that the guide supports', () => {
    const guide = readFileSync('docs/for-staff.md', 'utf8')
    const shown = blocksOf(guide).flatMap((block) => {
      if (block.kind === 'paragraph') return block.parts
      return block.kind === 'list' ? block.items.flatMap(({ parts }) => parts) : []
    })
    const marks = shown.filter(({ text, style }) => style !== 'code' && /[*`|#[\]]/.test(text))
    expect(marks).toEqual([])
  })
})

describe('lines of the start page', () => {
  it('CMS-13 a query names a document in the same way', () => {
    const documents = [
      { _id: 'd0', _type: 'teamMember', name: 'Anna', title: 'Nurse' },
      { _id: 'd1', _type: 'patientStory', name: 'Peter', title: 'A test in time' },
      { _id: 'd2', _type: 'annualReport', year: 2024 },
    ]
    const context = { identity: '', projectId: '', dataset: '', now: new Date(0) }
    const query = `*[]{"title": ${TITLE_IN_QUERY}}.title`
    const found = runQuery(viewOf(documents, 'raw'), query, {}, context)
    expect(found).toEqual(documents.map((document) => titleOf(document)))
  })

  it('CMS-13 names a document by its title, name or year, a team member by the name', () => {
    expect(titleOf({ title: null, name: 'Anna', year: null })).toBe('Anna')
    expect(titleOf({ title: ' ', year: 2024 })).toBe('2024')
    const both = { name: 'Anna', title: 'Nurse' }
    expect(titleOf({ _type: 'teamMember', ...both })).toBe('Anna')
    expect(titleOf({ _type: 'teamMember', title: 'Nurse' })).toBe('Nurse')
    expect(titleOf({ _type: 'patientStory', ...both })).toBe('Nurse')
    expect(titleOf({})).toBe('Untitled')
  })

  it.each([
    ['2026-11-22T09:05:00', 'today at 09:05'],
    ['2026-11-21T23:59:00', 'yesterday at 23:59'],
    ['2026-02-03T14:30:00', '3 February 2026 at 14:30'],
  ])('CMS-13 writes %s in British words', (at, words) => {
    expect(momentInWords(new Date(at), new Date('2026-11-22T20:00:00'))).toBe(words)
  })
})
