import { statSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Health } from '#app/health.ts'
import { figuresRegistry } from '#app/metrics/figures.ts'
import { figuresReader } from '#app/metrics/read-figures.ts'
import { type RequestMetrics, requestMetrics } from '#app/metrics/request-metrics.ts'
import type { Live } from '#content/server/publishing/releases/live.ts'
import { MANIFEST_FILE } from '#content/server/publishing/releases/manifest.ts'
import type { Database } from '#core/server/database/database.ts'
import { VERSION } from '#core/server/version.ts'

export type MetricsDeps = {
  readonly database: Database
  readonly services: { readonly health: { check(): Promise<Health> } }
  readonly live: Pick<Live, 'current'>
}

export type Metrics = RequestMetrics & {
  /** All metrics of this process in the text format of Prometheus. Never rejects because a service is down. */
  text(): Promise<string>
}

function releaseSeconds({ current }: Pick<Live, 'current'>): number {
  const file = statSync(join(current.dir, MANIFEST_FILE), { throwIfNoEntry: false })
  return file === undefined ? Number.NaN : Math.max(0, (Date.now() - file.mtimeMs) / 1000)
}

/** The metrics of this process for Prometheus (decision 044). */
export function createMetrics({ database, services, live }: MetricsDeps): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const readFigures = figuresReader(database, services.health)
  return {
    ...requestMetrics(register),
    async text() {
      const figures = figuresRegistry(await readFigures(), {
        connections: database.connections(),
        releaseSeconds: releaseSeconds(live),
        version: VERSION,
      })
      return await Registry.merge([register, figures]).metrics()
    },
  }
}
