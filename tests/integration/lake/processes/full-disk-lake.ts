import { createRequire, syncBuiltinESMExports } from 'node:module'
import { env } from 'node:process'

/*
 * The lake on a disk that is full while the file LAKE_FULL exists: every write stores a part and then fails, as ENOSPC
 * does. LAKE_FAULT=unprotected: a failed append stays in the log.
 */
const { LAKE_FULL: mark = '', LAKE_FAULT: fault } = env
// The CommonJS module: unlike the namespace of an import, its functions can be replaced.
const fs = createRequire(import.meta.url)('node:fs') as typeof import('node:fs')
const { writeSync, writeFileSync, existsSync } = fs
const isFull = () => existsSync(mark)

function failure(): NodeJS.ErrnoException {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

function half(content: unknown): Uint8Array {
  const bytes = Buffer.from(content as string)
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

Object.assign(fs, {
  writeSync(file: number, content: Uint8Array, offset: number) {
    if (!isFull()) return writeSync(file, content, offset)
    writeSync(file, half(content))
    throw failure()
  },
  writeFileSync(...[file, content, options]: Parameters<typeof writeFileSync>) {
    if (!isFull()) return writeFileSync(file, content, options)
    writeFileSync(file, half(content), options)
    throw failure()
  },
})
if (fault === 'unprotected') Object.assign(fs, { ftruncateSync: () => undefined })
syncBuiltinESMExports()
await import('#local/lake/main.ts')
