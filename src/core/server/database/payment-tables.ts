import type { Generated } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import type {
  DisputeOutcome,
  PaymentState,
  RefundReason,
  RefundState,
} from '#payments/rules/payment.ts'

/** The tables of payments (PAY-01 to PAY-09); amounts in pence. */
export type PaymentTables = {
  payments: {
    payment_id: string
    appointment_id: string | null
    profile_id: number | null
    event_id: number
    amount_pence: number
    currency: Generated<string>
    state: PaymentState
    order_id: string | null
    capture_id: string | null
    captured_pence: number | null
    captured_at: Date | null
    issue: string | null
    debug_id: string | null
    lease_until: Date | null
    checked_at: Date | null
    created_at: Date
    updated_at: Date
    concluded_at: Date | null
    looks: Generated<number>
  }
  refunds: {
    refund_id: Generated<string>
    payment_id: string
    amount_pence: number
    reason: RefundReason
    state: Generated<RefundState | 'failed'>
    provider_refund_id: string | null
    requested_at: Date
    due_on: IsoDate
    done_at: Date | null
    operator: string | null
    note: string | null
    attempts: Generated<number>
    last_issue: string | null
    replaces: string | null
    accepted_at: Date | null
    is_named: boolean | null
    reduced_by: string | null
    reduced_pence: number | null
  }
  disputes: {
    dispute_id: string
    payment_id: string
    kind: 'dispute' | 'reversal'
    amount_pence: number
    noted_at: Date
    ended_at: Date | null
    operator: string | null
    note: string | null
    outcome: DisputeOutcome | null
  }
  payment_events: {
    provider_event_id: string
    event_type: string
    order_id: string | null
    received_at: Date
    handled_at: Date | null
    body_hash: Buffer | null
  }
  payment_transmissions: {
    transmission_id: string
    body_hash: Buffer
    received_at: Date
  }
  refund_holds: {
    payment_id: string
    told_id: string
    kind: 'dispute' | 'reversal'
    held_at: Date
    checked_at: Date
    ended_at: Date | null
    is_confirmed: boolean | null
  }
  transactions: {
    payment_reference: string
    payer_name: string | null
    amount_pence: number
    status: string
    payment_method: string | null
    card_brand: string | null
    card_last_digits: string | null
    card_expiry: string | null
    issuing_bank: string | null
    avs_code: string | null
    cvv_code: string | null
    profile_id: number | null
    is_settled: boolean
    recorded_at: Date
  }
  bank_holidays: {
    day: IsoDate
    holiday_name: string
    added_by: string
  }
}
