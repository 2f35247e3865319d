import { afterEach, expect, it } from 'vitest'
import { contentsOf } from '#content/read/document.ts'
import { fileOf } from '#content/read/files.ts'
import { formerVersions, readEach } from '#content/read/read.ts'
import { filesIn } from '#content/read/used-files.ts'
import { recordReads } from '#content/server/publishing/content/record-reads.ts'

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

let stop = () => {}
afterEach(() => stop())

it('CMS-06 a build contains the files of the earlier versions that it shows, and of no others', () => {
  const kept = { a: entry('a', 'A', 'old.pdf'), b: entry('b', 'B', 'unused.pdf') }
  stop = recordReads({ newsArticle: kept }).stop
  const documents = contentsOf([entry('a', null, 'new.pdf'), entry('b', 'B', 'b.pdf')], 'news')
  readEach('newsArticle', documents, (document) => [
    document.text('title'),
    fileOf(document.part('link').part('file')).href,
  ])
  expect(formerVersions().flatMap(filesIn)).toEqual([
    expect.objectContaining({ href: '/files/0123456789ab/old.pdf', mimeType: 'application/pdf' }),
  ])
})
