import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { type Child, startChild } from '#local/runtime/child.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()
let holder: Child | undefined

afterAll(async () => {
  await holder?.stop(0)
  folder.remove()
})

async function rows(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const result = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return result.rows
}

function processId(): number {
  return Number.parseInt(readFileSync(join(folder.path, 'pg17/postmaster.pid'), 'utf8'), 10)
}

describe('the Postgres stand-in', () => {
  it('starts on a new folder, on loopback and with a password only', async () => {
    const { url, stop } = await startPostgres(folder.path)
    expect(await rows(url, 'show server_version_num')).toEqual([
      { server_version_num: expect.stringMatching(/^17/) },
    ])
    expect(await rows(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect(statSync(join(folder.path, 'password')).mode & 0o777).toBe(0o600)
    const stranger = url.replace(/:[^:@]+@/, ':wrong@')
    await expect(rows(stranger, 'select 1')).rejects.toThrow('password authentication failed')
    await stop()
    await expect(rows(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })

  it('loses no data when its parent is killed, and restarts on the same port', async () => {
    holder = startChild({
      name: 'The holder',
      args: [join(import.meta.dirname, 'processes/hold-postgres.ts'), folder.path],
      folder: process.cwd(),
      env: {},
    })
    const { url } = await holder.ready
    await rows(String(url), 'create table kept as select generate_series(1, 1000) as n')
    await expect(startPostgres(folder.path)).rejects.toThrow('is already in use by process')
    const before = processId()
    // With a timeout of 0 it is killed with SIGKILL.
    await holder.stop(0)
    const again = await startPostgres(folder.path)
    expect(again.url).toBe(url)
    expect(processId()).not.toBe(before)
    expect(await rows(again.url, 'select count(*)::int as count from kept')).toEqual([
      { count: 1000 },
    ])
    await again.stop()
  })

  it('starts although another program has the process id in its pid file', async () => {
    const stale = `${process.pid}\n/elsewhere\n1\n1\n\n127.0.0.1\n\nready\n`
    writeFileSync(join(folder.path, 'pg17/postmaster.pid'), stale)
    const { url, stop } = await startPostgres(folder.path)
    expect(await rows(url, 'select count(*)::int as count from kept')).toEqual([{ count: 1000 }])
    await stop()
  })
})
