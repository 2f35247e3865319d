import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { KEEP_COMPILED, TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { bundled } from '#tests/fixtures/server-bundle.ts'
import { writeBuild } from './sample-build.ts'
import type { Content, Reply } from './site-process.ts'

export const SECRET = 'test-webhook-secret'
const PROCESS = 'tests/integration/content/publishing/site-process.ts'
/** A new connection per request: the server may close a kept connection at any time, which is no fault of the site. */
const NEW_CONNECTION = new Agent({ keepAlive: false })
const TIMEOUT_MS = 40_000

/** A folder with a first build, in which a site can be started, killed and restarted. */
export function siteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-publishing-'))
  writeBuild(join(folder, 'first'), 'first')
  setContent(folder, { version: 'first' })
  return folder
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** Sets the content of the next build. */
export const setContent = (folder: string, content: Content) =>
  writeFileSync(join(folder, 'content.json'), JSON.stringify(content))

/** Polls until `look` returns a value; throws after TIMEOUT_MS. */
export async function until<Value>(
  look: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  const end = Date.now() + TIMEOUT_MS
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await pause(10)
  }
  throw new Error(`The condition was not met within ${TIMEOUT_MS} ms`)
}

export type Page = { status: number | undefined; headers: IncomingHttpHeaders; text: string }

export type Site = {
  readonly child: ChildProcess
  readonly folder: string
  get(path: string, agent?: Agent): Promise<Page>
  /** The version shown on a page. */
  shown(path?: string): Promise<string | undefined>
  /** Sends a webhook request as the lake does; returns the status of the response. */
  notify(notice?: object): Promise<number>
  /** Publishes, and waits until the page shows the version and the publication has ended. */
  publish(version: string): Promise<void>
  heap(): Promise<number>
  log(): string
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>
}

async function messageFrom<Name extends 'ready' | 'heap'>(
  child: ChildProcess,
  name: Name,
): Promise<number> {
  for (;;) {
    const [reply] = (await once(child, 'message')) as [Reply]
    if (name in reply) return (reply as Record<Name, number>)[name]
  }
}

/** Starts the site's process on `folder`; `env` adds to its environment. */
export async function startSite(folder: string, env: Record<string, string> = {}): Promise<Site> {
  const logFile = join(folder, 'site.log')
  const log = openSync(logFile, 'a')
  const child = fork(await bundled(PROCESS), {
    execArgv: ['--expose-gc', ...KEEP_COMPILED],
    env: { ...TEST_PROCESS_ENV, FOLDER: folder, SECRET, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const port = await Promise.race([
    messageFrom(child, 'ready'),
    exited.then(() => {
      throw new Error(`The site ended:\n${readFileSync(logFile, 'utf8')}`)
    }),
  ])
  const getPage = (path: string, agent = NEW_CONNECTION) => request(port, path, agent)
  const shown = async (path = '/') => /Build ([\w-]+)</.exec((await getPage(path)).text)?.[1]
  const notify = (notice: object = { _id: 'news-x', _type: 'newsArticle', operation: 'update' }) =>
    send(port, JSON.stringify(notice))
  return {
    child,
    folder,
    get: getPage,
    shown,
    notify,
    async publish(version) {
      setContent(folder, { version })
      await notify()
      await until(async () => (await shown()) === version)
      await until(() => !existsSync(join(folder, 'releases/requested')))
    },
    async heap() {
      child.send({ heap: true })
      return await messageFrom(child, 'heap')
    },
    log: () => readFileSync(logFile, 'utf8'),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await exited
    },
  }
}

/** Sends a signed webhook request; returns the status. */
async function send(port: number, body: string): Promise<number> {
  const signature = await encodeSignatureHeader(body, Date.now(), SECRET)
  const response = await fetch(`http://127.0.0.1:${port}/api/content-webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      [SIGNATURE_HEADER_NAME]: signature,
    },
    body,
  })
  await response.arrayBuffer()
  return response.status
}

function request(port: number, path: string, agent: Agent): Promise<Page> {
  return new Promise((resolve, reject) => {
    const outgoing = get({ host: '127.0.0.1', port, path, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status, headers } = response
        resolve({ status, headers, text: Buffer.concat(chunks).toString() })
      })
    })
    outgoing.on('error', reject)
  })
}
