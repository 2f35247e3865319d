import { beforeAll, describe, expect, it } from 'vitest'
import { slotsOf } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { moneyFaults } from '#tests/integration/invariants/money-faults.ts'
import { paidEvent } from '#tests/integration/payments/payment-scenario.ts'
import { bookAndCancel, newPayer, orderAndLeave } from './journey.ts'
import { PAYMENT_POINTS, type PaymentPoint } from './points.ts'
import { paymentProcesses } from './processes.ts'
import { providerMoney } from './provider-money.ts'

/** `npm run attack` kills at every point. */
const POINTS: readonly PaymentPoint[] = IS_LONG ? PAYMENT_POINTS : ['after-capture']
const MOST_VISITS = 4
const LONGEST_MS = 120_000

const test = perFile(testDatabase)
const site = perFile(() =>
  paymentProcesses(test.url, { program: 'tests/attack/payments/server-that-dies.ts' }),
)
let event: { id: number; slots: Date[] }

beforeAll(async () => {
  const id = await paidEvent(test.database, { total_spaces: 200, places_per_slot: 10 })
  event = { id, slots: await slotsOf(test.database, id) }
})

const faultsNow = async () => {
  const found = await moneyFaults(site.database(), await providerMoney(site.paypal))
  return found.map(({ violated }) => violated)
}

/** A visit that a server may end; a lost connection is not through. */
const tried = (visit: Promise<boolean>) => visit.catch(() => false)

/** The process ends at the point. Answers whether it did. */
async function killAt(point: PaymentPoint, n: number) {
  const env = { KILL_AT: point }
  const slot = event.slots[n % event.slots.length] ?? new Date()
  await site.later(/abandon/.test(point) ? {} : env)
  const payer = await newPayer(site, event.id, slot)
  let isThrough = /abandon/.test(point)
    ? await orderAndLeave(site, payer)
    : await tried(bookAndCancel(site, payer))
  const [server] = site.servers
  // The sweep at its start meets the order that was left.
  if (/abandon/.test(point)) await site.later(env).catch(() => undefined)
  await server?.ended()
  await site.later()
  await site.untilIdle()
  const afterRestart = await faultsNow()
  for (let visits = 0; visits < MOST_VISITS && !isThrough; visits += 1) {
    isThrough = await bookAndCancel(site, payer)
  }
  await site.untilIdle()
  return { isThrough, afterRestart, atTheEnd: await faultsNow() }
}

describe('the server’s process, killed while a patient pays', () => {
  it.for(POINTS.map((point, n) => [point, n] as const))(
    'PAY-07 BOOK-12 %s: a minute later each captured pound has one appointment or is back',
    { timeout: LONGEST_MS },
    async ([point, n]) => {
      expect(await killAt(point, n)).toEqual({ isThrough: true, afterRestart: [], atTheEnd: [] })
    },
  )
})
