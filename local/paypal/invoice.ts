import * as z from 'zod/mini'
import type { Call } from './settings.ts'
import type { Store } from './store.ts'

const newOrder = z.object({ purchase_units: z.tuple([z.object({ invoice_id: z.string() })]) })

/** What a call requests: the id in its path, and its body. */
type Asked = { id: string; body: () => Promise<unknown> }

const ofCapture = (store: Store, id: string) => store.get('capture', id)?.invoiceId

/** The `invoice_id` of the order that a call is about; undefined for a call about none. */
export async function invoiceOf(
  store: Store,
  call: Call,
  { id, body }: Asked,
): Promise<string | undefined> {
  switch (call) {
    case 'create-order':
      return newOrder.safeParse(await body()).data?.purchase_units[0].invoice_id
    case 'get-order':
    case 'capture':
    case 'payer':
      return store.get('order', id)?.invoiceId
    case 'get-capture':
    case 'refund':
      return ofCapture(store, id)
    case 'get-refund':
      return ofCapture(store, store.get('refund', id)?.captureId ?? '')
    default:
      return undefined
  }
}
