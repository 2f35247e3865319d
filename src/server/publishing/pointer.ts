import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeDurably } from '#server/publishing/durable-file.ts'

/** The build that the process started from, where a release's name would stand. */
export const FIRST = 'first'

const name = z.string().check(z.regex(/^(first|\d{8}T\d{9}-[0-9a-f]{8})$/))
const schema = z.object({
  /** The id of the first build, whose code the releases are of. */
  base: z.string(),
  /** Where the first build lies: what an operator does with releases needs to know no other folder. */
  baseDir: z.string(),
  /** What the site shows, and what it showed before: there a rollback leads. */
  live: name,
  previous: name,
})

/** Which release the site shows. */
export type Pointer = z.output<typeof schema>

const fileIn = (dir: string) => join(dir, 'current')

/** The pointer of the releases in `dir`; undefined when there is none, or none that can be read. */
export function readPointer(dir: string): Pointer | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(dir), 'utf8')))
  } catch {
    return
  }
}

/** Whether there is a pointer, readable or not. */
export const isPointed = (dir: string): boolean => existsSync(fileIn(dir))

/** Points durably; a running process follows within a second. */
export const writePointer = (dir: string, pointer: Pointer): void =>
  writeDurably(fileIn(dir), `${JSON.stringify(pointer)}\n`)

export const removePointer = (dir: string): void => rmSync(fileIn(dir), { force: true })
