import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentState } from '#payments/rules/payment.ts'
import { abandonPayment, noteOrder, settlePayment } from '#payments/server/database/payments.ts'
import { requestRefund } from '#payments/server/database/refunds.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  appointmentOf,
  capture,
  inState,
  type Payer,
  refundsOf,
  settle,
  stateOf,
} from './payment-scenario.ts'

const STATES = [
  'creating',
  'ordered',
  'capturing',
  'pending',
  'booked',
  'declined',
  'abandoned',
  'refund_due',
  'refunded',
] as const satisfies PaymentState[]

type Subject = Payer & { paymentId: string }
type Scenario = { db: SqlDatabase; later: SqlDatabase; subject: Subject }

const OVER_SECONDS = 16 * 60

/** Everything that can happen to a payment. */
const EVENTS = {
  'the order is noted': ({ db, subject }) =>
    noteOrder(db, subject.paymentId, `ORDER-${subject.paymentId}`),
  'the patient pays': ({ db, subject }) => capture(db, subject.paymentId, subject.profileId),
  'the lease is over, and a process goes on': ({ later, subject }) =>
    capture(later, subject.paymentId, subject.profileId),
  'money was taken': ({ db, subject }) => settle(db, subject.paymentId),
  'money was taken, the hold is over': ({ later, subject }) => settle(later, subject.paymentId),
  'the provider waits': ({ db, subject }) => settle(db, subject.paymentId, 'PENDING'),
  'the card is declined': ({ db, subject }) => settle(db, subject.paymentId, 'DECLINED'),
  'the provider refuses': ({ db, subject }) =>
    settlePayment(db, { paymentId: subject.paymentId, issue: 'PAYER_ACTION_REQUIRED' }),
  'nothing is known': ({ db, subject }) => settlePayment(db, { paymentId: subject.paymentId }),
  'there is no capture': ({ db, subject }) => abandonPayment(db, subject.paymentId),
  'there is no capture, the hold is over': ({ later, subject }) =>
    abandonPayment(later, subject.paymentId),
  'the patient cancels': ({ db, subject }) =>
    db.query('select booking.cancel_appointment($1, $2)', [subject.holdId, subject.profileId]),
  'the event is cancelled': ({ db, subject }) =>
    db.query('select booking.cancel_event($1)', [subject.eventId]),
  'an operator returns £1': ({ db, subject }) =>
    requestRefund(db, {
      paymentId: subject.paymentId,
      pence: 100,
      operator: 'Ada Quill',
      note: 'goodwill',
      again: true,
    }),
  'the refund is made': async ({ db, subject }) => {
    for (const { refund_id } of await refundsOf(db, subject.paymentId)) {
      await db.query(`select booking.finish_refund($1, 'done', null, null)`, [refund_id])
    }
  },
} as const satisfies Record<string, (play: Scenario) => Promise<unknown>>

type Event = keyof typeof EVENTS
/** The state after the event, and the pence that go back or went; without the pence: none more than before. */
type End = readonly [PaymentState, returned?: number]

/** In the order of EVENTS; a state that is missing stays as it is. */
const EXPECTED: Record<Event, Partial<Record<PaymentState, End>>> = {
  'the order is noted': { creating: ['ordered'] },
  'the patient pays': { ordered: ['capturing'] },
  // A hold of fifteen minutes is over then, unless it is under payment.
  'the lease is over, and a process goes on': {},
  'money was taken': {
    creating: ['booked'],
    ordered: ['booked'],
    capturing: ['booked'],
    pending: ['booked'],
    declined: ['booked'],
    abandoned: ['booked'],
  },
  'money was taken, the hold is over': {
    creating: ['booked'],
    ordered: ['booked'],
    capturing: ['booked'],
    pending: ['booked'],
    declined: ['booked'],
    abandoned: ['booked'],
  },
  'the provider waits': {
    creating: ['pending'],
    ordered: ['pending'],
    capturing: ['pending'],
    declined: ['pending'],
    abandoned: ['pending'],
  },
  'the card is declined': {
    creating: ['declined'],
    ordered: ['declined'],
    capturing: ['declined'],
    pending: ['declined'],
  },
  'the provider refuses': {
    creating: ['declined'],
    ordered: ['declined'],
    capturing: ['declined'],
    pending: ['declined'],
  },
  'nothing is known': {},
  'there is no capture': { capturing: ['abandoned'] },
  'there is no capture, the hold is over': {
    creating: ['abandoned'],
    ordered: ['abandoned'],
    capturing: ['abandoned'],
  },
  'the patient cancels': { booked: ['booked', 2_500] },
  'the event is cancelled': { booked: ['booked', 2_500] },
  'an operator returns £1': { booked: ['booked', 100] },
  'the refund is made': { refund_due: ['refunded', 2_499] },
}

const test = perFile(testDatabase)
let db: SqlDatabase
let later: SqlDatabase

beforeAll(async () => {
  db = test.database
  later = test.open({ clockOffsetSeconds: OVER_SECONDS })
})

/** Pence of all refunds that count. */
const returned = async (paymentId: string) =>
  (await refundsOf(db, paymentId))
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amount_pence }) => sum + amount_pence, 0)

const RETURNED_BEFORE: Partial<Record<PaymentState, number>> = {
  refund_due: 2_499,
  refunded: 2_499,
}

describe.each(Object.keys(EVENTS) as Event[])('PAY-07 %s', (event) => {
  it.each(STATES)('when the payment is %s, and once more', async (state) => {
    const subject = await inState(db, state)
    expect(await stateOf(db, subject.paymentId)).toBe(state)
    const [end, pence] = EXPECTED[event][state] ?? [state]
    for (const turn of ['once', 'again']) {
      await EVENTS[event]({ db, later, subject })
      expect(`${turn}: ${await stateOf(db, subject.paymentId)}`).toBe(`${turn}: ${end}`)
      // Each request of an operator is a refund of its own.
      const isRepeated = event === 'an operator returns £1' && pence !== undefined
      const times = isRepeated && turn === 'again' ? 2 : 1
      expect(await returned(subject.paymentId)).toBe((pence ?? RETURNED_BEFORE[state] ?? 0) * times)
    }
    const place = await appointmentOf(db, subject.holdId)
    // A place is kept while money may come, and only then.
    expect(place?.is_pinned ?? false).toBe(
      (end === 'capturing' || end === 'pending') &&
        event !== 'the event is cancelled' &&
        place?.status === 'held',
    )
    expect(await findViolations(db)).toEqual([])
  })
})

describe('whatever happened before', () => {
  it('PAY-07 a payment under capture when its event is cancelled returns what was taken', async () => {
    for (const state of [
      'creating',
      'ordered',
      'capturing',
      'pending',
      'declined',
      'abandoned',
    ] as const) {
      const subject = await inState(db, state)
      await db.query('select booking.cancel_event($1)', [subject.eventId])
      expect(await settle(db, subject.paymentId)).toMatchObject({ state: 'refund_due' })
      expect(await refundsOf(db, subject.paymentId)).toMatchObject([
        { reason: 'cancelled-by-charity', amount_pence: 2_500 },
      ])
      expect((await appointmentOf(db, subject.holdId))?.status).toBe('cancelled')
    }
  })
})
