import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeDurably } from '#content/server/publishing/releases/durable-file.ts'

/** Stands for the build that the process started from, which has no release name. */
export const FIRST_BUILD = 'first'

const name = z.string().check(z.regex(/^(first|\d{8}T\d{9}-[0-9a-f]{8})$/))
const schema = z.object({
  /** The id of the first build. Releases belong to its code. */
  base: z.string(),
  /** The folder of the first build, for commands that get only the releases folder. */
  baseDir: z.string(),
  /** The release that the site shows. */
  live: name,
  /** The release shown before: a rollback returns to it. */
  previous: name,
  /** Set while an operator's rollback shows an earlier release; `previous` is the newest one then. */
  rolledBack: z.optional(z.boolean()),
  /** A digest of what was published when the rollback was noticed. Only other content ends the rollback. */
  answers: z.optional(z.string()),
})

/** Which release the site shows: the content of the file `current`. */
export type CurrentRelease = z.output<typeof schema>

const fileIn = (dir: string) => join(dir, 'current')

/** Reads `current` in the releases folder `dir`; undefined when it is missing or malformed. */
export function readCurrentRelease(dir: string): CurrentRelease | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(dir), 'utf8')))
  } catch {
    return
  }
}

/** Whether the file exists, readable or not. */
export const hasCurrentRelease = (dir: string): boolean => existsSync(fileIn(dir))

/** Writes durably; a running process follows within a second. */
export const writeCurrentRelease = (dir: string, current: CurrentRelease): void =>
  writeDurably(fileIn(dir), `${JSON.stringify(current)}\n`)

export const removeCurrentRelease = (dir: string): void => rmSync(fileIn(dir), { force: true })
