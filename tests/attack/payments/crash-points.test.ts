import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slotsOf } from '#tests/fixtures/builders.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { moneyFaults } from '#tests/integration/invariants/money-faults.ts'
import { paidEvent } from '#tests/integration/payments/payment-scenario.ts'
import { FAULT_KINDS, type FaultKind } from './faults.ts'
import { bookAndCancel, newPayer, orderAndLeave, type Payer } from './journey.ts'
import { type PaymentSite, paymentSite, untilIdle } from './payment-site.ts'
import { PAYMENT_POINTS, type PaymentPoint } from './points.ts'
import { providerMoney } from './provider-money.ts'

const MOST_VISITS = 4

let site: PaymentSite
let event: { id: number; slots: Date[] }

async function open() {
  site = await paymentSite()
  const id = await paidEvent(site.test.database, { total_spaces: 200, places_per_slot: 10 })
  event = { id, slots: await slotsOf(site.test.database, id) }
}

let turn = 0
const payer = (): Promise<Payer> => {
  turn += 1
  return newPayer(site, event.id, event.slots[turn % event.slots.length] ?? new Date())
}

const faultsNow = async () => moneyFaults(site.life().database, await providerMoney(site.paypal))

/** `npm run attack` fails each point in every way, the short form in one: the ways take turns. */
const kindsAt = (point: PaymentPoint): readonly FaultKind[] => {
  const turns = PAYMENT_POINTS.indexOf(point) % FAULT_KINDS.length
  return FAULT_KINDS.filter((_, n) => IS_LONG || n === turns)
}

const isOfAbandon = (point: PaymentPoint) => /abandon/.test(point)

/** Visits that the process fails, then its restart; how often it failed, and what the visits came to. */
async function failedVisits(point: PaymentPoint, kinds: readonly FaultKind[]) {
  const visits: { payer: Payer; isThrough: boolean }[] = []
  let fired = 0
  for (const kind of kinds) {
    const one = await payer()
    const { fault } = site.life()
    fault.arm(point, kind)
    visits.push({ payer: one, isThrough: await bookAndCancel(site, one) })
    await untilIdle(site)
    fired += Number(fault.hasFired())
  }
  await site.restart()
  await untilIdle(site)
  return { visits, fired }
}

/** The process fails at the point, each time for another patient; a minute later the invariant holds, and the patients go on to the end. */
async function failAt(point: PaymentPoint, kinds: readonly FaultKind[]) {
  const { visits, fired } = await failedVisits(point, kinds)
  const afterRestart = await faultsNow()
  for (const visit of visits) {
    for (let n = 0; n < MOST_VISITS && !visit.isThrough; n += 1) {
      visit.isThrough = await bookAndCancel(site, visit.payer)
    }
  }
  await untilIdle(site)
  const through = visits.filter(({ isThrough }) => isThrough).length
  return { fired, through, afterRestart, atTheEnd: await faultsNow() }
}

/** A patient orders and leaves; the sweep that gives their order up fails. */
async function failAtAbandon(point: PaymentPoint, kind: FaultKind) {
  const isThrough = await orderAndLeave(site, await payer())
  await site.restart()
  const { fault } = site.life()
  fault.arm(point, kind)
  await site.life().wiring.services.payments.sweep()
  const fired = Number(fault.hasFired())
  await site.restart()
  await untilIdle(site)
  const { rows } = await site
    .life()
    .database.query(`select from app.payments where concluded_at is null`)
  return { fired, isThrough, open: rows.length, faults: await faultsNow() }
}

describe('a process that fails while a patient pays', () => {
  beforeAll(open)
  afterAll(() => site.close())

  it.for(PAYMENT_POINTS.filter((point) => !isOfAbandon(point)))(
    'PAY-07 BOOK-12 %s: unanswered, refused or killed there, a minute later each captured pound has one appointment or is back',
    async (point) => {
      const kinds = kindsAt(point)
      const all = kinds.length
      expect(await failAt(point, kinds)).toEqual({
        fired: all,
        through: all,
        afterRestart: [],
        atTheEnd: [],
      })
    },
  )

  it.for(
    PAYMENT_POINTS.filter(isOfAbandon).flatMap((point) =>
      kindsAt(point).map((kind) => [point, kind] as const),
    ),
  )('PAY-07 %s, %s: a minute later no order is left open', async ([point, kind]) => {
    expect(await failAtAbandon(point, kind)).toEqual({
      fired: 1,
      isThrough: true,
      open: 0,
      faults: [],
    })
  })
})

/** Without the sweep, money that was taken in the moment of a crash stays unknown. */
const withoutSweep = (database: SqlDatabase) =>
  patchFunction(database, 'booking.claim_payments', (text) =>
    text.replace('where y.concluded_at is null', 'where false and y.concluded_at is null'),
  )

/** Money without a place is settled without the refund. */
const withoutRefund = (database: SqlDatabase) =>
  patchFunction(database, 'booking.add_refund', (text) =>
    text.replace("perform app.queue_work('refund'", "perform app.queue_work('nothing'"),
  )

describe('the same without a safeguard', () => {
  beforeEach(open)
  afterEach(() => site.close())

  it('loses money without the sweep', async () => {
    await withoutSweep(site.test.database)
    const { afterRestart } = await failAt('after-capture', ['kill'])
    expect(afterRestart.map(({ violated }) => violated)).toContain(
      'money was taken that no payment has',
    )
  })

  it('keeps money that is owed without the job of the refund', async () => {
    await withoutRefund(site.test.database)
    const { atTheEnd } = await failAt('after-settle', ['kill'])
    expect(atTheEnd.map(({ violated }) => violated)).toContain('a refund is owed and not made')
  })
})
