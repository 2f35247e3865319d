import { Agent, request } from 'node:http'

/** One prepared request. */
export type Shot = { path: string; headers: Record<string, string>; body: string }

/** Responses per second, latencies in milliseconds, and the number of responses per status. */
export type Measured = {
  perSecond: number
  p50: number
  p99: number
  statuses: Map<number, number>
}

type Run = { latencies: number[]; statuses: Map<number, number> }

function shoot(port: number, agent: Agent, { path, headers, body }: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', agent, method: 'POST', path, headers },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    outgoing.once('error', reject).end(body)
  })
}

/** Sends requests over `connections` keep-alive connections for `seconds`; each connection sends one at a time. */
export async function fire(
  port: number,
  options: { connections: number; seconds: number; next: () => Shot },
): Promise<Run & { seconds: number }> {
  const { connections, seconds, next } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const run: Run = { latencies: [], statuses: new Map() }
  const started = performance.now()
  const end = started + seconds * 1000
  const gun = async () => {
    for (let now = performance.now(); now < end; now = performance.now()) {
      const status = await shoot(port, agent, next())
      run.latencies.push(performance.now() - now)
      run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, gun))
  agent.destroy()
  return { ...run, seconds: (performance.now() - started) / 1000 }
}

/** The value below which the part `q` of the sorted values lies. */
export const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

/** Combines several runs of one case. */
export function summarise(runs: readonly (Run & { seconds: number })[]): Measured {
  const latencies = runs.flatMap((run) => run.latencies).sort((a, b) => a - b)
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0)
  const statuses = new Map<number, number>()
  for (const run of runs) {
    for (const [status, count] of run.statuses) {
      statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
  }
  return {
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    statuses,
  }
}
