import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '#tests/fixtures/database.ts'
import type { Operation, Outcome } from '#tests/integration/booking/races/operations.ts'

/** What `worker.ts` is asked to do. */
export type WorkerRequest =
  | { kind: 'connect'; url: string; poolMax: number }
  | { kind: 'disconnect' }
  | { kind: 'operation'; operation: Operation }

/** Worker processes connected to one database. */
export type ConnectedWorkers = {
  /** Runs the operations in this order, one per free connection; outcomes have the order of the operations. */
  perform(operations: readonly Operation[]): Promise<Outcome[]>
  /** Closes the connections; the processes can be connected again. */
  disconnect(): Promise<void>
}

export type WorkerProcesses = {
  /** Opens a pool of `poolMax` connections in every process. */
  connect(test: Pick<TestDatabase, 'url'>, poolMax: number): Promise<ConnectedWorkers>
  stop(): Promise<void>
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))

type Send = (request: WorkerRequest) => Promise<Outcome | null>

/** Starts one process. `send` resolves with the worker's answer and rejects when the process has ended. */
function startWorker(): { child: ChildProcess; send: Send } {
  const child = fork(WORKER, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  type Waiting = { resolve: (outcome: Outcome | null) => void; reject: (error: Error) => void }
  const waiting = new Map<number, Waiting>()
  let last = 0
  child.on('message', ({ id, outcome }: { id: number; outcome: Outcome | null }) => {
    waiting.get(id)?.resolve(outcome)
    waiting.delete(id)
  })
  const fail = () => {
    for (const { reject } of waiting.values()) reject(new Error('the worker process has ended'))
    waiting.clear()
  }
  child.once('error', fail)
  child.once('exit', fail)
  const send: Send = (request) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      child.send({ id: last, request })
    })
  return { child, send }
}

const stopped = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.disconnect()
  })

async function performAll(
  senders: readonly Send[],
  operations: readonly Operation[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = operations.entries()
  await Promise.all(
    senders.map(async (send) => {
      for (const [at, operation] of queue) {
        const outcome = await send({ kind: 'operation', operation })
        if (outcome !== null) outcomes[at] = outcome
      }
    }),
  )
  return outcomes
}

/** Starts `count` processes, once per test file. Stop them in `afterAll`. */
export function startWorkers(count: number): WorkerProcesses {
  const workers = Array.from({ length: count }, startWorker)
  const sendToAll = (request: WorkerRequest) =>
    Promise.all(workers.map(({ send }) => send(request)))
  return {
    async connect({ url }, poolMax) {
      await sendToAll({ kind: 'connect', url, poolMax })
      // One sender per connection, the processes in turn: neighbouring operations run in different processes.
      const senders = Array.from({ length: poolMax }, () => workers.map(({ send }) => send)).flat()
      return {
        perform: (operations) => performAll(senders, operations),
        async disconnect() {
          await sendToAll({ kind: 'disconnect' })
        },
      }
    },
    async stop() {
      await Promise.all(workers.map(({ child }) => stopped(child)))
    },
  }
}

/** Counts outcomes by kind: 'done', the reason, or 'failed' with the code and message of Postgres. */
export function countOutcomes(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { reason, failure } of outcomes) {
    const kind = failure ? `failed ${failure.code}: ${failure.message}` : (reason ?? 'done')
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
