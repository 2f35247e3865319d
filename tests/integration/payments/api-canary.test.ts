import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { logError } from '#core/contract/service.ts'
import { getReceipt } from '#payments/contract/own-payments.ts'
import {
  captureOrder,
  createOrder,
  getOrder,
  recordTransaction,
} from '#payments/contract/payments.ts'
import { NOT_INITIATED, nonRecoverable, PAYMENT_ISSUE_TEXTS } from '#payments/texts/payment.ts'
import {
  approvedOrder,
  CART,
  GOOD_CARD,
  type PayingPatient,
  pay,
  payingPatient,
} from './paying-site.ts'
import { siteSetup } from './payment-setup.ts'

/** The number as people and forms write it. */
const SPELLINGS = [GOOD_CARD, '4012 8888 8888 1881', '4012-8888-8888-1881']
const RECORD_FIELDS = [
  'payer_name',
  'amount',
  'payment_reference',
  'status',
  'payment_method',
  'card_brand',
  'card_last_digits',
  'card_expiry',
  'issuing_bank',
  'avs_code',
  'cvv_code',
  'profile_id',
]

let log = ''
const lines = new Writable({
  write(chunk, _, done) {
    log += String(chunk)
    done()
  },
})
const site = siteSetup({ logger: pino({ level: 'trace' }, lines) })

const hasNumber = (text: string) => text.replace(/[ -]/g, '').includes(GOOD_CARD)

/** The tables of which a row has the number. */
async function tablesWithNumber(): Promise<string[]> {
  const { query } = site.service.db.database
  const { rows } = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: hits } = await query(
        `select from ${name} row where translate(row::text, ' -', '') like $1 limit 1`,
        [`%${GOOD_CARD}%`],
      )
      return hits.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

/** Sends the number in every field of every endpoint; answers the bodies of the answers. */
async function sendEverywhere({ visitor }: PayingPatient, orderId: string, value: string | number) {
  const number = String(value)
  const carts = ['description', 'amount', 'shippingPreference', 'card'].map((field) =>
    visitor.call(createOrder, { cart: [{ ...CART[0], [field]: value }] }),
  )
  const records = [...RECORD_FIELDS, 'card_number'].map((field) =>
    visitor.call(recordTransaction, {
      data: { payment_reference: orderId, status: 'COMPLETED', [field]: value },
    }),
  )
  const answers = await Promise.all([
    ...carts,
    ...records,
    visitor.call(captureOrder, { order_id: number }),
    visitor.call(getOrder, { order_id: number }),
    visitor.call(getReceipt, { appointment_id: number }),
  ])
  const event = { id: number, event_type: number, resource: { id: number, custom_id: number } }
  const sent = await fetch(site.webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'paypal-transmission-id': number },
    body: JSON.stringify(event),
  })
  return [...answers.map(({ text }) => text), await sent.text()]
}

test('PAY-06 a card number in any field of a payment endpoint is in no answer, log line, table or mail', async () => {
  const patient = await payingPatient(site)
  const orderId = await approvedOrder(site, patient)
  for (const value of [...SPELLINGS, Number(GOOD_CARD)]) {
    const answers = await sendEverywhere(patient, orderId, value)
    expect(answers.filter(hasNumber)).toEqual([])
  }
  expect((await pay(site, patient)).body['state']).toBe('booked')
  const mails = await site.service.waitForMails(patient.email, 2)
  expect(log).toContain('payment settled')
  expect(hasNumber(log)).toBe(false)
  expect(hasNumber(JSON.stringify(mails))).toBe(false)
  expect(await tablesWithNumber()).toEqual([])
})

test('FORM-02 PAY-09 the error log keeps what the checkout said, without any number', async () => {
  const { visitor } = await payingPatient(site)
  const sent = [
    NOT_INITIATED,
    nonRecoverable(PAYMENT_ISSUE_TEXTS.DECLINED, 'f1a2b3c4d5e6f'),
    nonRecoverable(PAYMENT_ISSUE_TEXTS.DECLINED, GOOD_CARD),
    nonRecoverable(SPELLINGS[1] ?? '', 'f1a2b3c4d5e6f'),
  ]
  for (const errorMessage of sent) {
    await visitor.call(logError, { errorMessage, description: 'Non-recoverable Payment' })
  }
  const { rows } = await site.service.db.database.query<{ message: string }>(
    'select message from app.error_log order by at',
  )
  const kept = nonRecoverable(PAYMENT_ISSUE_TEXTS.DECLINED, '')
  expect(rows.map(({ message }) => message)).toEqual([NOT_INITIATED, kept, kept, 'Other'])
})

test('the search finds a card number in a table', async () => {
  await site.service.db.database.query(
    `insert into app.error_log (at, description, message, fields, request_id) values (now(), 'x', $1, '{}', 'r')`,
    [SPELLINGS[1]],
  )
  expect(await tablesWithNumber()).toEqual(['app.error_log'])
})
