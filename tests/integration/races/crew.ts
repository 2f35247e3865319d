import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Operation, Outcome } from '#tests/integration/races/operations.ts'

/** Several processes that work on one database at the same time. */
export type Crew = {
  /** All operations in this order, as many at once as there are connections; outcomes in the order given. */
  perform(operations: readonly Operation[]): Promise<Outcome[]>
  end(): Promise<void>
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))

type Hand = (operation: Operation) => Promise<Outcome>

/** One process as a function: give it an operation, get its outcome. */
async function hire(url: string, poolMax: number): Promise<{ child: ChildProcess; hand: Hand }> {
  const child = fork(WORKER, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map<number, (outcome: Outcome) => void>()
  let last = 0
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('message', () => resolve())
    child.send({ url, poolMax })
  })
  child.on('message', ({ id, outcome }: { id: number; outcome: Outcome }) => {
    waiting.get(id)?.(outcome)
    waiting.delete(id)
  })
  const hand: Hand = (operation) =>
    new Promise((resolve) => {
      last += 1
      waiting.set(last, resolve)
      child.send({ id: last, operation })
    })
  return { child, hand }
}

const gone = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.disconnect()
  })

/** Starts the processes; each has `poolMax` connections. End them in `afterAll`. */
export async function startCrew(
  url: string,
  options: { processes: number; poolMax: number },
): Promise<Crew> {
  const { processes, poolMax } = options
  const workers = await Promise.all(Array.from({ length: processes }, () => hire(url, poolMax)))
  const hands = workers.flatMap(({ hand }) => Array.from({ length: poolMax }, () => hand))
  return {
    async perform(operations) {
      const outcomes: Outcome[] = []
      const queue = operations.entries()
      // Neighbours in the list go to different processes.
      const shuffled = hands.map(
        (_, n) => hands[(n % processes) * poolMax + Math.floor(n / processes)],
      )
      await Promise.all(
        shuffled.map(async (hand) => {
          for (const [at, operation] of queue) {
            if (hand !== undefined) outcomes[at] = await hand(operation)
          }
        }),
      )
      return outcomes
    },
    async end() {
      await Promise.all(workers.map(({ child }) => gone(child)))
    },
  }
}

/** How many outcomes there are of each kind: 'done', a reason, or 'failed' with Postgres' code and words. */
export function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { reason, failure } of outcomes) {
    const kind = failure ? `failed ${failure.code}: ${failure.message}` : (reason ?? 'done')
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
