import { join } from 'node:path'
import { startChild } from '#local/runtime/child.ts'
import { endsWithUs } from '#local/runtime/site.ts'

/** Starts a sleeper as `npm start` starts its processes, and tells its process id. */
const child = startChild({
  name: 'The sleeper',
  args: [...endsWithUs, join(import.meta.dirname, 'sleeper.ts')],
  folder: process.cwd(),
  env: {},
})
process.send?.(await child.ready)
