import type { IsoDate } from '#core/rules/time.ts'
import type { CaptureStatus, DisputeOutcome, Funding } from '#payments/rules/payment.ts'

/** The statuses of an order and of a refund, in the provider's words. */
export const ORDER_STATUSES = [
  'CREATED',
  'SAVED',
  'APPROVED',
  'PAYER_ACTION_REQUIRED',
  'COMPLETED',
  'VOIDED',
] as const
export const PROVIDER_REFUND_STATUSES = ['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED'] as const

/** An id that the provider gives, such as an order's or a capture's. */
export const PROVIDER_ID = /^[A-Z0-9]{1,36}$/

/** Money taken from the payer. Amounts are pence. */
export type Capture = {
  readonly id: string
  readonly status: CaptureStatus
  readonly amountPence: number
  readonly currency: string
  readonly at: Date
  readonly avsCode?: string | undefined
  readonly cvvCode?: string | undefined
  readonly responseCode?: string | undefined
  /** The provider's code for why it is pending, declined or failed. */
  readonly reason?: string | undefined
}

/** Details of the card (PAY-05). */
export type Card = {
  readonly name?: string | undefined
  readonly type?: string | undefined
  readonly brand?: string | undefined
  readonly lastDigits?: string | undefined
  /** Year and month, such as `2030-12`. */
  readonly expiry?: string | undefined
  readonly issuingBank?: string | undefined
}

/** The provider's order. */
export type Order = {
  readonly id: string
  readonly status: (typeof ORDER_STATUSES)[number]
  readonly amountPence: number
  readonly currency: string
  /** The payment's id, as given to `createOrder`. */
  readonly customId?: string | undefined
  readonly card?: Card | undefined
  /** Paid with a PayPal account instead of a card. */
  readonly payPalPayer?: boolean | undefined
  /** The result of 3-D Secure. */
  readonly authentication?:
    | {
        readonly liabilityShift?: string | undefined
        readonly status?: string | undefined
        readonly enrolled?: string | undefined
      }
    | undefined
  readonly captures: readonly Capture[]
  /** Of the captures: ours, and those that were made at the provider. */
  readonly refunds?: readonly ProviderRefund[] | undefined
}

export type ProviderRefund = {
  readonly id: string
  readonly status: (typeof PROVIDER_REFUND_STATUSES)[number]
  readonly amountPence: number
  /** The id that we gave it; one that was made at the provider has another one or none. */
  readonly customId?: string | undefined
  /** The capture that it returns, when the provider names it. */
  readonly captureId?: string | undefined
  readonly at?: Date | undefined
}

/** One line of the provider's list of a day. */
export type ProviderEntry = {
  /** `reversal`: taken back by the payer's bank or the provider; `other`: another movement of refunds, reversals and holds. */
  readonly kind: 'capture' | 'refund' | 'reversal' | 'other'
  /** The provider's code, such as `T0006`. */
  readonly code: string
  readonly id: string
  /** The order of a capture. */
  readonly orderId?: string | undefined
  /** The capture that a refund or a reversal returns. */
  readonly captureId?: string | undefined
  readonly customId?: string | undefined
  /** Always positive. */
  readonly amountPence: number
  /** The provider's code: `S` success, `P` pending, `D` denied, `V` reversed. */
  readonly status: string
  readonly at: Date
}

/** A payer's complaint, as the provider has it. */
export type ProviderDispute = {
  readonly id: string
  readonly amountPence: number
  readonly isResolved: boolean
  /** Null: it is open, or the provider does not say how it ended. */
  readonly outcome: DisputeOutcome | null
}

type Failure = {
  readonly status: number
  readonly issue?: string | undefined
  readonly description?: string | undefined
  readonly debugId?: string | undefined
  readonly isUnclear: boolean
  readonly retryAfterSeconds?: number | undefined
}

/** The provider refused, or gave no usable response. The message names neither the payer nor a secret. */
export class PaymentProviderError extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** The provider's error code, such as `INSTRUMENT_DECLINED`. */
  readonly issue: string | undefined
  readonly description: string | undefined
  readonly debugId: string | undefined
  /** Says nothing about the payment: network, time-out, 5xx, 429, our own credentials, or an unknown response. */
  readonly isUnclear: boolean
  /** The provider's earliest time for another attempt. */
  readonly retryAfterSeconds: number | undefined
  constructor(failure: Failure) {
    const { status, issue, description, debugId, isUnclear } = failure
    super(`The payment provider ${status === 0 ? 'did not answer' : `answered ${status}`}.`)
    this.name = 'PaymentProviderError'
    this.status = status
    this.issue = issue
    this.description = description
    this.debugId = debugId
    this.isUnclear = isUnclear
    this.retryAfterSeconds = failure.retryAfterSeconds
  }
}

export type NewOrder = {
  readonly paymentId: string
  readonly holdId: string
  readonly amountPence: number
  /** Neutral: it may be shown on a bank statement (PAY-09). */
  readonly description: string
  readonly siteUrl: string
  /** The order is approved by nothing else. */
  readonly funding: Funding
}

export type NewRefund = {
  readonly refundId: string
  readonly captureId: string
  readonly amountPence: number
  /** Shown to the payer. */
  readonly note: string
}

/**
 * The payment provider. Every method but `isReachable` throws a PaymentProviderError. A call that moves money
 * carries the same key each time, so that calling again never moves it twice.
 */
export type PaymentGateway = {
  readonly browser: {
    readonly clientId: string
    /** For the SDK loader's `sdkBaseUrl`. */
    readonly sdkUrl: string
    /** Sources for a content security policy: scripts, frames, images and connections of the card form. */
    readonly scriptOrigins: readonly string[]
    readonly environment: 'production' | 'sandbox' | 'stand-in'
  }
  createOrder(order: NewOrder): Promise<Order>
  /** Undefined when the provider does not have it (any more). */
  getOrder(orderId: string): Promise<Order | undefined>
  captureOrder(orderId: string, paymentId: string): Promise<Order>
  refund(refund: NewRefund): Promise<ProviderRefund>
  getRefund(providerRefundId: string): Promise<ProviderRefund | undefined>
  /** Captures, refunds and what was taken back of a London day, without what others paid into the account, for the reconciliation (PAY-11). The provider's list may lag by three hours. */
  listEntries(day: IsoDate): Promise<ProviderEntry[]>
  /** The disputes of a capture. */
  listDisputes(captureId: string): Promise<ProviderDispute[]>
  /**
   * Whether the provider says that it signed this event for us. Its signature covers a checksum that can be forged: an event is a reason to look only.
   */
  verifyWebhook(headers: Headers, raw: Uint8Array): Promise<boolean>
  isReachable(): Promise<boolean>
}
