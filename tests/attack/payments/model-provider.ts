import { randomUUID } from 'node:crypto'
import type { Capture, Order, PaymentGateway } from '#payments/server/paypal/gateway.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import type { ProviderMoney } from '#tests/integration/invariants/money-faults.ts'

/** How the provider decides a capture: at once, or after it was pending. */
export type Truth = 'taken' | 'declined' | 'pending-taken' | 'pending-declined'

type Refund = { id: string; refundId: string; captureId: string; amountPence: number }
type ModelOrder = Order & { readonly truth: Truth }

/** The provider in this process: quick, idempotent by key, and the same at every reading. */
export type ModelProvider = {
  readonly gateway: PaymentGateway
  /** An order that its payer has approved. */
  newOrder(paymentId: string, amountPence: number, truth: Truth): string
  /** Captures as a process would that was killed before it could write the answer. */
  captureUnseen(orderId: string): void
  /** The end of what is pending. */
  decide(orderId: string): void
  orderOf(orderId: string): Order
  money(): ProviderMoney
}

const FIRST = {
  taken: 'COMPLETED',
  declined: 'DECLINED',
  'pending-taken': 'PENDING',
  'pending-declined': 'PENDING',
} as const satisfies Record<Truth, Capture['status']>

const unavailable = () => new PaymentProviderError({ status: 503, isUnclear: true })

/** `forgetsKeys`: refunds are made again for the same key, as if we had sent none. */
export function modelProvider(options: {
  verifyWebhook: PaymentGateway['verifyWebhook']
  forgetsKeys?: boolean
}): ModelProvider {
  const orders = new Map<string, ModelOrder>()
  const refunds = new Map<string, Refund>()
  const known = (id: string) => {
    const found = orders.get(id)
    if (found === undefined) throw new PaymentProviderError({ status: 404, isUnclear: false })
    return found
  }
  const change = (order: ModelOrder, status: Capture['status']) => {
    const capture: Capture = {
      id: order.captures[0]?.id ?? `C-${randomUUID()}`,
      status,
      amountPence: order.amountPence,
      currency: 'GBP',
      at: new Date(),
    }
    const changed = { ...order, status: 'COMPLETED' as const, captures: [capture] }
    orders.set(order.id, changed)
    return changed
  }
  const capture = (id: string) => {
    const order = known(id)
    return order.captures.length > 0 ? order : change(order, FIRST[order.truth])
  }

  const gateway: PaymentGateway = {
    browser: {
      clientId: 'c',
      sdkUrl: 'http://localhost',
      scriptOrigins: [],
      environment: 'stand-in',
    },
    createOrder: () => Promise.reject(unavailable()),
    getOrder: async (id) => orders.get(id),
    captureOrder: async (id) => capture(id),
    async refund({ refundId, captureId, amountPence }) {
      const key = options.forgetsKeys ? randomUUID() : refundId
      const made = refunds.get(key) ?? { id: `R-${randomUUID()}`, refundId, captureId, amountPence }
      refunds.set(key, made)
      return { id: made.id, status: 'COMPLETED', amountPence }
    },
    async getRefund(id) {
      const found = [...refunds.values()].find((one) => one.id === id)
      return found && { id, status: 'COMPLETED', amountPence: found.amountPence }
    },
    listEntries: async () => [],
    listDisputes: async () => [],
    verifyWebhook: options.verifyWebhook,
    isReachable: async () => true,
  }

  return {
    gateway,
    newOrder(paymentId, amountPence, truth) {
      const id = `ORDER-${randomUUID()}`
      const order = { id, status: 'APPROVED', amountPence, currency: 'GBP', truth } as const
      orders.set(id, { ...order, customId: paymentId, captures: [] })
      return id
    },
    captureUnseen: (id) => void capture(id),
    decide(id) {
      const order = known(id)
      if (order.captures[0]?.status !== 'PENDING') return
      change(order, order.truth === 'pending-taken' ? 'COMPLETED' : 'DECLINED')
    },
    orderOf: known,
    money: () => ({
      captures: [...orders.values()].flatMap(({ captures, customId }) =>
        captures.map(({ id, status, amountPence }) => ({
          id,
          status,
          amount_pence: amountPence,
          payment_id: customId,
        })),
      ),
      refunds: [...refunds.values()].map(({ id, refundId, captureId, amountPence }) => ({
        id,
        status: 'COMPLETED',
        amount_pence: amountPence,
        capture_id: captureId,
        refund_id: refundId,
      })),
    }),
  }
}
