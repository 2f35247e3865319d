import { existsSync, readFileSync } from 'node:fs'
import { writeAtomically } from '../../shared/node/atomic-file.ts'

const MAX_ENTRIES = 1_000

/** Settings that the Studio stores per user: recent searches, sort orders, dismissed hints. */
export type KeyValues = {
  get: (user: string, key: string) => unknown
  set: (user: string, key: string, value: unknown) => void
}

export function openKeyValues(file: string): KeyValues {
  const entries = new Map<string, unknown>(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, unknown][]) : [],
  )
  return {
    get: (user, key) => entries.get(`${user} ${key}`) ?? null,
    set(user, key, value) {
      entries.delete(`${user} ${key}`)
      entries.set(`${user} ${key}`, value)
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_ENTRIES) break
        entries.delete(oldest)
      }
      writeAtomically(file, JSON.stringify([...entries]))
    },
  }
}
