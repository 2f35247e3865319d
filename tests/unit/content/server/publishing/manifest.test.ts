import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MANIFEST_FILE, readManifest } from '#content/server/publishing/releases/manifest.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'manifest-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const FAULT = {
  document: 'news-alpha',
  type: 'newsArticle',
  field: 'image.alt',
  problem: 'missing',
  page: '/news/alpha',
  shown: 'former',
}

it.each<[string, object, unknown]>([
  ['as the build wrote it', FAULT, FAULT],
  ['none, when it has an unknown problem', { ...FAULT, problem: 'new' }, undefined],
])('CMS-09 a release is read with the fault of a document: %s', (_, fault, expected) => {
  const document = { id: 'news-alpha', rev: 'r1', path: '/news/alpha', because: 'faulty' }
  const manifest = { id: 'one', environment: 'local', code: 'c', pages: [], files: [] }
  const text = JSON.stringify({ ...manifest, documents: [document, { ...document, fault }] })
  writeFileSync(join(dir, MANIFEST_FILE), text)
  const [without, faulty] = readManifest(dir).documents
  expect([without?.fault, faulty?.fault]).toEqual([undefined, expected])
})
