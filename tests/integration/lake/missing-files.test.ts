import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Store } from '#local/lake/store.ts'
import { startLakeProcess } from './lake-process.ts'
import { temporaryFolder } from './test-lake.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const open = (dir: string, compactAbove = 1_000_000) =>
  new Store(dir, (document) => document, { compactAbove })

function write(store: Store, from: number, to: number): void {
  for (let n = from; n < to; n += 1) {
    const document = { _id: `doc-${n}`, _type: 'note', n }
    store.commit([{ kind: 'createOrReplace', document }], {
      author: 'test',
      now: new Date('2026-11-21T10:00:00Z'),
      mutations: [],
    })
  }
}

/** A dataset with a snapshot, archives, and two transactions in the log. */
function dataset(): string {
  const dir = temporaryFolder()
  folders.push(dir)
  const first = open(dir, 2_000)
  write(first, 0, 40)
  first.close()
  const second = open(dir)
  write(second, 40, 42)
  second.close()
  return dir
}

const inDir = (dir: string, name: string) => join(dir, name)
const numbers = (store: Store) => store.documents().map(({ n }) => Number(n))
const content = (dir: string) =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => [name, readFileSync(join(dir, name), 'utf8')])

const LOSSES: [string, (dir: string) => void, RegExp][] = [
  ['the snapshot', (dir) => rmSync(inDir(dir, 'snapshot.ndjson')), /snapshot\.ndjson is missing/],
  ['the log', (dir) => rmSync(inDir(dir, 'log.ndjson')), /log\.ndjson is missing/],
  [
    'the snapshot and the log',
    (dir) => {
      rmSync(inDir(dir, 'snapshot.ndjson'))
      rmSync(inDir(dir, 'log.ndjson'))
    },
    /log\.ndjson is missing/,
  ],
  [
    'the snapshot, with an empty log',
    (dir) => {
      rmSync(inDir(dir, 'snapshot.ndjson'))
      writeFileSync(inDir(dir, 'log.ndjson'), '')
    },
    /snapshot\.ndjson is missing/,
  ],
  [
    'a line of the log',
    (dir) => {
      const log = inDir(dir, 'log.ndjson')
      const store = open(dir)
      write(store, 42, 45)
      store.close()
      const lines = readFileSync(log, 'utf8').split('\n')
      writeFileSync(log, [...lines.slice(0, 1), ...lines.slice(2)].join('\n'))
    },
    /jumps from transaction/,
  ],
  [
    'the log, replaced by an older one',
    (dir) => {
      const [archive = ''] = readdirSync(inDir(dir, 'history')).sort()
      copyFileSync(inDir(dir, `history/${archive}`), inDir(dir, 'log.ndjson'))
    },
    /older copies/,
  ],
]

describe('a dataset that lacks', () => {
  it.each(LOSSES)('CMS-11 %s is refused, and nothing is changed', (_what, lose, message) => {
    const dir = dataset()
    lose(dir)
    const before = content(dir)
    expect(() => open(dir)).toThrow(message)
    expect(() => open(dir)).toThrow('docs/operating.md')
    expect(content(dir)).toEqual(before)
  })

  it('CMS-11 its only file, before the first compaction, is refused', () => {
    const dir = temporaryFolder()
    folders.push(dir)
    const store = open(dir)
    write(store, 0, 3)
    store.close()
    rmSync(inDir(dir, 'log.ndjson'))
    expect(() => open(dir)).toThrow(/log\.ndjson is missing/)
  })
})

describe('a dataset that lacks nothing', () => {
  it('CMS-11 starts after each way that a compaction can be interrupted', () => {
    const dir = dataset()
    const archives = readdirSync(inDir(dir, 'history')).sort()
    const third = open(dir, 1)
    write(third, 42, 43)
    third.close()
    const [newest = ''] = readdirSync(inDir(dir, 'history')).sort().slice(archives.length)
    // Killed after the log was archived and before the new one was renamed.
    renameSync(inDir(dir, 'log.ndjson'), inDir(dir, 'log.ndjson.new'))
    const between = open(dir)
    expect(numbers(between)).toHaveLength(43)
    between.close()
    // Killed after the snapshot was written, before the log is archived.
    renameSync(inDir(dir, `history/${newest}`), inDir(dir, 'log.ndjson'))
    const before = open(dir)
    expect(numbers(before)).toHaveLength(43)
    write(before, 43, 44)
    before.close()
    const last = open(dir)
    expect(numbers(last)).toHaveLength(44)
    last.close()
  })

  it('CMS-11 is rebuilt without its snapshot as docs/operating.md says', () => {
    const dir = dataset()
    rmSync(inDir(dir, 'snapshot.ndjson'))
    const archives = readdirSync(inDir(dir, 'history')).sort()
    const parts = [...archives.map((name) => `history/${name}`), 'log.ndjson']
    const all = parts.map((name) => readFileSync(inDir(dir, name), 'utf8')).join('')
    writeFileSync(inDir(dir, 'log.ndjson'), all)
    rmSync(inDir(dir, 'history'), { recursive: true })
    const store = open(dir)
    expect(numbers(store)).toEqual(Array.from({ length: 42 }, (_, n) => n))
    expect(store.history(['doc-3'])).toHaveLength(1)
    store.close()
  })
})

describe('the lake', () => {
  it('CMS-11 names the missing file and the documentation at its start, without a stack trace', async () => {
    const dir = temporaryFolder()
    folders.push(dir)
    const lake = await startLakeProcess(dir)
    await lake.client.create({ _id: 'a', _type: 'note' })
    await lake.kill()
    rmSync(join(dir, 'production/log.ndjson'))
    const failing = startLakeProcess(dir).then((again) => again.kill())
    await expect(failing).rejects.toThrow(
      /log\.ndjson is missing\. Nothing was changed\. What to do: docs\/operating\.md[^\n]*\n$/,
    )
  })

  it('CMS-11 does not import the sample in place of lost content', async () => {
    const dir = temporaryFolder()
    folders.push(dir)
    writeFileSync(join(dir, 'sample.json'), '"loaded"')
    const failing = startLakeProcess(dir, { LAKE_SAMPLE: dir }).then((again) => again.kill())
    await expect(failing).rejects.toThrow('The content is missing')
  })
})
