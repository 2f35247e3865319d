import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUpLake, hasLake, restoreLake } from '#local/lake/backup.ts'
import { openLake } from '#local/lake/lake.ts'
import { LAKE_DATASET } from '#shared/stand-in-lake.ts'
import { type LakeProcess, startLakeProcess } from '#tests/integration/lake/lake-process.ts'
import { temporaryFolder } from '#tests/integration/lake/test-lake.ts'

const COPIES = 25

let dir: string
const copies: string[] = []

beforeAll(() => {
  dir = temporaryFolder()
})
afterAll(() => {
  for (const folder of [dir, ...copies]) rmSync(folder, { recursive: true, force: true })
})

/** Writes the same number into two documents with every transaction, and a file now and then, until `isOver`. */
async function writePairs(
  { client }: LakeProcess,
  from: number,
  report: (n: number) => void,
  isOver: () => boolean,
) {
  for (let n = from; !isOver(); n += 1) {
    const pair = client.transaction()
    for (const _id of ['left', 'right']) pair.createOrReplace({ _id, _type: 'note', n })
    if (n % 20 === 0) {
      const file = await client.assets.upload('file', Buffer.from(`file ${n}`), {
        filename: 'a.txt',
      })
      pair.createOrReplace({ _id: 'file', _type: 'note', n, asset: file._id })
    }
    await pair.commit()
    report(n)
  }
}

/** The documents of a copy. Opening it replays its log. */
function read(folder: string) {
  const { store } = openLake({ dir: folder, token: 'x' })
  const found = ['left', 'right'].map((id) => Number(store.find(id)?.['n'] ?? 0))
  const history = store.history(['left']).map(({ id }) => id)
  return { found, history }
}

describe('a copy of the content lake', () => {
  it('OPS-03 of a lake that writes is one moment of it, with everything acknowledged before', async () => {
    const lake = await startLakeProcess(dir)
    const before = read(dir).found[0] ?? 0
    let acknowledged = before
    let over = false
    const writing = writePairs(
      lake,
      before + 1,
      (n) => (acknowledged = n),
      () => over,
    )
    const made: { copy: string; atLeast: number }[] = []
    while (made.length < COPIES) {
      const seen = acknowledged
      // Lets the writer continue between two copies.
      await new Promise((resolve) => setImmediate(resolve))
      if (made.length > 0 && acknowledged === made.at(-1)?.atLeast) continue
      const copy = temporaryFolder()
      copies.push(copy)
      made.push({ copy, atLeast: Math.max(seen, acknowledged) })
      backUpLake(dir, copy)
    }
    over = true
    await writing
    await lake.kill()
    for (const { copy, atLeast } of made) {
      const { found, history } = read(copy)
      expect(found[0]).toBe(found[1])
      expect(found[0]).toBeGreaterThanOrEqual(atLeast)
      expect(new Set(history).size).toBe(history.length)
    }
    expect(acknowledged).toBeGreaterThanOrEqual(before + COPIES)
  })

  it('OPS-03 replaces the content that is there, with its files; transformed images are left out', () => {
    const copy = temporaryFolder()
    const target = join(temporaryFolder(), 'lake')
    copies.push(copy, target)
    expect(hasLake(target)).toBe(false)
    const files = backUpLake(dir, copy)
    expect(files.some((file) => file.startsWith('assets'))).toBe(true)
    expect(files).toContain(join(LAKE_DATASET, 'log.ndjson'))
    expect(files.filter((file) => /transformed|told/.test(file))).toEqual([])
    openLake({ dir: target, token: 'x' })
    restoreLake(copy, target)
    expect(hasLake(target)).toBe(true)
    expect(read(target)).toEqual(read(dir))
  })
})
