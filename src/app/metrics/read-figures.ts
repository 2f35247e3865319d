import { type Health, inTime, shared } from '#app/health.ts'
import type { Database } from '#core/server/database/database.ts'
import { readJobFigures } from '#core/server/jobs/figures.ts'
import { readPaymentFigures } from '#payments/server/database/payment-lists.ts'

/** Two short statements on one connection. */
async function readStored(database: Database) {
  const started = performance.now()
  return await database.transaction(async (transaction) => ({
    jobs: await readJobFigures(transaction),
    payments: await readPaymentFigures(transaction),
    seconds: (performance.now() - started) / 1000,
  }))
}

export type Figures = {
  readonly health: Health
  /** What the database counts; undefined when it does not respond in time. */
  readonly stored: Awaited<ReturnType<typeof readStored>> | undefined
}

/** Reads what the database and the outside services say, once for all scrapes of some seconds, and with a time limit. */
export const figuresReader = (
  database: Database,
  health: { check(): Promise<Health> },
): (() => Promise<Figures>) =>
  shared(async () => {
    const [state, stored] = await Promise.all([health.check(), inTime(readStored(database))])
    return { health: state, stored }
  })
