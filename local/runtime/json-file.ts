import { readFileSync } from 'node:fs'
import { writeAtomically } from '../../shared/node/atomic-file.ts'

/** The file's content; undefined if it is missing or not JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Replaces the file atomically. */
export function writeJson(file: string, value: unknown, mode = 0o644): void {
  writeAtomically(file, `${JSON.stringify(value, null, 2)}\n`, mode)
}
