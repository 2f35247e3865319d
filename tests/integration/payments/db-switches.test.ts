import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent } from '#booking/server/database/booking.ts'
import { noteDispute } from '#payments/server/database/disputes.ts'
import { requestRefund } from '#payments/server/database/refunds.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  appointmentOf,
  booked,
  hold,
  inState,
  order,
  PRICE,
  payer,
  settle,
} from './payment-scenario.ts'
import { DAY } from './payment-setup.ts'

/** Replaces texts of a function by others; each must be there. */
const change = (
  database: SqlDatabase,
  name: string,
  pairs: readonly (readonly [string, string])[],
) =>
  patchFunction(database, name, (text) =>
    pairs.reduce((copy, [from, to]) => {
      expect(copy).toContain(from)
      return copy.replaceAll(from, to)
    }, text),
  )

/** A function that forgets a protection. */
const forgets = {
  pin: (db: SqlDatabase) =>
    change(db, 'booking.pin_hold', [['where appointment_id', 'where false and appointment_id']]),
  pinOnRelease: (db: SqlDatabase) =>
    change(db, 'booking.release_hold', [[' and unpinned_end is null', '']]),
  payment: async (db: SqlDatabase) => {
    const check = 'booking.price_of(e) > 0 and '
    await change(db, 'booking.book_slot', [[check, 'false and ']])
    await change(db, 'booking.confirm_appointment', [[check, 'false and ']])
  },
  locks: async (db: SqlDatabase) => {
    await change(db, 'booking.lock_payment', [
      [' for no key update', ''],
      [' for update', ''],
    ])
    await change(db, 'booking.place_for_payment', [[' for update', '']])
  },
  refundLock: (db: SqlDatabase) => change(db, 'booking.request_refund', [[' for update', '']]),
}

const rulesIn = async (db: SqlDatabase) =>
  [...new Set((await findViolations(db)).map(({ violated }) => violated))].sort()

let kept: TestDatabase
const broken = perFile(testDatabase)

beforeAll(async () => {
  kept = await testDatabase()
})
afterAll(async () => {
  expect(await findViolations(kept.database)).toEqual([])
  await kept.close()
})

/** A payment is captured for a day; meanwhile another patient asks for the place. Answers what the payer gets. */
async function slowCapture(test: TestDatabase): Promise<string | undefined> {
  const subject = await inState(test.database, 'capturing')
  const later = test.open({ clockOffsetSeconds: DAY })
  const profileId = await buildProfile(test.database)
  await hold(later, { ...subject, profileId }).catch(() => undefined)
  return (await settle(later, subject.paymentId))?.state
}

/** The patient releases the hold in another tab while the payment is captured. */
async function releasedMeanwhile(test: TestDatabase): Promise<string | undefined> {
  const { holdId, profileId } = await inState(test.database, 'capturing')
  const release = test.database.query('select booking.release_hold($1, $2)', [holdId, profileId])
  await release.catch(() => undefined)
  return (await appointmentOf(test.database, holdId))?.status
}

const bookFree = async ({ database }: TestDatabase) => {
  const who = await payer(database)
  const values = [who.eventId, who.slot, who.profileId]
  await database
    .query(`select booking.book_slot($1, $2, $3, 'free-of-charge', 'paid')`, values)
    .catch(() => undefined)
  return (await appointmentOf(database, who.holdId))?.status
}

/** Both payments of a hold settle at the same time; answers their states, or 'failed'. */
async function settleBoth({ database }: TestDatabase): Promise<string[]> {
  const who = await payer(database)
  const ids = [await order(database, who), await order(database, who)]
  const ends = await Promise.allSettled(ids.map((id) => settle(database, id)))
  return ends
    .map((end) => (end.status === 'fulfilled' ? (end.value?.state ?? 'none') : 'failed'))
    .sort()
}

/** Four operators return £10 of £25 at the same time; answers how much was promised. */
async function refundFourTimes({ database }: TestDatabase): Promise<number> {
  const { paymentId } = await booked(database)
  const asked = { paymentId, pence: 1_000, operator: 'Ada Quill', note: 'x', again: true }
  await Promise.allSettled([1, 2, 3, 4].map(() => requestRefund(database, asked)))
  const { rows } = await database.query<{ pence: number }>(
    'select coalesce(sum(amount_pence), 0)::int as pence from app.refunds where payment_id = $1',
    [paymentId],
  )
  return rows[0]?.pence ?? 0
}

