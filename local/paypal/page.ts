import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { escapeHtml } from '../../src/core/texts/escape-html.ts'
import { document, STYLE, time } from '../html.ts'
import { returnByHand, settleCapture, settleRefund } from './captures.ts'
import { DECLINED_NAMES, TEST_CARDS } from './cards.ts'
import type { ControlDeps } from './control.ts'
import type { StoredCapture, StoredEvent, StoredOrder, StoredRefund } from './documents.ts'
import { moneyOf } from './money.ts'
import { agreeByAccount, endChallenge, enterCard } from './orders.ts'
import { Refusal } from './refusal.ts'
import { CALLS, type Fault, switchesSchema } from './settings.ts'

type Ctx = Context<{ Bindings: HttpBindings }>

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const BODY_BYTES = 4_096
const SHOWN = 50
const APPROVING_CARD = '4012888888881881'

const OWN_STYLE = `
h2 { margin-top: 2rem }
form { margin: 0 0 .5rem } form.inline { display: inline-block; margin-inline-end: .5rem }
label { display: inline-block; margin-inline-end: 1rem }
button, select, input { font: inherit; min-height: 2.5rem; padding: 0 .75rem; border: 1px solid #1b2733; border-radius: 4px; background: #fff; color: inherit }
button { cursor: pointer }
:is(button, select, input, .scroll):focus-visible { outline: 3px solid #b3530b; outline-offset: 2px }
.notice { border: 2px solid #1b2733; padding: .75rem 1rem; font-weight: 600 }
.scroll { overflow-x: auto }
.scroll :is(th, td) { overflow-wrap: normal }
`

const pounds = ({ amountPence, currency }: { amountPence: number; currency: string }) =>
  `£${moneyOf(amountPence, currency).value}`

/** `of` tells the buttons of a table apart for those who do not see their row. */
const button = (path: string, label: string, of: string) =>
  `<form class="inline" method="post" action="/tester/${path}"><button aria-label="${label} ${escapeHtml(of)}">${label}</button></form>`

