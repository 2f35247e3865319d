import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { constants } from 'node:os'
import type { PublishingFailure } from '#core/rules/publishing-status.ts'

/** Why a build failed, from its log: nothing of the content but the addresses of pages. */
export type BuildCause = {
  readonly kind: Extract<
    PublishingFailure,
    'page' | 'disk' | 'content-lake' | 'program' | 'killed' | 'unknown'
  >
  /** The system's code of an error, such as ENOSPC. */
  readonly code?: string | undefined
  /** The pages that could not be made. */
  readonly pages: readonly string[]
}

/** The error is at the end; a log of a thousand pages is shorter. */
const READ_BYTES = 2 ** 20

const CODES = new RegExp(`\\b(${Object.keys(constants.errno).join('|')}|EAI_AGAIN|ENOTFOUND)\\b`)
const DISK = /^(ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)$/
const LAKE = /^(ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)$/
/** Node reports a folder that it may not make in a read-only file system in this way. */
const CANNOT_MAKE_FOLDER = 'ENOENT: no such file or directory, mkdir'
/** As Astro reports it. */
const PAGE = /Caught error rendering (\/[\w./-]{0,200}):/g

function endOf(file: string): string {
  const opened = openSync(file, 'r')
  try {
    const { size } = fstatSync(opened)
    const bytes = Buffer.alloc(Math.min(size, READ_BYTES))
    readSync(opened, bytes, 0, bytes.length, size - bytes.length)
    return String(bytes)
  } finally {
    closeSync(opened)
  }
}

function kindOf(code: string, pages: readonly string[]): BuildCause['kind'] {
  if (DISK.test(code)) return 'disk'
  if (LAKE.test(code)) return 'content-lake'
  return pages.length > 0 ? 'page' : 'unknown'
}

/** The cause that the system's code of an error names. */
export function causeOfError(error: unknown): BuildCause {
  const { code } = error as NodeJS.ErrnoException
  return { kind: kindOf(code ?? '', []), code, pages: [] }
}

/** The cause of a failed build that a log names. */
export function causeInLog(file: string): BuildCause {
  try {
    const text = endOf(file)
    const pages = [...new Set([...text.matchAll(PAGE)].map(([, page = '']) => page))]
    const code = CODES.exec(text)?.[0]
    const kind = text.includes(CANNOT_MAKE_FOLDER) ? 'disk' : kindOf(code ?? '', pages)
    return { kind, code, pages }
  } catch {
    // No log could be written.
    return { kind: 'disk', pages: [] }
  }
}