/** The payer's bank takes the money back, and the event is cancelled; answers what is returned as well. */
async function takenBackAndCancelled({ database }: TestDatabase): Promise<number> {
  const { paymentId, eventId } = await booked(database)
  const dispute = { disputeId: paymentId, paymentId, kind: 'reversal', amountPence: PRICE } as const
  expect(await noteDispute(database, dispute)).toBe('noted')
  expect(await noteDispute(database, dispute)).toBe('known')
  await cancelEvent(database, eventId, { operator: 'Ada Quill', reason: 'x' })
  const { rows } = await database.query<{ pence: number }>(
    'select coalesce(sum(amount_pence), 0)::int as pence from app.refunds where payment_id = $1',
    [paymentId],
  )
  return rows[0]?.pence ?? 0
}

describe('without one protection the same scenario loses a place or money', () => {
  it('BOOK-12 the hold under payment: without it another patient takes the place that is being paid for', async () => {
    expect(await slowCapture(kept)).toBe('booked')
    await forgets.pin(broken.database)
    expect(await slowCapture(broken)).toBe('refund_due')
    await inState(broken.database, 'capturing')
    expect(await rulesIn(broken.database)).toContain(
      'BOOK-12 a hold that ends while it is paid for',
    )
  })

  it('BOOK-12 the guard of appointments: without it a release that skips the check ends the hold', async () => {
    await forgets.pinOnRelease(kept.database)
    expect(await releasedMeanwhile(kept)).toBe('held')
    const open = await testDatabase()
    await forgets.pinOnRelease(open.database)
    await open.database.query(
      'alter table app.appointments disable trigger appointments_guard, drop constraint appointments_pinned',
    )
    expect(await releasedMeanwhile(open)).toBe('cancelled')
    await open.close()
  })

  it('PAY-07 the constraint trigger: without it functions that skip the price check book unpaid places', async () => {
    await forgets.payment(kept.database)
    expect(await bookFree(kept)).toBe('held')
    const open = await testDatabase()
    await forgets.payment(open.database)
    await open.database.query(
      'alter table app.appointments disable trigger appointments_paid_update',
    )
    expect(await bookFree(open)).toBe('booked')
    expect(await rulesIn(open.database)).toContain(
      'PAY-07 an unpaid place of an event with a price',
    )
    await open.close()
  })

  it('PAY-07 the locks of a settlement: without them two payments of one hold meet at the unique index', async () => {
    for (let n = 0; n < 5; n += 1) expect(await settleBoth(kept)).toEqual(['booked', 'refund_due'])
    const open = await testDatabase()
    await forgets.locks(open.database)
    // All have looked before one of them writes.
    await change(open.database, 'booking.settle_captured', [
      ['  update app.payments', '  perform pg_catalog.pg_sleep(0.3);\n  update app.payments'],
    ])
    expect(await settleBoth(open)).toContain('failed')
    await open.close()
  })

  it('PAY-12 what was taken back: without it a cancellation returns the same money once more', async () => {
    expect(await takenBackAndCancelled(kept)).toBe(0)
    const open = await testDatabase()
    await change(open.database, 'booking.taken_back_of', [["'reversal'", "'nothing'"]])
    expect(await takenBackAndCancelled(open)).toBe(PRICE)
    await open.close()
  })

  it('PAY-08 the guard of refunds: without it and its lock more goes back than was taken', async () => {
    expect(await refundFourTimes(kept)).toBe(2_000)
    const open = await testDatabase()
    await forgets.refundLock(open.database)
    await change(open.database, 'booking.add_refund', [
      [
        '  insert into app.refunds',
        '  perform pg_catalog.pg_sleep(0.3);\n  insert into app.refunds',
      ],
    ])
    expect(await refundFourTimes(open)).toBe(2_000)
    await open.database.query('alter table app.refunds disable trigger refunds_guard')
    expect(await refundFourTimes(open)).toBeGreaterThan(PRICE)
    expect(await rulesIn(open.database)).toEqual(['PAY-08 more back than was taken'])
    await open.close()
  })
})
