import { Agent, request } from 'node:http'

/** One prepared request. */
export type Shot = { path: string; headers: Record<string, string>; body: string }

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

/**
 * Sends requests over `connections` keep-alive connections for `seconds`; each connection sends one at a time. Returns the milliseconds of
 * each answer, and throws at one that is neither made nor refused.
 */
export async function fire(
  port: number,
  { connections, seconds, next }: { connections: number; seconds: number; next: () => Shot },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  const end = performance.now() + seconds * 1000
  const gun = async () => {
    for (let now = performance.now(); now < end; now = performance.now()) {
      const status = await shoot(port, agent, next())
      if (status !== 200 && status !== 201 && status !== 409) throw new Error(`answered ${status}`)
      latencies.push(performance.now() - now)
    }
  }
  await Promise.all(Array.from({ length: connections }, gun))
  agent.destroy()
  return latencies
}
