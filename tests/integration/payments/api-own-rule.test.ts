import { beforeAll, describe, expect, test } from 'vitest'
import {
  cancelAppointment,
  createAppointment,
  listUpcomingAppointments,
} from '#booking/contract/appointments.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { formatPounds } from '#core/rules/money.ts'
import { addDays, type IsoDate, londonDate, londonInstant } from '#core/rules/time.ts'
import { getEvent } from '#events/contract/events.ts'
import { getReceipt } from '#payments/contract/own-payments.ts'
import {
  type RefundableOnWire,
  refundableBy,
  refundableOf,
} from '#payments/contract/payment-on-wire.ts'
import { getCheckout } from '#payments/contract/payments.ts'
import { refundDeadline } from '#payments/rules/refund.ts'
import { cancellationSentences, refundSentences } from '#payments/texts/cancelling.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { chargedSite } from './charged-site.ts'
import { elsewhereScenario } from './elsewhere-scenario.ts'
import { pay, payingPatient } from './paying-site.ts'
import { allReturned, soon } from './payment-ends.ts'
import { holidaysOf } from './payment-scenario.ts'

const site = chargedSite()
const database = () => site.service.db.database
const PRICE = 2_000
const TODAY = londonDate(new Date())
const NOON = '12:00'

/** The three days after today are bank holidays: the refund of the day after them is over, although it can still be cancelled. */
beforeAll(async () => {
  for (const days of [1, 2, 3]) {
    await database().query(
      `insert into app.bank_holidays (day, holiday_name, added_by) values ($1, 'Test', 'Ada Quill') on conflict do nothing`,
      [addDays(TODAY, days)],
    )
  }
})

/** The first day on whose noon cancelling still returns money. */
async function lastInTime(): Promise<IsoDate> {
  const holidays = await holidaysOf(database())
  for (let day = addDays(TODAY, 5); ; day = addDays(day, 1)) {
    if (refundDeadline(londonInstant(day, NOON), holidays) > new Date()) return day
  }
}

const DISTANCES: [string, () => IsoDate | Promise<IsoDate>, number, boolean][] = [
  ['long before', () => addDays(TODAY, 60), 1_952, true],
  ['on the last day for a refund', lastInTime, 1_952, true],
  ['after the deadline of the refund', () => addDays(TODAY, 4), 0, true],
  ['within 48 hours', () => addDays(TODAY, 1), 0, false],
]

async function patientAt(day: IsoDate, pricePence: number) {
  const eventId = await buildEvent(database(), {
    ...{ event_on: day, start_time: NOON, end_time: '13:00', total_spaces: 6 },
    ...{ price_pence: pricePence, payment_required: pricePence > 0, exclusive_for: 'CORPORATE' },
  })
  const patient = await payingPatient(site, { eventId })
  const startsAt = (await slotsOf(database(), eventId))[0]
  if (startsAt === undefined) throw new Error('no slot')
  return { ...patient, startsAt }
}
type Subject = Awaited<ReturnType<typeof patientAt>>

const told = ({ startsAt }: Subject, rules: Parameters<typeof refundableBy>[0], now: string) => {
  const at = new Date(now)
  const refund = refundableBy(rules, { pricePence: PRICE, startsAt }, at)
  return cancellationSentences({ startsAt, refund }, at)
}

/** What the booking page tells. */
async function toldOnPage(subject: Subject): Promise<string[]> {
  const answer = await subject.visitor.call(getEvent, { event_id: subject.eventId })
  const event = answer.body as Extract<OutputOf<typeof getEvent>, { starts_at: string }> & {
    refund_rules?: Parameters<typeof refundableBy>[0]
  }
  return told(subject, event.refund_rules, event.server_time)
}

async function mailTo({ email }: Subject, subject: RegExp): Promise<string> {
  let text = ''
  await soon(async () => {
    site.service.wiring.nudgeJobs()
    const mail = (await site.service.mailsTo(email)).find((one) => subject.test(one.subject))
    expect(mail).toBeDefined()
    text = mail?.text ?? ''
  })
  return text.replace(/\s+/g, ' ')
}

