/** What the stand-in keeps. Amounts are pence. No card number: the behaviour of the test card and its last digits. */

export type Money = { currency_code: string; value: string }

/** What a test card or name does when its order is captured. */
export type Behaviour =
  | 'succeed'
  /** A capture with the status DECLINED inside an answer of 201. */
  | 'decline-inside'
  | 'instrument-declined'
  | 'payer-action-required'
  | 'transaction-refused'
  /** The first attempt returns 500 and takes nothing. */
  | 'fail-once'
  /** Captures, and the first answer comes too late. */
  | 'hang-once'
  | 'pending'

export type CardSource = {
  name?: string | undefined
  last_digits: string
  expiry: string
  brand: string
  type: string
  bin_details: { issuing_bank: string }
  authentication_result?: {
    liability_shift: string
    three_d_secure: { enrollment_status: string; authentication_status: string }
  }
}

export type StoredOrder = {
  id: string
  status: 'CREATED' | 'APPROVED' | 'PAYER_ACTION_REQUIRED' | 'COMPLETED' | 'VOIDED'
  createdAt: string
  amountPence: number
  currency: string
  description?: string | undefined
  customId?: string | undefined
  invoiceId?: string | undefined
  /** What the order was made for; undefined: for anything. */
  funding?: 'card' | 'paypal' | undefined
  /** `SCA_WHEN_REQUIRED` or `SCA_ALWAYS`. */
  verification?: string | undefined
  source?: { card: CardSource } | { paypal: { email_address: string; account_id: string } }
  behaviour: Behaviour
  /** The processor's code of `decline-inside`. */
  declineCode?: string | undefined
  /** The result of the bank’s check (3-D Secure); undefined: no check. */
  challenge?: 'passes' | 'fails' | undefined
  hasFailed?: boolean
  hasHung?: boolean
  captureId?: string
}

export type StoredCapture = {
  id: string
  orderId: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  reason?: string | undefined
  amountPence: number
  currency: string
  customId?: string | undefined
  invoiceId?: string | undefined
  processor?: { avs_code: string; cvv_code: string; response_code: string } | undefined
  createdAt: string
}

export type StoredRefund = {
  id: string
  captureId: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
  amountPence: number
  currency: string
  customId?: string | undefined
  note?: string | undefined
  /** Reversed by the payer's bank, not refunded by the merchant. */
  isReversal?: boolean | undefined
  createdAt: string
}

/** Open until it has an outcome. */
export type StoredDispute = {
  id: string
  captureId: string
  customId?: string | undefined
  amountPence: number
  currency: string
  outcome?: string | undefined
  createdAt: string
}

export type StoredEvent = {
  id: string
  type: string
  createdAt: string
  body: string
  /** Times it was sent, and whether the site took it. */
  attempts: number
  isDelivered: boolean
  /** When it is sent next; undefined: never. */
  nextAt?: number | undefined
  lastStatus?: number | undefined
}

/** The answer to a PayPal-Request-Id; `hash` is of the request's body. */
export type StoredAnswer = { hash: string; status: number; body: string }

export type Documents = {
  order: StoredOrder
  capture: StoredCapture
  refund: StoredRefund
  dispute: StoredDispute
  event: StoredEvent
  answer: StoredAnswer
}
