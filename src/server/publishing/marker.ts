import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '#server/publishing/durable-file.ts'

/** The note on the disk that something was published and is not yet on the pages. */
export type Marker = {
  /** Notes it, durably; answers the note's name. Throws when the disk does not take it. */
  set(): string
  /** The name of the note that lies there. */
  read(): string | undefined
  /** When it was written, in milliseconds; undefined when there is none. */
  setAt(): number | undefined
  /** Throws when the disk refuses. */
  clear(): void
}

/** The marker of the releases in `dir`. `npm run releases -- build` sets it from outside. */
export function markerIn(dir: string): Marker {
  const file = join(dir, 'requested')
  const found = <Value>(read: () => Value): Value | undefined => {
    try {
      return read()
    } catch {
      // Not there, or not readable: a site does not end for that.
      return
    }
  }
  return {
    set() {
      const name = randomUUID()
      writeDurably(file, name)
      return name
    },
    read: () => found(() => readFileSync(file, 'utf8')),
    setAt: () => found(() => statSync(file).mtimeMs),
    clear: () => rmSync(file, { force: true }),
  }
}