function table(caption: string, headings: readonly string[], rows: readonly (readonly string[])[]) {
  const title = `<h2 id="${caption}">${caption}</h2>`
  if (rows.length === 0) return `${title}<p>None yet.</p>`
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `${title}<div class="scroll" role="region" aria-labelledby="${caption}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

const payerOf = ({ source }: StoredOrder) =>
  source === undefined
    ? ''
    : 'card' in source
      ? `${source.card.brand} ${source.card.last_digits}`
      : 'PayPal account'

const orderRow = (order: StoredOrder) => [
  time(order.createdAt),
  order.id,
  escapeHtml(order.description ?? ''),
  pounds(order),
  order.status,
  payerOf(order),
  order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED'
    ? `${button(`orders/${order.id}/approve`, 'Approve', order.id)}${button(`orders/${order.id}/void`, 'Cancel', order.id)}`
    : '',
]

const captureRow = (capture: StoredCapture) => [
  time(capture.createdAt),
  capture.id,
  pounds(capture),
  capture.status,
  capture.processor?.response_code ?? '',
  capture.status === 'PENDING'
    ? `${button(`captures/${capture.id}/COMPLETED`, 'Complete', capture.id)}${button(`captures/${capture.id}/DECLINED`, 'Decline', capture.id)}`
    : /COMPLETED|PARTIALLY/.test(capture.status)
      ? `${button(`captures/${capture.id}/refund`, 'Refund by hand', capture.id)}${button(`captures/${capture.id}/reverse`, 'Take back', capture.id)}`
      : '',
]

const refundRow = (refund: StoredRefund) => [
  time(refund.createdAt),
  refund.id,
  refund.captureId,
  pounds(refund),
  refund.status,
  refund.status === 'PENDING'
    ? `${button(`refunds/${refund.id}/COMPLETED`, 'Complete', refund.id)}${button(`refunds/${refund.id}/FAILED`, 'Fail', refund.id)}`
    : '',
]

function deliveryOf({ isDelivered, attempts, lastStatus, nextAt }: StoredEvent): string {
  if (isDelivered) return `taken (${attempts})`
  const answer = lastStatus === undefined ? 'no answer' : `answered ${lastStatus}`
  const next = nextAt === undefined ? 'not sent by itself' : 'waits'
  return attempts === 0 ? next : `${answer} (${attempts}), ${next}`
}

const eventRow = (event: StoredEvent) => [
  time(event.createdAt),
  event.type,
  deliveryOf(event),
  button(`events/${event.id}/send`, 'Send now', event.type),
]

const select = (name: string, label: string, options: readonly string[], chosen: string) =>
  `<label>${label} <select name="${name}">${options.map((option) => `<option${option === chosen ? ' selected' : ''}>${option}</option>`).join('')}</select></label>`

function switchForms({ switches }: ControlDeps): string {
  const { webhooks, refunds, cardFields, delayMs, faults } = switches.current()
  const on = faults.map(
    ({ call, mode, status, times, invoice }) =>
      `<li>${call}: ${mode}${status === undefined ? '' : ` ${status}`}${times === undefined ? '' : `, ${times} more`}${invoice === undefined ? '' : `, invoice ${escapeHtml(invoice)} only`}</li>`,
  )
  return `<h2>Switches</h2>
<form method="post" action="/tester/switches">
${select('webhooks', 'Webhooks', ['on', 'off', 'twice', 'late'], webhooks)}
${select('refunds', 'Refunds', ['completed', 'pending'], refunds)}
${select('cardFields', 'Card fields', ['eligible', 'ineligible'], cardFields)}
<label>Delay in milliseconds <input name="delayMs" inputmode="numeric" value="${delayMs}" size="6"></label>
<button>Save</button></form>
<h2>Outages</h2>${on.length > 0 ? `<ul>${on.join('')}</ul>` : '<p>None.</p>'}
<form method="post" action="/tester/fault">
${select('call', 'Call', ['any', ...CALLS], 'any')}
${select('mode', 'Mode', ['refuse', 'break', 'lose', 'hang'], 'refuse')}
<label>How often (empty: until it ends) <input name="times" inputmode="numeric" size="4"></label>
<button>Start an outage</button></form>
<form method="post" action="/tester/no-faults"><button>End all outages</button></form>
<p>refuse: an error, nothing happens. break: the connection ends, nothing happens. lose: it happens, and the connection ends before the answer. hang: it happens, and the answer comes too late.</p>`
}

function testCards(): string {
  const cards = Object.entries(TEST_CARDS).map(([number, { meaning, isPayPals }]) => [
    number,
    escapeHtml(meaning),
    isPayPals ? 'yes' : 'no',
  ])
  const names = Object.keys(DECLINED_NAMES).join(', ')
  return `${table('Cards', ['Number', 'What it does', "Also in PayPal's sandbox"], cards)}
<p>Any future date and any code are taken. No other number is. Declined by the name on the card: ${names}.</p>`
}

function testerPage(deps: ControlDeps): string {
  const { store } = deps
  return document(
    'Test payments: no money moves',
    `<p class="notice">This stands for PayPal on this computer. No card is charged and nothing leaves this computer.</p>
${switchForms(deps)}
${table('Orders', ['Created', 'Order', 'Description', 'Amount', 'Status', 'Payer', 'Actions'], store.list('order', SHOWN).map(orderRow))}
${table('Captures', ['Taken', 'Capture', 'Amount', 'Status', 'Response', 'Actions'], store.list('capture', SHOWN).map(captureRow))}
${table('Refunds', ['Asked', 'Refund', 'Capture', 'Amount', 'Status', 'Actions'], store.list('refund', SHOWN).map(refundRow))}
${table('Webhooks', ['Created', 'Event', 'Delivery', 'Actions'], store.list('event', SHOWN).map(eventRow))}
${testCards()}`,
  )
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '')

function faultOf(form: FormData): Fault {
  const times = textOf(form, 'times').trim()
  return {
    call: textOf(form, 'call') as Fault['call'],
    mode: textOf(form, 'mode') as Fault['mode'],
    ...(times !== '' && { times: Number(times) }),
  }
}

/** What the buttons of the page do; each responds with the page again. */
const actions = ({ store, switches, webhooks }: ControlDeps) => ({
  approve(id: string) {
    const order = store.get('order', id)
    if (!order) return
    const card = { number: APPROVING_CARD, expiry: '12/2030', cvv: '123', name: 'Tester' }
    const isChecked = order.status === 'PAYER_ACTION_REQUIRED'
    const byCard = () =>
      isChecked ? endChallenge(store, order, true) : enterCard(store, order, card)
    const approved = order.funding === 'paypal' ? agreeByAccount(store, order) : byCard()
    if (approved.status === 'APPROVED') webhooks.orderApproved(approved)
  },
  void(id: string) {
    const order = store.get('order', id)
    if (order && order.status !== 'COMPLETED')
      store.put('order', id, { ...order, status: 'VOIDED' })
  },
  endCapture(id: string, status: string) {
    const capture = store.get('capture', id)
    const end = status === 'COMPLETED' ? status : 'DECLINED'
    if (!capture) return
    if (status === 'refund' || status === 'reverse') {
      webhooks.refunded(returnByHand(store, capture, { isReversal: status === 'reverse' }))
    } else webhooks.captured(settleCapture(store, capture, end))
  },
  endRefund(id: string, status: string) {
    const refund = store.get('refund', id)
    const end = status === 'COMPLETED' ? status : 'FAILED'
    if (refund) webhooks.refunded(settleRefund(store, refund, end))
  },
  setSwitches(form: FormData) {
    const { webhooks: mode, refunds, cardFields, delayMs } = Object.fromEntries(form)
    const changed = { webhooks: mode, refunds, cardFields, delayMs: Number(delayMs) }
    const parsed = switchesSchema.safeParse({ ...switches.current(), ...changed })
    if (parsed.success) switches.set(parsed.data)
  },
  addFault(form: FormData) {
    const faults = [...switches.current().faults, faultOf(form)]
    const parsed = switchesSchema.safeParse({ ...switches.current(), faults })
    if (parsed.success) switches.set({ faults })
  },
})

/** The tester's page: plain HTML with forms, so that it works by keyboard and without script. */
export function pageApp(deps: ControlDeps): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const { store, webhooks, switches } = deps
  const act = actions(deps)
  const on = (path: string, run: (c: Ctx, form: FormData) => unknown) =>
    app.post(`/tester/${path}`, bodyLimit({ maxSize: BODY_BYTES }), async (c: Ctx) => {
      const form = await c.req.formData().catch(() => new FormData())
      try {
        await run(c, form)
      } catch (error) {
        // The page was out of date: it is shown again.
        if (!(error instanceof Refusal)) throw error
      }
      webhooks.flush()
      return c.redirect('/', 303)
    })
  const id = (c: Ctx) => c.req.param('id') ?? ''
  app.get('/', (c) =>
    c.html(testerPage(deps), 200, {
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-store',
    }),
  )
  app.get('/style.css', (c) => c.body(STYLE + OWN_STYLE, 200, { 'content-type': 'text/css' }))
  on('orders/:id/approve', (c) => store.together(() => act.approve(id(c))))
  on('orders/:id/void', (c) => act.void(id(c)))
  on('captures/:id/:status', (c) =>
    store.together(() => act.endCapture(id(c), c.req.param('status') ?? '')),
  )
  on('refunds/:id/:status', (c) =>
    store.together(() => act.endRefund(id(c), c.req.param('status') ?? '')),
  )
  on('events/:id/send', (c) => webhooks.sendAgain(id(c)))
  on('switches', (_c, form) => act.setSwitches(form))
  on('fault', (_c, form) => act.addFault(form))
  on('no-faults', () => switches.set({ faults: [] }))
  return app
}
