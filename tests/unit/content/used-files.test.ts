import { expect, it } from 'vitest'
import { contentsOf } from '#content/read/document.ts'
import { fileOf, listFiles } from '#content/read/files.ts'
import { readEach } from '#content/read/read.ts'
import { withReading } from '#content/read/reading.ts'
import { buildReading } from '#tests/fixtures/reading.ts'

const file = (name: string) => ({
  url: `https://cdn.sanity.io/files/${name}`,
  name,
  size: 7,
  hash: '0123456789abcdef',
})
const entry = (_id: string, title: string | null, name: string) => ({
  _id,
  title,
  link: { kind: 'file', file: file(name) },
  image: { src: 'https://cdn.sanity.io/images/a.png' },
})

it('CMS-06 CMS-08 a build contains the files of the documents and earlier versions that it shows, and of no others', async () => {
  const kept = { a: entry('a', 'A', 'old.pdf'), b: entry('b', 'B', 'unused.pdf') }
  const { reading } = buildReading({ newsArticle: { ...kept, c: entry('c', null, 'c-old.pdf') } })
  const published = [
    entry('a', null, 'new.pdf'),
    entry('b', 'B', 'b.pdf'),
    entry('c', null, 'c.pdf'),
    // A file that is left in a link of another kind, and that the website does not offer.
    { ...entry('d', 'D', 'b.pdf'), other: file('program.exe') },
  ]
  await withReading(reading, async () => {
    readEach('newsArticle', contentsOf(published, 'news'), (document) => [
      document.text('title'),
      fileOf(document.part('link').part('file')).href,
    ])
    expect(await listFiles()).toEqual([
      expect.objectContaining({ href: '/files/0123456789ab/old.pdf', mimeType: 'application/pdf' }),
      expect.objectContaining({ href: '/files/0123456789ab/b.pdf' }),
    ])
  })
})
