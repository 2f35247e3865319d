import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** The file's content, or undefined when it is missing or not JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Writes the whole file at once, so that nobody ever reads half of it. */
export function writeJson(file: string, value: unknown, mode = 0o644): void {
  const draft = `${file}.new`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode })
  renameSync(draft, file)
}
