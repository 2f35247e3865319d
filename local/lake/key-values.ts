import { existsSync, readFileSync } from 'node:fs'
import { writeAtomically } from '../../shared/node/atomic-file.ts'

const MAX_ENTRIES = 1_000
/** Characters of all settings. Each change writes the whole file. */
const MAX_LENGTH = 2_000_000

export type KeyValue = { key: string; value: unknown }

/** Settings that the Studio stores per user: recent searches, sort orders, dismissed hints. */
export type KeyValues = {
  get: (user: string, key: string) => unknown
  set: (user: string, pairs: readonly KeyValue[]) => void
}

export function openKeyValues(file: string): KeyValues {
  const entries = new Map<string, unknown>(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, unknown][]) : [],
  )
  return {
    get: (user, key) => entries.get(`${user} ${key}`) ?? null,
    set(user, pairs) {
      for (const { key, value } of pairs) {
        entries.delete(`${user} ${key}`)
        entries.set(`${user} ${key}`, value)
      }
      writeAtomically(file, withinLimits(entries))
    },
  }
}

/** Deletes the oldest entries beyond the limits. Returns the others as JSON. */
function withinLimits(entries: Map<string, unknown>): string {
  const lengths = [...entries].map((entry) => JSON.stringify(entry).length)
  let length = lengths.reduce((sum, one) => sum + one, 0)
  for (const oldest of entries.keys()) {
    if (entries.size <= MAX_ENTRIES && length <= MAX_LENGTH) break
    entries.delete(oldest)
    length -= lengths.shift() ?? 0
  }
  return JSON.stringify([...entries])
}
