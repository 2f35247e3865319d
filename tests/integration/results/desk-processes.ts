import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { DeskCall, WorkerStart } from '#tests/integration/results/desk-worker.ts'

const WORKER = fileURLToPath(new URL('./desk-worker.ts', import.meta.url))
const key = () => randomBytes(32).toString('base64')

export type DeskProcess = {
  readonly child: ChildProcess
  /** Rejects when the step fails or the process has ended. */
  call(call: DeskCall): Promise<unknown>
  stop(): Promise<void>
}

/** Starts a process that runs steps of the desk on its own connections. */
export function startDeskProcess(url: string): DeskProcess {
  const start: WorkerStart = { url, data: key(), lookup: key() }
  const child = fork(WORKER, [JSON.stringify(start)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >()
  let last = 0
  child.on('message', ({ id, result, error }: { id: number; result: unknown; error?: string }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.resolve(result)
    else one?.reject(new Error(error))
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the process has ended'))
  })
  return {
    child,
    call: (call) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        child.send({ id: last, call })
      }),
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
