import type { ServerResponse } from 'node:http'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Seconds: a response from memory, a hold, a slow page, and the limits of database and providers. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The endpoint of every request that is not for the API: files, pages, tiles, redirects. */
export const SITE = 'site'
/** The endpoint of API requests that match none. */
export const NO_ENDPOINT = 'none'
/** The status of a request whose client left before the whole response was written. */
export const LEFT = 'left'

/** Counts requests by endpoint, which is a name of the contract: never a part of an address, which could hold an id or a token. */
export type RequestMetrics = {
  /** Counts the request of `response` when it ends, for SITE unless an endpoint is named. */
  watch(response: ServerResponse): void
  name(response: ServerResponse, endpoint: string): void
}

export function requestMetrics(register: Registry): RequestMetrics {
  const registers = [register]
  const requests = new Counter({
    name: 'halyard_requests_total',
    help: 'Requests by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'halyard_request_seconds',
    help: 'Time from the arrival of a request until its answer is written.',
    labelNames: ['endpoint'],
    buckets: BUCKETS,
    registers,
  })
  const names = new WeakMap<ServerResponse, string>()
  return {
    watch(response) {
      const started = performance.now()
      response.once('close', () => {
        const endpoint = names.get(response) ?? SITE
        const status = response.writableFinished ? response.statusCode : LEFT
        requests.inc({ endpoint, status })
        seconds.observe({ endpoint }, (performance.now() - started) / 1000)
      })
    },
    name(response, endpoint) {
      names.set(response, endpoint)
    },
  }
}
