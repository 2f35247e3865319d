import { cancelEvent } from '#booking/server/database/booking.ts'
import { parsePounds } from '#core/rules/money.ts'
import { type PayingSite, pay, payingPatient } from './paying-site.ts'

const CHARITY = { operator: 'Ada Quill', reason: 'hall flooded' }

/** What happens to a patient's money at the provider without a call of ours, and what we have of it. */
export function elsewhereScenario(site: PayingSite) {
  const database = () => site.service.db.database
  const query = <Row extends object>(sql: string, values: unknown[]) =>
    database().query<Row>(sql, values)

  /** A patient who has paid £25 and is booked. */
  async function paid() {
    const patient = await payingPatient(site)
    await pay(site, patient)
    const { rows } = await query<{ payment_id: string; capture_id: string }>(
      'select payment_id, capture_id from app.payments where profile_id = $1',
      [patient.profileId],
    )
    const [row] = rows
    if (row === undefined) throw new Error('no payment')
    return { ...patient, paymentId: row.payment_id, captureId: row.capture_id }
  }
  type Paid = Awaited<ReturnType<typeof paid>>

  return {
    database,
    paid,
    cancel: ({ eventId }: Paid) => cancelEvent(database(), eventId, CHARITY),

    /** Without a call of ours; `value` in pounds, or all of the rest. */
    atProvider: (
      what: 'refund' | 'reverse' | 'dispute',
      { captureId }: Paid,
      value?: string,
    ): Promise<{ dispute_id?: string }> =>
      site.paypal.control(`/control/captures/${captureId}/${what}`, value ? { value } : {}),

    async disputesOf({ paymentId }: Paid) {
      const { rows } = await query<{ dispute_id: string; kind: string; amount_pence: number }>(
        'select dispute_id, kind, amount_pence from app.disputes where payment_id = $1',
        [paymentId],
      )
      return rows
    },

    /** The refunds of a payment that are due. */
    async dueOf({ paymentId }: Paid) {
      const { rows } = await query<{ refund_id: string; amount_pence: number }>(
        `select refund_id, amount_pence from app.refunds where payment_id = $1 and state = 'due'`,
        [paymentId],
      )
      return rows
    },

    /** How often we asked the provider to return money of this capture. */
    async askedFor({ captureId }: Paid): Promise<number> {
      const calls = await site.paypal.control<{ call: string; path: string }[]>('/control/calls')
      return calls.filter(({ call, path }) => call === 'refund' && path.includes(captureId)).length
    },

    /** Everything that the provider has returned of the capture, in pence. */
    async returnedAtProvider({ captureId }: Paid): Promise<number> {
      const state = await site.paypal.control<{
        refunds: { capture_id: string; amount: { value: string }; status: string }[]
      }>('/control/state')
      return state.refunds
        .filter((one) => one.capture_id === captureId && one.status === 'COMPLETED')
        .reduce((sum, { amount }) => sum + (parsePounds(amount.value) ?? Number.NaN), 0)
    },
  }
}