async function listedRefund({ visitor, profileId }: Subject): Promise<RefundableOnWire | null> {
  const answer = await visitor.call(listUpcomingAppointments, { profileId })
  const [listed] = answer.body['appointments'] as {
    refund_if_cancelled: RefundableOnWire | null
  }[]
  return listed?.refund_if_cancelled ?? null
}

describe.each(DISTANCES)('a booking %s', (_, dayOf, refundPence, isChangeable) => {
  test('PAY-14 paid: page, checkout, mails and receipt tell one rule, and cancelling does what they say', async () => {
    const subject = await patientAt(await dayOf(), PRICE)
    const sentences = await toldOnPage(subject)
    expect(sentences.join(' ').includes(`get ${formatPounds(refundPence)} back`)).toBe(
      refundPence > 0,
    )
    const checkout = (await subject.visitor.call(getCheckout, {})).body as OutputOf<
      typeof getCheckout
    >
    expect(told(subject, checkout.order?.refund_rules, checkout.server_time)).toEqual(sentences)
    await pay(site, subject)
    for (const mail of [/is confirmed$/, /^Your receipt/]) {
      expect(await mailTo(subject, mail)).toContain(sentences.join(' '))
    }
    const receipt = await subject.visitor.call(getReceipt, { appointment_id: subject.holdId })
    const onReceipt = receipt.body['refund_if_cancelled'] as RefundableOnWire
    expect(sentences).toEqual(expect.arrayContaining(refundSentences(refundableOf(onReceipt))))
    expect(await listedRefund(subject)).toEqual(isChangeable ? onReceipt : null)

    const agreed = { appointment_id: subject.holdId, refund_pence: refundPence }
    const cancelled = await subject.visitor.call(cancelAppointment, agreed)
    expect(cancelled.status).toBe(isChangeable ? 200 : 409)
    if (refundPence > 0) {
      expect(cancelled.body['refund']).toMatchObject({ amount_pence: refundPence })
      await allReturned(site, subject, refundPence)
    } else expect(cancelled.body['refund'] ?? null).toBeNull()
  })

  test('PAY-14 free: page and mail tell its own deadline, and cancelling does what they say', async () => {
    const subject = await patientAt(await dayOf(), 0)
    const sentences = await toldOnPage(subject)
    expect(sentences).toHaveLength(1)
    const booked = await subject.visitor.call(createAppointment, {
      ...{ profileId: subject.profileId, eventId: subject.eventId },
      ...{ eventDate: londonDate(subject.startsAt), appointmentStartTime: NOON },
    })
    expect(booked.status).toBe(201)
    expect(await mailTo(subject, /is confirmed$/)).toContain(sentences.join(' '))
    const cancelled = await subject.visitor.call(cancelAppointment, {
      appointment_id: subject.holdId,
    })
    expect(cancelled.status).toBe(isChangeable ? 200 : 409)
  })
})

test('PAY-12 after a refund by hand, cancelling returns what is left of what was due, as it was shown', async () => {
  const { paid, atProvider, returnedAtProvider } = elsewhereScenario(site)
  const subject = { ...(await paid()), startsAt: new Date() }
  await site.paypal.set({ webhooks: 'on' })
  await atProvider('refund', subject, '10.00')
  await soon(async () => expect((await listedRefund(subject))?.returned_pence).toBe(1_000))
  const shown = await listedRefund(subject)
  expect(shown).toMatchObject({ amount_pence: 1_445, charge_pence: 55 })
  const agreed = { appointment_id: subject.holdId, refund_pence: shown?.amount_pence ?? 0 }
  const cancelled = await subject.visitor.call(cancelAppointment, agreed)
  expect(cancelled.body['refund']).toMatchObject({ amount_pence: 1_445 })
  await soon(async () => expect(await returnedAtProvider(subject)).toBe(2_445))
})

test('PAY-12 a chargeback is told before cancelling, and no charge is', async () => {
  const { paid, atProvider } = elsewhereScenario(site)
  const subject = { ...(await paid()), startsAt: new Date() }
  await site.paypal.set({ webhooks: 'on' })
  await atProvider('reverse', subject)
  await soon(async () =>
    expect(await listedRefund(subject)).toMatchObject({
      ...{ amount_pence: 0, charge_pence: 0, returned_pence: 2_500 },
    }),
  )
})
