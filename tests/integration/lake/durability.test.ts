import { fork } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { LakeDocument } from '#local/lake/document.ts'
import { Store } from '#local/lake/store.ts'
import { TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { TEST_TOKEN, temporaryFolder } from './test-lake.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const path = temporaryFolder()
  folders.push(path)
  return path
}

it('CMS-02 refuses to run in production', async () => {
  const env = {
    ...TEST_PROCESS_ENV,
    LAKE_DIR: folder(),
    LAKE_TOKEN: TEST_TOKEN,
    NODE_ENV: 'production',
  }
  const child = fork('local/lake/main.ts', { env, execArgv: [], silent: true })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
})

function write(store: Store, n: number): void {
  const document: LakeDocument = { _id: `doc-${n % 5}`, _type: 'note', n }
  store.commit([{ kind: 'createOrReplace', document }], {
    author: 'test',
    now: new Date('2026-11-21T10:00:00Z'),
    mutations: [],
  })
}

it('CMS-02 removes a line that a crash left incomplete, and appends the next edit', () => {
  const dir = folder()
  const first = new Store(dir, (document) => document)
  for (const n of [0, 1, 2]) write(first, n)
  appendFileSync(join(dir, 'log.ndjson'), '{"id":"torn","chan')
  const second = new Store(dir, (document) => document)
  write(second, 3)
  const third = new Store(dir, (document) => document)
  expect(third.documents().map((doc) => doc['n'])).toEqual([0, 1, 2, 3])
})

it('CMS-02 does not start with damage in the middle of the log', () => {
  const dir = folder()
  const store = new Store(dir, (document) => document)
  write(store, 0)
  const line = readFileSync(join(dir, 'log.ndjson'), 'utf8')
  appendFileSync(join(dir, 'log.ndjson'), `garbage\n${line}`)
  expect(() => new Store(dir, (document) => document)).toThrow(SyntaxError)
})

it('CMS-02 reads a dataset of version 0.4.0, with archives and a snapshot', () => {
  const dir = folder()
  const store = new Store(dir, (document) => document)
  for (const n of [0, 1, 2]) write(store, n)
  const [first = '', ...others] = readFileSync(join(dir, 'log.ndjson'), 'utf8').split('\n')
  mkdirSync(join(dir, 'history'))
  writeFileSync(join(dir, 'history/000000000001.ndjson'), `${first}\n`)
  writeFileSync(join(dir, 'snapshot.ndjson'), '{"sequence":1,"publishedRevision":"x"}\n')
  writeFileSync(join(dir, 'log.ndjson'), others.join('\n'))
  const reopened = new Store(dir, (document) => document)
  expect(reopened.documents()).toEqual(store.documents())
  expect(reopened.publishedRevision).toBe(store.publishedRevision)
  expect(reopened.history(['doc-0'])).toEqual(store.history(['doc-0']))
  expect(readdirSync(dir)).toEqual(['log.ndjson'])
})
