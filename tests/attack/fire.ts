import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { randomOf } from './random.ts'
import { type Attacked, type RawExchange, rawExchange } from './raw-requests.ts'

export type Attack = {
  readonly port: number
  /** The Origin that the API accepts. */
  readonly siteUrl: string
  readonly seed: number
  readonly requests: number
  /** The process under attack, for its memory and its open files. */
  readonly pid: number
  /** How long the process may take to close the connections after the last request. */
  readonly settledWithinMs?: number
  /** The time after which the client of an unanswered request sends FIN. */
  readonly patienceMs?: number
  /** Measures the memory of the process in MB; without it its resident memory is read. */
  readonly memory?: () => Promise<number>
  /** Without it the website. */
  readonly attacked?: Attacked
}

export type AttackReport = {
  readonly requests: number
  /** Whether the same process still runs. */
  readonly survived: boolean
  /** How many responses had each status. */
  readonly statuses: Readonly<Record<number, number>>
  /** Requests that were answered with 500 or more: the status, and the bytes sent, shortened. */
  readonly serverFaults: readonly string[]
  /** Memory in MB after the first fifth of the run, and at its end. Resident memory: the highest value in the second fifth, and at the end. */
  readonly memoryMb: { readonly early: number; readonly late: number }
  /** Open files before the attack, and after all connections were closed. */
  readonly files: { readonly before: number; readonly after: number }
}

const CONNECTIONS = 24
/** Many requests are incomplete, and the server waits for the rest of them: after this time the client sends FIN. */
const PATIENCE_MS = 300
/** A complete request is answered, also on a busy machine. */
const LONGEST_MS = 3_000
const STATUS = /HTTP\/1\.1 (\d{3}) [A-Z]/g
/** The length of a match. */
const STATUS_LENGTH = 'HTTP/1.1 200 O'.length
const SHOWN = 600

/** Collects the statuses of responses from pieces of any size, without 100. Each byte is searched once: responses can be large. */
function statusReader(): { read(chunk: string): void; statuses: number[] } {
  const statuses: number[] = []
  let rest = ''
  return {
    statuses,
    read(chunk) {
      const text = rest + chunk
      let end = 0
      for (const match of text.matchAll(STATUS)) {
        end = match.index + STATUS_LENGTH
        if (match[1] !== '100') statuses.push(Number(match[1]))
      }
      rest = text.slice(Math.max(end, text.length - STATUS_LENGTH + 1))
    },
  }
}

/** Sends one exchange, and answers the statuses of the responses until either side closes. Never rejects. */
function exchange(
  { port, patienceMs = PATIENCE_MS }: Attack,
  { pieces, ending, requests }: RawExchange,
): Promise<number[]> {
  return new Promise((resolve) => {
    const { statuses, read } = statusReader()
    const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const patience = setTimeout(() => socket.end(), patienceMs)
    const longest = setTimeout(() => socket.destroy(), LONGEST_MS)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      read(String(chunk))
      // The last response has begun; the rest of it is cut, as by a visitor who leaves.
      if (statuses.length >= requests) setImmediate(() => socket.destroy())
    })
    socket.on('error', () => socket.destroy())
    socket.on('end', () => socket.end())
    socket.once('close', () => {
      clearTimeout(patience)
      clearTimeout(longest)
      resolve(statuses)
    })
    const [first, ...rest] = pieces
    const finish = () => {
      if (ending === 'half-closes') socket.end()
      if (ending === 'cuts') socket.destroy()
      if (ending === 'resets') socket.resetAndDestroy()
    }
    socket.once('connect', () => {
      socket.setNoDelay(true)
      socket.write(first ?? '', () => {
        if (rest.length === 0) return finish()
        setImmediate(() => socket.write(Buffer.concat(rest), finish))
      })
    })
  })
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/fd`)

/** Resident memory in MB; 0 when the process has ended. Linux only. */
function memoryOf(pid: number): number {
  if (!isAlive(pid)) return 0
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return (pages * 4096) / 2 ** 20
}

/** Open files; 0 when the process has ended, also before its parent has noticed: an ordinary user then cannot read the folder. */
function filesOf(pid: number): number {
  try {
    return isAlive(pid) ? readdirSync(`/proc/${pid}/fd`).length : 0
  } catch {
    return 0
  }
}

/** The open files when the process has closed the connections of the attack, or the time is over. */
async function settledFiles(pid: number, before: number, withinMs: number): Promise<number> {
  const end = Date.now() + withinMs
  while (filesOf(pid) > before && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return filesOf(pid)
}

const shown = ({ pieces, ending }: RawExchange) =>
  `${ending}: ${JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, SHOWN))}`

/** Fires seeded hostile requests from several connections at a time, and reports what the server made of them. */
export async function fire(attack: Attack): Promise<AttackReport> {
  const { siteUrl, pid } = attack
  const random = randomOf(attack.seed)
  const statuses: Record<number, number> = {}
  const serverFaults: string[] = []
  const before = filesOf(pid)
  let sent = 0
  let early = 0
  const { memory } = attack
  const fifth = attack.requests / 5
  const client = async (until: number) => {
    while (sent < until) {
      const next = rawExchange(random, siteUrl, attack.attacked)
      sent += next.requests
      if (!memory && sent <= 2 * fifth) early = Math.max(early, memoryOf(pid))
      for (const status of await exchange(attack, next)) {
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status >= 500) serverFaults.push(`${status} ${shown(next)}`)
      }
    }
  }
  const fireUntil = (until: number) =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => client(until)))
  const measure = async () => (memory && isAlive(pid) ? await memory() : memoryOf(pid))
  await fireUntil(fifth)
  early = memory ? await measure() : 0
  await fireUntil(attack.requests)
  const after = await settledFiles(pid, before, attack.settledWithinMs ?? 10_000)
  return {
    requests: sent,
    survived: isAlive(pid),
    statuses,
    serverFaults,
    memoryMb: { early, late: await measure() },
    files: { before, after },
  }
}
