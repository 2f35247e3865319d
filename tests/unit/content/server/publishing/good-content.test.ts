import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PublishedFault } from '#content/rules/content-fault.ts'
import {
  contentFaultsOf,
  GOOD_CONTENT_FILE,
  keepGoodContent,
  readGoodContent,
  writeContentRecord,
} from '#content/server/publishing/content/good-content.ts'

const LAKE = 'http://127.0.0.1:4000'
const LATER = 'http://127.0.0.1:4999'
const PICTURE = '/images/halyard0/production/a-1x1.png'
const good = {
  newsArticle: { a: { title: `At ${LAKE}/images/`, image: { src: LAKE + PICTURE } } },
}
const leftOut: PublishedFault = {
  document: 'b',
  field: 'title',
  problem: 'missing',
  type: 'newsArticle',
  page: '/news/b',
  shown: 'nothing',
}

let folder: string
let build: string
let releases: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-good-'))
  build = join(folder, 'build')
  releases = join(folder, 'releases')
  mkdirSync(build)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('CMS-06 the last good content is that of the live build, with the lake’s present host in the URLs of pictures', () => {
  writeContentRecord(build, { good, faults: [] }, LAKE)
  expect(readGoodContent(releases, LAKE)).toEqual({})
  expect(keepGoodContent(releases, build)).toBe(true)
  expect(readGoodContent(releases, LATER)).toEqual({
    newsArticle: { a: { title: `At ${LAKE}/images/`, image: { src: LATER + PICTURE } } },
  })
  expect(keepGoodContent(releases, build)).toBe(false)
})

it('CMS-06 URLs of a hosted lake are not changed', () => {
  const hosted = { newsArticle: { a: { image: { src: `https://cdn.sanity.io${PICTURE}` } } } }
  writeContentRecord(build, { good: hosted, faults: [] }, undefined)
  keepGoodContent(releases, build)
  expect(readGoodContent(releases, undefined)).toEqual(hosted)
})

it('CMS-06 the older version of a document that a build left out stays stored', () => {
  const older = { newsArticle: { b: { title: 'Before' }, gone: { title: 'Gone' } } }
  writeContentRecord(build, { good: older, faults: [] }, undefined)
  keepGoodContent(releases, build)
  writeContentRecord(build, { good, faults: [leftOut] }, undefined)
  keepGoodContent(releases, build)
  expect(contentFaultsOf(build)).toEqual([leftOut])
  expect(readGoodContent(releases, undefined)).toEqual({
    newsArticle: { ...good.newsArticle, b: { title: 'Before' } },
  })
})

it.each(['', '{"newsArticle":', '[]', '{"newsArticle":[1]}', 'null'])(
  'CMS-06 a damaged file is the same as none: %j',
  (text) => {
    mkdirSync(releases)
    writeFileSync(join(releases, GOOD_CONTENT_FILE), text)
    expect(readGoodContent(releases, undefined)).toEqual({})
  },
)

it('CMS-06 a build without a record does not change the stored content', () => {
  writeContentRecord(build, { good, faults: [] }, undefined)
  keepGoodContent(releases, build)
  const kept = readFileSync(join(releases, GOOD_CONTENT_FILE), 'utf8')
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  expect(keepGoodContent(releases, empty)).toBe(false)
  expect(readFileSync(join(releases, GOOD_CONTENT_FILE), 'utf8')).toBe(kept)
})
