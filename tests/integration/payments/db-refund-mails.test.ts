import { describe, expect, it } from 'vitest'
import { runNextJob } from '#app/jobs/loop.ts'
import { cancelEvent } from '#booking/server/database/booking.ts'
import { formatLongDate } from '#core/rules/time.ts'
import { holdRefunds } from '#payments/server/database/refund-holds.ts'
import { finishRefund } from '#payments/server/database/refunds.ts'
import { NO_REFUND } from '#payments/texts/receipt.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { createOutbox } from '#tests/integration/booking/outbox.ts'
import { booked, cancelPaid, refundsOf } from './payment-scenario.ts'
import { DAY, databaseSetup } from './payment-setup.ts'

const OPERATOR = { operator: 'Ada Quill', reason: 'hall flooded' }

const { at, db } = databaseSetup()

/** The text of the patient's mail with this subject, written by a database at this time. */
async function mailTo(profileId: number, subject: RegExp, database = db): Promise<string> {
  const outbox = createOutbox()
  const deps = await outbox.depsFor(database)
  while (await runNextJob(deps, 'urgent-first', ['mail'])) {}
  const { rows } = await db.query<{ email: string }>(
    'select email from app.profiles where profile_id = $1',
    [profileId],
  )
  const mails = outbox.sent.filter(({ to }) => to === rows[0]?.email)
  return mails.find((mail) => subject.test(mail.subject))?.text ?? ''
}
const cancellationMail = (profileId: number, database = db) => mailTo(profileId, /cancel/, database)

async function cancelled(refundState: (refundId: string, paymentId: string) => Promise<unknown>) {
  const who = await booked(db)
  await cancelEvent(db, who.eventId, OPERATOR)
  const [refund] = await refundsOf(db, who.paymentId)
  const { rows } = await db.query<{ id: string; due: string }>(
    'select refund_id as id, due_on::text as due from app.refunds where payment_id = $1',
    [who.paymentId],
  )
  expect(refund).toBeDefined()
  await refundState(rows[0]?.id ?? '', who.paymentId)
  return { ...who, due: formatLongDate(rows[0]?.due ?? '') }
}

const WHERE = 'the card or PayPal account that you paid with (Visa ending in 1881)'
const DELAYED = 'This takes longer than usual'

describe('the mail about a cancelled paid event', () => {
  it('BOOK-10 PAY-08 says how much goes back, when and where', async () => {
    const { profileId, due } = await cancelled(async () => undefined)
    const text = await cancellationMail(profileId)
    expect(text).toContain(`We will return £25.00 to ${WHERE}.`)
    expect(text).toContain(`This can take up to 14 working days. If you do not have it by ${due}`)
    expect(text).not.toContain(DELAYED)
  })

  it('BOOK-10 PAY-08 says so when it is returned already', async () => {
    const { profileId } = await cancelled((refundId) =>
      finishRefund(db, { refundId, state: 'done', providerRefundId: refundId }),
    )
    const text = await cancellationMail(profileId)
    expect(text).toContain(`We have returned £25.00 to ${WHERE}.`)
    expect(text).not.toContain('We will return')
  })

  it.each([
    [
      'was refused by the provider',
      (refundId: string) => finishRefund(db, { refundId, state: 'failed', issue: 'REFUSED' }),
    ],
    [
      'waits because of a dispute',
      (told: string, paymentId: string) =>
        holdRefunds(db, { paymentId, kind: 'dispute', toldId: `told-${told}` }),
    ],
  ])('BOOK-10 PAY-08 promises no day for a refund that %s', async (_, refundState) => {
    const { profileId } = await cancelled(refundState)
    const text = await cancellationMail(profileId)
    expect(text).toContain(`We will return £25.00 to ${WHERE}. ${DELAYED}`)
    expect(text).not.toContain('working days')
  })

  it('BOOK-10 PAY-08 promises no day that has passed', async () => {
    const { profileId } = await cancelled(async () => undefined)
    const text = await cancellationMail(profileId, at(40 * DAY))
    expect(text).toContain(DELAYED)
    // Nor does it invite to book when every event is over.
    expect(text).toContain('No event can be booked at the moment.')
  })

  it('BOOK-10 PAY-08 the mail about a cancellation by the patient has the part that goes back', async () => {
    const who = await booked(db)
    await cancelPaid(db, who, 1_952)
    expect(await cancellationMail(who.profileId)).toContain('We will return £19.52 to')
    const late = await booked(db, { eventId: who.eventId, n: 1 })
    await cancelPaid(db, late, 0)
    const text = await cancellationMail(late.profileId)
    expect(text).toContain(NO_REFUND)
    expect(text).not.toContain('£')
  })

  it('PAY-14 a confirmation that is written after the cancellation promises nothing', async () => {
    const who = await booked(db)
    await cancelPaid(db, who, 1_952)
    const text = await mailTo(who.profileId, /is confirmed$/)
    expect(text).toContain('Your appointment is confirmed.')
    expect(text).not.toMatch(/Cancel by|£|cancel online/)
  })

  it('BOOK-10 says nothing of money at a free event', async () => {
    const eventId = await buildEvent(db)
    const profileId = await buildProfile(db)
    await db.query(`select booking.book_slot($1, $2, $3, 'free', 'free')`, [
      eventId,
      (await slotsOf(db, eventId))[0],
      profileId,
    ])
    await cancelEvent(db, eventId, OPERATOR)
    // Another event can be booked.
    await buildEvent(db)
    const text = await cancellationMail(profileId)
    expect(text).toContain('Please book another event that suits you.')
    expect(text).toContain('will not take place')
    expect(text).not.toMatch(/£|money|paid|refund|back,/i)
  })
})
