import { createServer } from 'node:http'
import { Registry } from 'prom-client'
import type { Metrics } from '#app/metrics/metrics.ts'
import { causeOf } from '#core/server/cause.ts'
import type { MetricsAddress } from '#core/server/config/env.ts'
import type { Logger } from '#core/server/logger.ts'

/** A process that ends still has the port for a while. */
const AGAIN_MS = 5_000

/** Serves `GET /metrics` at an address that is not the site's. The site runs without it: a port that is in use is logged and tried again. */
export function serveMetrics(
  { text }: Pick<Metrics, 'text'>,
  address: MetricsAddress,
  logger: Logger,
): { close(): void } {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const fail = (error: Error) => {
      logger.error({ error: causeOf(error) }, 'the metrics cannot be read')
      response.writeHead(500).end()
    }
    text().then(
      (body) =>
        response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body),
      fail,
    )
  })
  let again: NodeJS.Timeout | undefined
  const listen = () => void server.listen({ ...address, exclusive: true })
  server.on('error', (error: NodeJS.ErrnoException) => {
    logger.warn({ ...address, code: error.code }, 'the metrics cannot be served: trying again')
    again = setTimeout(listen, AGAIN_MS).unref()
  })
  server.on('listening', () => logger.info(address, 'serving metrics'))
  listen()
  return {
    close() {
      clearTimeout(again)
      server.close()
      server.closeAllConnections()
    },
  }
}
