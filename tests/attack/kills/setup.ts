import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { recordHistory } from '#tests/integration/invariants/find-violations.ts'
import type { Subjects } from './patient.ts'
import { type KilledServer, killedServer } from './servers.ts'
import { buildSubjects } from './subjects.ts'

/** Two running server processes on one database with events. */
export type Setup = {
  readonly servers: readonly [KilledServer, KilledServer]
  readonly urls: readonly string[]
  readonly subjects: Subjects
  /** Kills the processes and removes their folders. */
  close(): Promise<void>
}

/** `program` replaces `server.ts` by one with a fault; `hasOnePlace`: the events have one place each. */
export type SetupOptions = { readonly program?: string; readonly hasOnePlace?: boolean }

export async function openSetup(
  database: SqlDatabase,
  databaseUrl: string,
  { program, hasOnePlace }: SetupOptions = {},
): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-kills-'))
  const prepare = (name: string) =>
    killedServer({ folder: join(folder, name), databaseUrl, ...(program && { program }) })
  const subjects = await buildSubjects(database, hasOnePlace)
  await recordHistory(database)
  const servers = [await prepare('first'), await prepare('second')] as const
  await Promise.all(servers.map((server) => server.start()))
  return {
    servers,
    urls: servers.map(({ url }) => url),
    subjects,
    async close() {
      await Promise.all(servers.map((server) => server.kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
