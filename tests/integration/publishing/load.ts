import { Agent } from 'node:http'
import type { Page, Site } from './a-site.ts'

const CONNECTIONS = 8
const PATHS = ['/', '/news', '/event/1', '/missing', '/_astro/style.first.css', '/throw', '/500']

/** What visitors saw meanwhile. */
export type Seen = { answers: number; faults: string[] }

export type Load = {
  /** From now on nobody may see an older version than this one. */
  atLeast(number: number): void
  stop(): Promise<Seen>
}

const STATUS: Record<string, number> = { '/missing': 404, '/500': 404, '/throw': 500 }

const numberOf = (version: string | undefined) => (version === 'first' ? 0 : Number(version))

/** What is wrong with an answer that began when `least` was shown already. */
function faultOf(path: string, { status, headers, text }: Page, least: number): string | undefined {
  if (status !== (STATUS[path] ?? 200)) return `${path} answered ${status}`
  if (path.startsWith('/_astro/')) return
  const body = /(?:Build|settings of) ([\w-]+)/.exec(text)?.[1]
  const policy = /sha256-([\w-]+)/.exec(String(headers['content-security-policy']))?.[1]
  if (path !== '/event/1' && policy !== body) return `${path}: body ${body}, policy ${policy}`
  if (!(numberOf(body) >= least)) return `${path}: ${body} after ${least} was shown`
  return
}

/** Visitors on eight connections that are kept alive, who ask for one page after the other. */
export function startLoad(site: Site): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const seen: Seen = { answers: 0, faults: [] }
  let least = 0
  let running = true
  const visitor = async (_: unknown, index: number) => {
    for (let turn = index; running; turn += 1) {
      const path = PATHS[turn % PATHS.length] ?? '/'
      const since = least
      const fault = await site.get(path, agent).then(
        (page) => faultOf(path, page, since),
        (error: Error) => `${path}: ${error.message}`,
      )
      seen.answers += 1
      if (fault !== undefined) seen.faults.push(fault)
    }
  }
  const visitors = Array.from({ length: CONNECTIONS }, visitor)
  return {
    atLeast(number) {
      least = number
    },
    async stop() {
      running = false
      await Promise.all(visitors)
      agent.destroy()
      return seen
    },
  }
}
