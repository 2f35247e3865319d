import { Agent } from 'node:http'
import type { Page, Site } from './start-site.ts'

const CONNECTIONS = 3
const PATHS = ['/', '/news', '/event/1', '/missing', '/_astro/style.first.css', '/throw', '/500']

/** Counts responses, and lists those that were wrong. */
export type LoadResult = { responses: number; faults: string[] }

export type Load = {
  /** From now on a response with an older version than this one is a fault. */
  expectAtLeast(number: number): void
  hasFault(like: RegExp): boolean
  stop(): Promise<LoadResult>
}

const STATUS: Record<string, number> = { '/missing': 404, '/500': 404, '/throw': 500 }

const numberOf = (version: string | undefined) => (version === 'first' ? 0 : Number(version))

/** The fault of a response, if any; version `least` was already shown when its request started. */
function faultOf(path: string, { status, headers, text }: Page, least: number): string | undefined {
  if (status !== (STATUS[path] ?? 200)) return `${path} answered ${status}`
  if (path.startsWith('/_astro/')) return
  const body = /(?:Build|settings of) ([\w-]+)/.exec(text)?.[1]
  const policy = /sha256-([\w-]+)/.exec(String(headers['content-security-policy']))?.[1]
  if (path !== '/event/1' && policy !== body) return `${path}: body ${body}, policy ${policy}`
  if (!(numberOf(body) >= least)) return `${path}: ${body} after ${least} was shown`
  return
}

/** Visitors, each on a keep-alive connection, request one page after the other. */
export function startLoad(site: Site): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const result: LoadResult = { responses: 0, faults: [] }
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
      result.responses += 1
      if (fault !== undefined) result.faults.push(fault)
    }
  }
  const visitors = Array.from({ length: CONNECTIONS }, visitor)
  return {
    expectAtLeast(number) {
      least = number
    },
    hasFault: (like) => result.faults.some((fault) => like.test(fault)),
    async stop() {
      running = false
      await Promise.all(visitors)
      agent.destroy()
      return result
    },
  }
}
