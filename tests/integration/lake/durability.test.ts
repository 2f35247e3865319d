import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { afterEach, expect, it } from 'vitest'
import type { LakeDocument } from '#local/lake/document.ts'
import { Store } from '#local/lake/store.ts'
import { clientFor, TEST_TOKEN, temporaryFolder } from './test-lake.ts'

const folders: string[] = []
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const path = temporaryFolder()
  folders.push(path)
  return path
}

async function startProcess(dir: string): Promise<{ child: ChildProcess; client: SanityClient }> {
  const env = { LAKE_DIR: dir, LAKE_TOKEN: TEST_TOKEN }
  const child = fork('local/lake/main.ts', { env, execArgv: [] })
  children.push(child)
  const { origin } = await new Promise<{ origin: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { origin: string }))
    child.once('exit', (code) => reject(new Error(`The lake ended with ${code}`)))
  })
  return { child, client: clientFor(origin, TEST_TOKEN) }
}

/** One edit writes the same number into two documents: a half transaction would leave them different. */
async function editUntilKilled(client: SanityClient, child: ChildProcess, killAfter: number) {
  let acknowledged = -1
  const edits = Array.from({ length: killAfter + 20 }, (_, n) => n)
  for (const n of edits) {
    const edit = client
      .transaction()
      .createOrReplace({ _id: 'left', _type: 'half', n, padding: 'x'.repeat(2000) })
      .createOrReplace({ _id: 'right', _type: 'half', n, padding: 'y'.repeat(2000) })
      .commit()
    if (n === killAfter) child.kill('SIGKILL')
    const done = await edit.then(
      () => true,
      () => false,
    )
    if (!done) return acknowledged
    acknowledged = n
  }
  return acknowledged
}

it('CMS-02 kill -9 in the middle of edits loses no acknowledged transaction and leaves no half one', async () => {
  const dir = folder()
  let lowest = -1
  for (const killAfter of [7, 23, 31]) {
    const { client, child } = await startProcess(dir)
    lowest = await editUntilKilled(client, child, killAfter)
    const store = new Store(join(dir, 'production'), (document) => document)
    const [left, right] = [store.find('left'), store.find('right')]
    expect(left?.['n']).toBe(right?.['n'])
    expect(left?._rev).toBe(right?._rev)
    expect(Number(left?.['n'])).toBeGreaterThanOrEqual(lowest)
    store.close()
  }
})

it('CMS-02 the stand-in refuses to run in production', async () => {
  const env = { LAKE_DIR: folder(), LAKE_TOKEN: TEST_TOKEN, NODE_ENV: 'production' }
  const child = fork('local/lake/main.ts', { env, execArgv: [], silent: true })
  children.push(child)
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

it('CMS-02 a line torn off by a crash is cut away, and the next edit stands after it', () => {
  const dir = folder()
  const first = new Store(dir, (document) => document)
  for (const n of [0, 1, 2]) write(first, n)
  first.close()
  appendFileSync(join(dir, 'log.ndjson'), '{"sequence":4,"id":"torn","chan')
  const second = new Store(dir, (document) => document)
  write(second, 3)
  second.close()
  const third = new Store(dir, (document) => document)
  expect(third.view('raw', false).documents.map((doc) => doc['n'])).toEqual([0, 1, 2, 3])
  third.close()
})

it('CMS-02 damage in the middle of the log stops the start instead of losing what follows', () => {
  const dir = folder()
  const store = new Store(dir, (document) => document)
  write(store, 0)
  store.close()
  const line = readFileSync(join(dir, 'log.ndjson'), 'utf8')
  appendFileSync(join(dir, 'log.ndjson'), `garbage\n${line}`)
  expect(() => new Store(dir, (document) => document)).toThrow(/damaged/)
})

it('CMS-02 compaction keeps every document, the revision and the old log as history', () => {
  const dir = folder()
  const store = new Store(dir, (document) => document, 2000)
  for (let n = 0; n < 60; n += 1) write(store, n)
  const revision = store.publishedRevision
  store.close()
  expect(readdirSync(join(dir, 'history')).length).toBeGreaterThan(1)
  const reopened = new Store(dir, (document) => document)
  const numbers = reopened.view('raw', false).documents.map((doc) => doc['n'])
  expect(numbers.sort()).toEqual([55, 56, 57, 58, 59])
  expect(reopened.publishedRevision).toBe(revision)
  reopened.close()
})
