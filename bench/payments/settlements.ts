import { randomUUID } from 'node:crypto'
import type { Database } from '#core/server/database/database.ts'
import {
  beginCapture,
  beginPayment,
  noteOrder,
  settlePayment,
} from '#payments/server/database/payments.ts'
import type { Patient, Place } from '../booking/prepare.ts'

type Settling = { readonly paymentId: string; readonly amountPence: number }

/** Runs `work` for every value, `atOnce` of them at a time. */
export async function each<Value>(
  values: readonly Value[],
  atOnce: number,
  work: (value: Value, n: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < values.length) {
      const n = next
      next += 1
      await work(values[n] as Value, n)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

type Query = (sql: string, values: unknown[]) => Promise<unknown>

/** Payments whose capture was begun, one per patient, spread over the places. */
export async function prepareSettlements(
  database: Database,
  query: Query,
  patients: readonly Patient[],
  places: readonly Place[],
): Promise<Settling[]> {
  const settlings: Settling[] = []
  await each(patients, 8, async ({ profileId }, n) => {
    const place = places[n % places.length]
    if (place === undefined) throw new Error('There are no places.')
    await query('select booking.hold_slot($1, $2, $3, $4, 15)', [
      place.eventId,
      place.slot,
      profileId,
      `settle-${profileId}`,
    ])
    const paymentId = randomUUID()
    const payment = { paymentId, profileId, eventId: place.eventId, requestId: 'bench' }
    const begun = await beginPayment(database, payment)
    if (!begun.ok) throw new Error(`payment: ${begun.reason}`)
    await noteOrder(database, paymentId, `ORDER-${paymentId}`)
    await beginCapture(database, { paymentId, profileId, leaseSeconds: 600 })
    settlings.push({ paymentId, amountPence: begun.amountPence })
  })
  return settlings
}

/** Settles them all; answers how many per second. Throws when one was not booked. */
export async function settleAll(
  database: Database,
  settlings: readonly Settling[],
  atOnce: number,
): Promise<number> {
  const started = performance.now()
  await each(settlings, atOnce, async ({ paymentId, amountPence }) => {
    const settled = await settlePayment(database, {
      paymentId,
      capture: {
        id: `CAPTURE-${paymentId}`,
        status: 'COMPLETED',
        amountPence,
        currency: 'GBP',
        at: new Date(),
        cardBrand: 'VISA',
        cardLastDigits: '1881',
      },
    })
    if (settled?.state !== 'booked') throw new Error(`settled as ${settled?.state}`)
  })
  return settlings.length / ((performance.now() - started) / 1000)
}
