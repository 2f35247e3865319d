import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { localKeys } from '#local/runtime/keys.ts'
import { readSettings } from '#local/runtime/settings.ts'
import {
  type Start,
  startAccounts,
  startDatabase,
  startLake,
  startMailbox,
  startMessages,
  startPayments,
} from '#local/runtime/stand-ins.ts'
import { createSupervisor } from '#local/runtime/supervisor.ts'
import { restartDelayMs } from '#shared/restart.ts'
import { TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The stand-ins as `npm start` starts them, without the site; the root has no sample content. */
const folder = temporaryFolder()
const said: string[] = []
const failures: unknown[] = []
const supervisor = createSupervisor({
  report: (line) => said.push(line),
  delayMs: (lives) => (restartDelayMs(lives) ?? 0) / 100,
})
/** An address of each stand-in that answers while it runs. */
const addresses: Record<string, string> = {}
let smtpUrl = ''

beforeAll(async () => {
  supervisor.failure.catch((error: unknown) => failures.push(error))
  const { PATH } = env
  const given = { ...TEST_PROCESS_ENV, PATH, DATA_DIR: folder.path }
  const start: Start = {
    settings: readSettings(folder.path, [], given),
    keys: localKeys(folder.path),
    supervisor,
    progress: { step: () => undefined, print: () => undefined, mute: () => undefined },
  }
  const [database, mail, sms, paypal, lake] = await Promise.all([
    startDatabase(start),
    startMailbox(start),
    startMessages(start),
    startPayments(start),
    startLake(start),
  ])
  smtpUrl = mail?.smtpUrl ?? ''
  const auth = await startAccounts(start, database, smtpUrl, 'Halyard <hello@halyard.example>')
  addresses['mail'] = `${mail?.url}/api/messages`
  addresses['sms'] = `${sms?.url}/api/messages`
  addresses['paypal'] = `${paypal?.url}/control/state`
  addresses['lake'] = `${lake.origin}/v1/ping`
  addresses['auth'] = `${auth}/auth/v1/health`
})
afterAll(async () => {
  await supervisor.stop()
  folder.remove()
})

const restarted = async (name: string) =>
  await vi.waitFor(() => expect(said.at(-1)).toBe(`${name} is running again`), {
    timeout: 20_000,
    interval: 20,
  })

/** The child process that runs `local/<stand-in>/main.ts`. */
function pidOf(standIn: string): number {
  const listing = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const lines = listing.split('\n').map((line) => line.trim().split(/\s+/))
  const own = lines.filter(([, parent]) => Number(parent) === process.pid)
  const line = own.find((words) => words.at(-1)?.endsWith(`/local/${standIn}/main.ts`))
  return Number(line?.[0])
}

/** The key is for the auth stand-in. */
const status = async (url = '') => {
  const headers = { connection: 'close', apikey: localKeys(folder.path).authPublishableKey }
  return (await fetch(url, { headers })).status
}

it.each([
  ['mail', 'The mail stand-in'],
  ['sms', 'The SMS stand-in'],
  ['paypal', 'The PayPal stand-in'],
  ['auth', 'The auth stand-in'],
  ['lake', 'The content lake'],
])('OPS-12 %s answers again at its address after kill -9', async (standIn, name) => {
  const url = addresses[standIn]
  const before = await status(url)
  process.kill(pidOf(standIn), 'SIGKILL')
  await restarted(name)
  expect(said.slice(-2)).toEqual([
    `${name} ended (SIGKILL). Starting it again ...`,
    `${name} is running again`,
  ])
  expect([await status(url), before]).toEqual([200, 200])
  expect(failures).toEqual([])
})

it('OPS-12 mails survive a restart of the mail stand-in', async () => {
  const mail = { from: 'a@halyard.example', to: 'b@halyard.example', subject: 'Kept', text: 'x' }
  await createTransport(smtpUrl).sendMail(mail)
  process.kill(pidOf('mail'), 'SIGKILL')
  await restarted('The mail stand-in')
  await createTransport(smtpUrl).sendMail({ ...mail, subject: 'Later' })
  const list = (await (await fetch(addresses['mail'] ?? '')).json()) as { subject: string }[]
  expect(list.map(({ subject }) => subject)).toEqual(['Later', 'Kept'])
})

it('OPS-12 Postgres is restarted with the same data and port, and the other processes keep running', async () => {
  const file = join(folder.path, 'postgres/pg17/postmaster.pid')
  const postmaster = () => readFileSync(file, 'utf8').split('\n')
  const [pid, , , port] = postmaster()
  process.kill(Number(pid), 'SIGKILL')
  await restarted('Postgres')
  expect(postmaster()[3]).toBe(port)
  expect(postmaster()[0]).not.toBe(pid)
  for (const url of Object.values(addresses)) expect(await status(url)).toBe(200)
  expect(failures).toEqual([])
})
