import { describe, expect, test } from 'vitest'
import { paymentTables } from '#payments/commands/payments-list.ts'
import { requestRefund } from '#payments/server/database/refunds.ts'
import { elsewhereScenario } from './elsewhere-scenario.ts'
import { refundsOf, runRefund, soon } from './payment-ends.ts'
import { appointmentOf, stateOf } from './payment-scenario.ts'
import { siteSetup } from './payment-setup.ts'

const site = siteSetup()
const { database, paid, cancel, atProvider, dueOf, returnedAtProvider } = elsewhereScenario(site)

describe('a refund by hand at the provider', () => {
  test('PAY-08 of a part is a refund of the payment, and ours returns only the rest', async () => {
    const subject = await paid()
    await site.paypal.set({ webhooks: 'twice' })
    await atProvider('refund', subject, '10.00')
    await soon(async () => expect(await refundsOf(site, subject)).toHaveLength(1))
    await site.paypal.set({ webhooks: 'off' })
    await cancel(subject)
    await soon(async () =>
      expect(await refundsOf(site, subject)).toEqual([
        { state: 'done', amount_pence: 1_000 },
        { state: expect.stringMatching(/due|done/), amount_pence: 1_500 },
      ]),
    )
    const { rows } = await database().query<{ refund_id: string }>(
      `select refund_id from app.refunds where payment_id = $1 and amount_pence = 1500`,
      [subject.paymentId],
    )
    await runRefund(site, rows[0]?.refund_id ?? '')
    expect(await returnedAtProvider(subject)).toBe(2_500)
    expect(await stateOf(database(), subject.paymentId)).toBe('refunded')
  })

  test('PAY-12 PAY-08 beside one of ours whose answer was lost does not make the provider return ours again', async () => {
    const subject = await paid()
    await site.paypal.set({ faults: [{ call: 'refund', mode: 'lose' }] })
    const by = { operator: 'Ada Quill', note: 'late start' }
    const asked = await requestRefund(database(), {
      paymentId: subject.paymentId,
      pence: 500,
      ...by,
    })
    if (!asked.ok) throw new Error(asked.reason)
    // Its own job would ask again, with the answer, before the refund by hand.
    await database().query(
      `update app.jobs set run_at = run_at + interval '1 hour' where dedupe_key = $1`,
      [asked.refundId],
    )
    await runRefund(site, asked.refundId)
    expect(await returnedAtProvider(subject)).toBe(500)
    await site.paypal.set({ faults: [], webhooks: 'on' })
    await atProvider('refund', subject, '2.00')
    await soon(async () => expect(await dueOf(subject)).toMatchObject([{ amount_pence: 300 }]))
    await runRefund(site, (await dueOf(subject))[0]?.refund_id ?? '')
    expect(await dueOf(subject)).toEqual([])
    expect(await returnedAtProvider(subject)).toBe(700)
    expect((await refundsOf(site, subject)).filter(({ state }) => state === 'done').length).toBe(2)
  })

  test('PAY-08 of everything ends the payment, and operators see the place that is still booked', async () => {
    const subject = await paid()
    await site.paypal.set({ webhooks: 'on' })
    await atProvider('refund', subject)
    await soon(async () =>
      expect(await refundsOf(site, subject)).toEqual([{ state: 'done', amount_pence: 2_500 }]),
    )
    expect(await stateOf(database(), subject.paymentId)).toBe('refunded')
    expect((await appointmentOf(database(), subject.holdId))?.status).toBe('booked')
    expect(await paymentTables(database())).toMatch(
      new RegExp(`all the money is back:[^]*${subject.paymentId} +refunded[^]*Newest`),
    )
  })

  test.each([
    ['10.00', 'a part', 1_500],
    [undefined, 'everything', 0],
  ] as const)(
    'PAY-08 of %s pounds that no event told of is found when ours is asked for (%s)',
    async (value, _part, rest) => {
      const subject = await paid()
      await atProvider('refund', subject, value)
      await cancel(subject)
      for (const { refund_id: id } of await dueOf(subject)) await runRefund(site, id)
      for (const { refund_id: id } of await dueOf(subject)) await runRefund(site, id)
      expect(await dueOf(subject)).toEqual([])
      const done = (await refundsOf(site, subject)).filter(({ state }) => state === 'done')
      expect(done.map(({ amount_pence: pence }) => pence).sort()).toEqual(
        [2_500 - rest, rest].filter((pence) => pence > 0).sort(),
      )
      expect(await returnedAtProvider(subject)).toBe(2_500)
      expect(await stateOf(database(), subject.paymentId)).toBe('refunded')
    },
  )
})
