import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '#content/server/publishing/releases/durable-file.ts'

/** A file: content was published that is not on the pages yet. It survives a restart. */
export type BuildRequest = {
  /** Writes a new request durably and returns its id. Throws when it cannot be written. */
  write(): string
  /** The id of the request on the disk; undefined when there is none. */
  readId(): string | undefined
  /** When it was written, in milliseconds since 1970; undefined when there is none. */
  writtenAt(): number | undefined
  /** Throws when it cannot be deleted. */
  clear(): void
}

/** The request file in the releases folder `dir`. `npm run releases -- build` writes it too. */
export function buildRequestIn(dir: string): BuildRequest {
  const file = join(dir, 'requested')
  const found = <Value>(read: () => Value): Value | undefined => {
    try {
      return read()
    } catch {
      // Missing or unreadable.
      return
    }
  }
  return {
    write() {
      const id = randomUUID()
      writeDurably(file, id)
      return id
    },
    readId: () => found(() => readFileSync(file, 'utf8')),
    writtenAt: () => found(() => statSync(file).mtimeMs),
    clear: () => rmSync(file, { force: true }),
  }
}
