import { setTimeout as pause } from 'node:timers/promises'
import { disputeView } from './disputes.ts'
import type {
  StoredCapture,
  StoredDispute,
  StoredEvent,
  StoredOrder,
  StoredRefund,
} from './documents.ts'
import { newId } from './money.ts'
import type { SwitchBoard } from './settings.ts'
import { type Signer, signedHeaders } from './signing.ts'
import type { Store } from './store.ts'
import { captureView, orderView, refundView } from './views.ts'

/** Waits before the second, third … attempt; after the last one the event is given up, as PayPal does after three days. */
const RETRIES_MS = [1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000]
const SEND_TIMEOUT_MS = 10_000
/** Events on their way at the same time: their order is not kept, as PayPal does not keep it. */
const AT_ONCE = 8

const CAPTURE_EVENTS: Partial<Record<StoredCapture['status'], string>> = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
}
const REFUND_EVENTS: Record<StoredRefund['status'], string> = {
  COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
  PENDING: 'PAYMENT.REFUND.PENDING',
  FAILED: 'PAYMENT.REFUND.FAILED',
}

export type Webhooks = {
  /** Each adds an event in the transaction of the change; `flush` then sends it. */
  orderApproved: (order: StoredOrder) => void
  captured: (capture: StoredCapture) => void
  refunded: (refund: StoredRefund) => void
  disputed: (dispute: StoredDispute) => void
  /** Sends what is due. */
  flush: () => void
  /** Sends an event now, once more. */
  sendAgain: (id: string) => Promise<number | undefined>
  stop: () => Promise<void>
}

export type WebhookOptions = {
  store: Store
  switches: SwitchBoard
  signer: Signer
  /** Where the site takes events; undefined: nowhere. */
  url: () => string | undefined
}

export function openWebhooks(options: WebhookOptions): Webhooks {
  const { store, signer } = options
  const { base } = signer
  const add = (type: string, resourceType: string, resource: object) =>
    store.put(...newEvent(options, { type, resourceType, resource }))
  const delivery = openDelivery(options)
  return {
    orderApproved: (order) =>
      add('CHECKOUT.ORDER.APPROVED', 'checkout-order', orderView(store, order, base)),
    captured(capture) {
      const type = CAPTURE_EVENTS[capture.status]
      if (type !== undefined) add(type, 'capture', captureView(capture, base))
    },
    refunded(refund) {
      const type = refund.isReversal ? 'PAYMENT.CAPTURE.REVERSED' : REFUND_EVENTS[refund.status]
      add(type, 'refund', refundView(refund, base))
    },
    disputed(dispute) {
      const end = dispute.outcome === undefined ? 'CREATED' : 'RESOLVED'
      add(`CUSTOMER.DISPUTE.${end}`, 'dispute', disputeView(dispute))
    },
    ...delivery,
  }
}

function newEvent(
  { switches, url }: WebhookOptions,
  event: { type: string; resourceType: string; resource: object },
): ['event', string, StoredEvent] {
  const { webhooks, lateMs } = switches.current()
  const id = `WH-${newId()}-${newId()}`
  const createdAt = new Date().toISOString()
  const isSent = webhooks !== 'off' && url() !== undefined
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: createdAt,
    resource_type: event.resourceType,
    resource_version: '2.0',
    event_type: event.type,
    summary: event.type,
    resource: event.resource,
    links: [],
  })
  return [
    'event',
    id,
    {
      id,
      type: event.type,
      createdAt,
      body,
      attempts: 0,
      isDelivered: false,
      nextAt: isSent ? Date.now() + (webhooks === 'late' ? lateMs : 0) : undefined,
    },
  ]
}

/** Keeps how an attempt ended; `nextAt` is of the next one, if this one failed. */
function keepAttempt(
  store: Store,
  event: StoredEvent,
  status: number | undefined,
  nextAt: number | undefined,
): void {
  const isDelivered = event.isDelivered || (status !== undefined && status < 300)
  store.put('event', event.id, {
    ...event,
    attempts: event.attempts + 1,
    lastStatus: status,
    isDelivered,
    nextAt: isDelivered ? undefined : nextAt,
  })
}

/** Sends due events, and again after a failure. What waits is in the store and survives a restart. */
function openDelivery(options: WebhookOptions): Pick<Webhooks, 'flush' | 'sendAgain' | 'stop'> {
  const { store, switches } = options
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function deliver(event: StoredEvent): Promise<void> {
    const times = switches.current().webhooks === 'twice' ? 2 : 1
    let status: number | undefined
    for (let time = 0; time < times; time += 1) status = await send(options, event.body)
    const wait = RETRIES_MS[event.attempts]
    keepAttempt(store, event, status, wait === undefined ? undefined : Date.now() + wait)
  }

  async function sendDue(): Promise<void> {
    const due = store.dueEvents(Date.now())
    for (let from = 0; from < due.length; from += AT_ONCE) {
      if (ending.signal.aborted) return
      await Promise.all(due.slice(from, from + AT_ONCE).map(deliver))
    }
    const next = store.nextEventAt()
    if (next !== undefined && !ending.signal.aborted) {
      clearTimeout(timer)
      timer = setTimeout(flush, Math.max(next - Date.now(), 10))
    }
  }

  function flush(): void {
    if (ending.signal.aborted) return
    if (running) {
      isAskedAgain = true
      return
    }
    running = pause(0)
      .then(sendDue)
      .finally(() => {
        running = undefined
        if (!isAskedAgain) return
        isAskedAgain = false
        flush()
      })
  }

  flush()
  return {
    flush,
    async sendAgain(id) {
      const event = store.get('event', id)
      if (!event) return undefined
      const status = await send(options, event.body)
      keepAttempt(store, event, status, event.nextAt)
      return status
    },
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** The status of the answer; undefined without one. */
async function send({ url, signer }: WebhookOptions, body: string) {
  const to = url()
  if (to === undefined) return undefined
  const headers = { 'content-type': 'application/json', ...signedHeaders(signer, body) }
  const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
  const request = { method: 'POST', headers, body, signal, redirect: 'error' } as const
  const response = await fetch(to, request).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status
}
