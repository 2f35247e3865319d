import { join } from 'node:path'
import { startChild } from '#local/runtime/child.ts'
import { EXIT_WITH_PARENT } from '#local/runtime/site.ts'

/** Starts a sleeper as `npm start` starts its processes, and tells its process id. */
const child = startChild({
  name: 'The sleeper',
  args: [...EXIT_WITH_PARENT, join(import.meta.dirname, 'sleeper.ts')],
  folder: process.cwd(),
  env: {},
})
process.send?.(await child.ready)
