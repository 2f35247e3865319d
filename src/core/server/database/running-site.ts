import { setTimeout } from 'node:timers/promises'
import { CONNECTION_NAME } from '#core/server/database/database.ts'

const OTHER_CONNECTIONS = {
  name: 'other-connections',
  text: `select exists (select from pg_stat_activity
    where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()) as running`,
} as const
/** Postgres lists a closed connection until its backend has ended, so a process that has just stopped still seems to run. */
const ENDING_MS = 2000
const PAUSE_MS = 50

/** The refusal of a command that needs the site stopped. */
export const SITE_IS_RUNNING = 'The site is running on this database: stop it first.'

type Query = (
  statement: typeof OTHER_CONNECTIONS,
  values: string[],
) => Promise<readonly { running: boolean }[]>

/** Whether the site, or another command, is connected to this database, and stays connected for two seconds. */
export async function isSiteRunning(query: Query): Promise<boolean> {
  const end = performance.now() + ENDING_MS
  for (;;) {
    const [found] = await query(OTHER_CONNECTIONS, [CONNECTION_NAME])
    if (found?.running !== true) return false
    if (performance.now() >= end) return true
    await setTimeout(PAUSE_MS)
  }
}
