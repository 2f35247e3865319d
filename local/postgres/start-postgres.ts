import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { lockFolder } from '../../shared/node/folder-lock.ts'
import { loopback, stablePort } from '../runtime/ports.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { stopOrphan } from './orphan.ts'
import { changeOwner, choosePrivilege, type Privilege } from './privilege.ts'
import { type Server, serverEnv, spawnServer, stopServer, waitUntilReady } from './server.ts'

const run = promisify(execFile)

export type Postgres = {
  /** Address of the database `postgres`, with the superuser's password. */
  url: string
  /** Resolves when the server has stopped and the folder is unlocked. */
  stop: () => Promise<void>
  /** Resolves when the server exits for any reason. */
  ended: Promise<void>
}

/**
 * Starts PostgreSQL 17 on `folder`, which it creates on first use, on 127.0.0.1 and if possible on the same port as
 * before. Throws `FolderInUse` if another running process uses the folder.
 */
export async function startPostgres(folder: string): Promise<Postgres> {
  const home = resolve(folder)
  const lock = lockFolder(home)
  try {
    const { server, port, password } = await start(home)
    const ended = new Promise<void>((done) => server.child.once('exit', () => done()))
    const stop = async () => {
      await stopServer(server)
      lock.release()
    }
    return { url: `postgres://postgres:${password}@${loopback}:${port}/postgres`, stop, ended }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function start(home: string): Promise<{ server: Server; port: number; password: string }> {
  const binaries = await findBinaries()
  const data = join(home, 'pg17')
  const privilege = choosePrivilege(data)
  const passwordFile = join(home, 'password')
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 })
  }
  if (!existsSync(data)) await createData(binaries, privilege, home, data)
  changeOwner(data, privilege)
  await stopOrphan(data)
  const { server, port } = await startServer(binaries, privilege, home, data)
  return { server, port, password: readFileSync(passwordFile, 'utf8') }
}

/** Creates the data in a temporary folder and renames it, so that an interrupted first start leaves no partial data. */
async function createData(
  { initdb }: Binaries,
  privilege: Privilege,
  home: string,
  data: string,
): Promise<void> {
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  changeOwner(draft, privilege)
  const [program = initdb, ...args] = [...privilege.prefix, initdb, '-D', draft]
  const options = ['-U', 'postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C']
  await run(program, [...args, ...options, `--pwfile=${join(home, 'password')}`], {
    cwd: home,
    env: serverEnv,
  })
  renameSync(draft, data)
}

/**
 * Retries two transient errors: the port has been taken in the meantime, or after `kill -9` of an earlier server its
 * worker processes still use the shared memory.
 */
async function startServer(
  binaries: Binaries,
  privilege: Privilege,
  home: string,
  data: string,
): Promise<{ server: Server; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await stablePort(join(home, 'port'))
    const server = spawnServer(binaries, privilege, { folder: home, data, port })
    try {
      await waitUntilReady(server, data)
      return { server, port }
    } catch (error) {
      if (attempt === 20 || !/Address already in use|is still in use/.test(String(error))) {
        throw error
      }
      await pause(250)
    }
  }
}
