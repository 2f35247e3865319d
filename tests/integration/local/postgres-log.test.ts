import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { spawnServer, waitUntilReady } from '#local/postgres/server.ts'
import { temporaryFolder } from './temporary-folder.ts'

const { path: folder, remove } = temporaryFolder()
afterAll(remove)

const hasFile = (name: string) =>
  vi.waitFor(() => expect(existsSync(join(folder, name))).toBe(true), 10_000)
const untilFile = (name: string) => `while [ ! -e ${name} ]; do sleep 0.01; done`

/** Starts a shell script in the place of Postgres. */
function start(name: string, ...lines: string[]) {
  const postgres = join(folder, name)
  writeFileSync(postgres, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o700 })
  return spawnServer({ postgres, initdb: '' }, { prefix: [] }, { folder, data: folder, port: 1 })
}

it('OPS-12 a start that fails says why, although a killed server’s processes still write to its log', async () => {
  const killed = start(
    'killed',
    'yes "FATAL:  terminating connection" | head -n 100',
    'touch begun',
    untilFile('failing-began'),
    'yes "FATAL:  terminating connection" | head -n 100',
    'touch ended',
  )
  await hasFile('begun')
  const failing = start(
    'failing',
    'echo "FATAL:  pre-existing shared memory block is still in use"',
    'touch failing-began',
    untilFile('ended'),
    'exit 1',
  )
  await expect(waitUntilReady(failing, folder)).rejects.toThrow(
    /^PostgreSQL did not start: FATAL: {2}pre-existing shared memory block is still in use$/,
  )
  killed.child.kill()
})
