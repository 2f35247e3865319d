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
import { writeBuild } from './hand-made.ts'
import type { Answer, Content } from './site-process.ts'

export const SECRET = 'a-secret-of-the-tests'
const PROCESS = join(import.meta.dirname, 'site-process.ts')
/** No connection is kept: one that the server has given up meanwhile would be no fault of its. */
const ONE_CALL = new Agent({ keepAlive: false })
const GIVE_UP_MS = 40_000

/** A folder with a first build, in which a site can be started, killed and started again. */
export function siteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-publishing-'))
  writeBuild(join(folder, 'first'), 'first')
  setContent(folder, { version: 'first' })
  return folder
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** What the next build is made of. */
export const setContent = (folder: string, content: Content) =>
  writeFileSync(join(folder, 'content.json'), JSON.stringify(content))

/** Asks again and again until `look` answers something; a fault of the site when it never does. */
export async function until<Value>(
  look: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  const end = Date.now() + GIVE_UP_MS
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await pause(10)
  }
  throw new Error('It never came to pass.')
}

export type Page = { status: number | undefined; headers: IncomingHttpHeaders; text: string }

export type Site = {
  readonly child: ChildProcess
  readonly folder: string
  get(path: string, agent?: Agent): Promise<Page>
  /** The version that a page shows. */
  shown(path?: string): Promise<string | undefined>
  /** Sends the notice that the lake sends, and answers the status. */
  notify(notice?: object): Promise<number>
  /** Publishes and waits until the page shows it, and the publication has ended. */
  publish(version: string): Promise<void>
  heap(): Promise<number>
  log(): string
  /** As by a power cut. */
  kill(): Promise<void>
}

async function told<Name extends 'ready' | 'heap'>(
  child: ChildProcess,
  name: Name,
): Promise<number> {
  for (;;) {
    const [answer] = (await once(child, 'message')) as [Answer]
    if (name in answer) return (answer as Record<Name, number>)[name]
  }
}

/** Starts the site's process on `folder`, with what is said in the environment. */
export async function startSite(folder: string, env: Record<string, string> = {}): Promise<Site> {
  const logFile = join(folder, 'site.log')
  const log = openSync(logFile, 'a')
  const child = fork(PROCESS, {
    execArgv: ['--expose-gc'],
    env: { FOLDER: folder, SECRET, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const port = await Promise.race([
    told(child, 'ready'),
    exited.then(() => {
      throw new Error(`The site ended:\n${readFileSync(logFile, 'utf8')}`)
    }),
  ])
  const ask = (path: string, agent = ONE_CALL) => request(port, path, agent)
  const shown = async (path = '/') => /Build ([\w-]+)</.exec((await ask(path)).text)?.[1]
  const notify = (notice: object = { _id: 'news-x', _type: 'newsArticle', operation: 'update' }) =>
    send(port, JSON.stringify(notice))
  return {
    child,
    folder,
    get: ask,
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
      return await told(child, 'heap')
    },
    log: () => readFileSync(logFile, 'utf8'),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await exited
    },
  }
}

/** A signed notice. */
async function send(port: number, body: string): Promise<number> {
  const signature = await encodeSignatureHeader(body, Date.now(), SECRET)
  const answer = await fetch(`http://127.0.0.1:${port}/api/content-webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      connection: 'close',
      [SIGNATURE_HEADER_NAME]: signature,
    },
    body,
  })
  await answer.arrayBuffer()
  return answer.status
}

function request(port: number, path: string, agent: Agent): Promise<Page> {
  return new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port, path, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status, headers } = response
        resolve({ status, headers, text: Buffer.concat(chunks).toString() })
      })
    })
    asked.on('error', reject)
  })
}
