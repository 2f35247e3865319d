import { expect, vi } from 'vitest'
import { requestRefund } from '#payments/server/database/refunds.ts'
import { type PayingPatient, type PayingSite, pay, payingPatient } from './paying-site.ts'

/** Ledgers of one patient. */
export const NOTHING = { captures: 0, captured: 0, booked: 0, refunds: 0 }
export const CHARGED_ONCE = { captures: 1, captured: 1, booked: 1, refunds: 0 }
export const RETURNED = { captures: 1, captured: 0, booked: 0, refunds: 1 }

export const soon = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 100 })

/** The refunds of a patient, oldest first. */
export async function refundsOf({ service }: PayingSite, { profileId }: PayingPatient) {
  const { rows } = await service.db.database.query<{ state: string; amount_pence: number }>(
    `select r.state, r.amount_pence from app.refunds r join app.payments using (payment_id)
      where profile_id = $1 order by requested_at, r.replaces nulls first`,
    [profileId],
  )
  return rows
}

/** The id of the patient's refund that is due. */
export async function dueRefundOf({ service }: PayingSite, { profileId }: PayingPatient) {
  const { rows } = await service.db.database.query<{ refund_id: string }>(
    `select r.refund_id from app.refunds r join app.payments using (payment_id) where profile_id = $1 and r.state = 'due'`,
    [profileId],
  )
  return rows[0]?.refund_id ?? ''
}

/** Waits until all of the price is back. */
export const allReturned = (site: PayingSite, patient: PayingPatient, pence = 2500) =>
  soon(async () =>
    expect(await refundsOf(site, patient)).toEqual([{ state: 'done', amount_pence: pence }]),
  )

/** The provider's id of the capture or refund that is PENDING there. */
export async function pendingAt({ paypal }: PayingSite, kind: 'captures' | 'refunds') {
  type Entry = { id: string; status: string }
  const state = await paypal.control<Record<typeof kind, Entry[]>>('/control/state')
  return state[kind].find(({ status }) => status === 'PENDING')?.id
}

/** Waits for a mail with this subject. */
export const mailArrives = ({ service }: PayingSite, { email }: PayingPatient, subject: RegExp) =>
  soon(async () => {
    const mails = await service.mailsTo(email)
    expect(mails.map((mail) => mail.subject)).toContainEqual(expect.stringMatching(subject))
  })

/** A patient who has paid, and an operator's refund of part of it; answers the refund's id. */
export async function refundedByOperator(site: PayingSite, pence: number) {
  const patient = await payingPatient(site)
  await pay(site, patient)
  const { database } = site.service.db
  const { rows } = await database.query<{ id: string }>(
    'select payment_id as id from app.payments where profile_id = $1',
    [patient.profileId],
  )
  const by = { operator: 'Olive Ward', note: 'Asked by telephone' }
  const asked = await requestRefund(database, { paymentId: rows[0]?.id ?? '', pence, ...by })
  if (!asked.ok) throw new Error(asked.reason)
  return { patient, refundId: asked.refundId }
}

/** What the job of a refund does; the error's name while the money is not back. */
export const runRefund = ({ service }: PayingSite, refundId: string) =>
  service.wiring.services.payments.refund(refundId).catch((error: Error) => error.name)
