import { databaseClock } from '#core/server/database/clock.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import { createLogger } from '#core/server/logger.ts'
import { eventTurns } from '#events/server/event-turns.ts'
import { paymentsService } from '#payments/server/payments.ts'
import { slotsOf } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { CHARITY, sealer } from '#tests/integration/booking/booking-setup.ts'
import { paidEvent } from '#tests/integration/payments/payment-scenario.ts'
import { type ModelProvider, modelProvider } from './model-provider.ts'
import { eventSigner } from './signed-events.ts'

/** Every lease is over then. */
const LATER_SECONDS = 120
/** The holds of those who pay are over then, but not those of patients who took their place. */
const AFTER_HOLDS_SECONDS = 1_500
const MANY_TURNS = 100

async function serviceOf(database: SqlDatabase, { gateway }: ModelProvider) {
  const clock = await databaseClock(database)
  return paymentsService(
    {
      database,
      clock,
      logger: createLogger('silent'),
      sealer,
      limiter: createLimiter(database, (text) => sealer.lookup(text, 'limit')),
      turns: eventTurns(MANY_TURNS),
      siteUrl: 'https://halyard.example',
      charity: async () => CHARITY,
      hasGrant: async () => true,
      nudgeJobs: () => {},
      placesChanged: () => {},
    },
    gateway,
  )
}

/** The payment services on a database and a provider in this process. */
export async function historyWorld(options: { forgetsKeys?: boolean } = {}) {
  const test = await testDatabase({ poolMax: 10 })
  const { database } = test
  const signer = eventSigner()
  const provider = modelProvider({ verifyWebhook: signer.verify, ...options })
  const laterDatabase = test.open({ poolMax: 4, clockOffsetSeconds: LATER_SECONDS })
  const later = await serviceOf(laterDatabase, provider)
  const finalDatabase = test.open({ poolMax: 4, clockOffsetSeconds: AFTER_HOLDS_SECONDS })
  const final = await serviceOf(finalDatabase, provider)
  let free: { eventId: number; slot: Date }[] = []
  let filling: Promise<void> | undefined

  async function fill(): Promise<void> {
    const eventId = await paidEvent(database)
    free = (await slotsOf(database, eventId)).map((slot) => ({ eventId, slot }))
  }

  return {
    database,
    finalDatabase,
    provider,
    signer,
    payments: await serviceOf(database, provider),
    /** The same service two minutes later. */
    later,
    faults: [] as string[],
    /** A slot with one place, for one history. */
    async nextSlot() {
      for (;;) {
        const next = free.pop()
        if (next !== undefined) return next
        filling ??= fill().finally(() => {
          filling = undefined
        })
        await filling
      }
    },
    /** What the sweeps find after the holds are over. */
    async sweepAfterHolds() {
      await database.query('update app.payments set checked_at = null, lease_until = null')
      await final.sweep()
    },
    /** Runs the job of each refund of the payment so many times at once. */
    async makeRefunds(paymentId: string, times: number) {
      const { rows } = await database.query<{ refund_id: string }>(
        'select refund_id from app.refunds where payment_id = $1',
        [paymentId],
      )
      await Promise.all(
        rows.flatMap(({ refund_id }) =>
          Array.from({ length: times }, () => later.refund(refund_id)),
        ),
      )
    },
    close: () => test.close(),
  }
}
export type HistoryWorld = Awaited<ReturnType<typeof historyWorld>>
