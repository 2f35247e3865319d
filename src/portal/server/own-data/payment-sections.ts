import { PAYMENT_YEARS } from '#core/rules/retention.ts'
import { spelledCountOf } from '#core/texts/count.ts'
import {
  readDisputes,
  readHolds,
  readPayments,
  readRefunds,
  readTransactions,
} from '#payments/server/database/own-payments.ts'
import { day, instant, plain, type Section, text } from '#portal/server/own-data/section.ts'

export const PAYMENTS: Section = {
  table: 'payments',
  title: 'Your payments',
  note: `Amounts in pence. Payments that were made are kept for ${spelledCountOf(PAYMENT_YEARS, 'year')} for the accounts, after an erasure without your name.`,
  fields: [
    text('event_name', 'Event'),
    instant('created_at', 'Begun'),
    text('amount_pence', 'Price in pence'),
    text('state', 'State'),
    instant('captured_at', 'Paid'),
    text('captured_pence', 'Paid in pence'),
    instant('concluded_at', 'Ended'),
    text('issue', 'What the provider said'),
    text('order_id', 'Number at the provider'),
    text('appointment_id', 'Number of the appointment'),
  ],
  read: async ({ db, owner }) => (await readPayments(db, owner)).map(plain),
}

export const REFUNDS: Section = {
  table: 'refunds',
  title: 'Money that went back to you',
  note: 'Amounts in pence. Kept with the payments.',
  fields: [
    instant('requested_at', 'Asked for'),
    text('amount_pence', 'Amount in pence'),
    text('reason', 'Why'),
    text('state', 'State'),
    day('due_on', 'At the latest on'),
    instant('done_at', 'Back'),
    text('note', 'Note'),
    text('order_id', 'Number of the payment at the provider'),
  ],
  read: async ({ db, owner }) => (await readRefunds(db, owner)).map(plain),
}

export const DISPUTES: Section = {
  table: 'disputes',
  title: 'Complaints about your payments',
  note: 'What you or your bank told the provider. Amounts in pence. Kept with the payments.',
  fields: [
    instant('noted_at', 'Known since'),
    text('kind', 'Kind'),
    text('amount_pence', 'Amount in pence'),
    instant('ended_at', 'Ended'),
    text('outcome', 'Outcome for us'),
    text('note', 'Note'),
    text('order_id', 'Number of the payment at the provider'),
  ],
  read: async ({ db, owner }) => (await readDisputes(db, owner)).map(plain),
}

export const REFUND_HOLDS: Section = {
  table: 'refund_holds',
  title: 'When refunds waited',
  note: 'The provider’s message said that you or your bank wanted money back; refunds waited until it was checked. Kept with the payments.',
  fields: [
    instant('held_at', 'From'),
    instant('ended_at', 'Until'),
    text('kind', 'Kind'),
    text('order_id', 'Number of the payment at the provider'),
  ],
  read: async ({ db, owner }) => (await readHolds(db, owner)).map(plain),
}

export const TRANSACTIONS: Section = {
  table: 'transactions',
  title: 'What we know of your card',
  note: 'The provider told us this with each payment. The number of the card never reaches us.',
  fields: [
    text('payment_reference', 'Number at the provider'),
    instant('recorded_at', 'When'),
    text('amount_pence', 'Amount in pence'),
    text('status', 'Outcome'),
    text('payment_method', 'Paid with'),
    text('payer_name', 'Name on the card'),
    text('card_brand', 'Card'),
    text('card_last_digits', 'Last digits'),
    text('card_expiry', 'Valid until'),
    text('issuing_bank', 'Bank'),
    text('avs_code', 'Answer to the address'),
    text('cvv_code', 'Answer to the security code'),
  ],
  read: async ({ db, owner }) => (await readTransactions(db, owner)).map(plain),
}
