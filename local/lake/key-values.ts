import { existsSync, readFileSync } from 'node:fs'
import { writeAtomically } from '../../shared/node/atomic-file.ts'

/** Settings that the Studio stores per user: recent searches, sort orders, dismissed hints. */
export function openKeyValues(file: string) {
  const entries = new Map<string, unknown>(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, unknown][]) : [],
  )
  return {
    get: (user: string, key: string) => entries.get(`${user} ${key}`) ?? null,
    set(user: string, pairs: readonly { key: string; value: unknown }[]) {
      for (const { key, value } of pairs) entries.set(`${user} ${key}`, value)
      writeAtomically(file, JSON.stringify([...entries]))
    },
  }
}
