import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { MOST_SMS_CHARACTERS, SMS_SENDER } from '../../src/booking/rules/sms.ts'
import { escapeHtml } from '../../src/core/texts/escape-html.ts'
import { document, STYLE, time, withLinks } from '../html.ts'
import { refuseForeignHost } from '../requests.ts'
import type { Sms, SmsStore } from './store.ts'

/** While `status` is set, the provider returns every message with it. */
export type SmsOutage = { status: number | null }

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const BODY_BYTES = 10_000

const messageBody = z.strictObject({
  to: z.string().check(z.regex(/^\+\d{7,15}$/)),
  from: z.string().check(z.regex(SMS_SENDER)),
  text: z.string().check(z.minLength(1), z.maxLength(MOST_SMS_CHARACTERS)),
})
const outageBody = z.object({ status: z.nullable(z.int().check(z.gte(400), z.lte(599))) })

/** The provider's interface at /messages, a page with the accepted messages, and a JSON API for tests. */
export function smsApp(store: SmsStore, key: string, outage: SmsOutage): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    const refusal = refuseForeignHost(c)
    if (refusal) c.res = refusal
    else await next()
    c.res.headers.set('content-security-policy', PAGE_POLICY)
    c.res.headers.set('cache-control', 'no-store')
    c.res.headers.set('x-content-type-options', 'nosniff')
  })
  app.post('/messages', bodyLimit({ maxSize: BODY_BYTES }), (c) => accept(c, store, key, outage))
  app.get('/', (c) => c.html(listPage(store.list())))
  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/api/messages', (c) => c.json(store.list(c.req.query('to'))))
  app.post('/api/outage', bodyLimit({ maxSize: BODY_BYTES }), async (c) => {
    const wanted = outageBody.safeParse(await c.req.json().catch(() => undefined))
    if (!wanted.success) return c.json({ error: 'Send {"status": 503} or {"status": null}' }, 400)
    outage.status = wanted.data.status
    return c.json(outage)
  })
  return app
}

const hash = (text: string) => createHash('sha256').update(text).digest()

async function accept(c: Context, store: SmsStore, key: string, { status }: SmsOutage) {
  if (status !== null) return new Response(null, { status })
  const given = c.req.header('authorization') ?? ''
  if (!timingSafeEqual(hash(given), hash(`Bearer ${key}`))) {
    return c.json({ error: 'The key is wrong' }, 401)
  }
  const idempotencyKey = c.req.header('idempotency-key') ?? ''
  const message = messageBody.safeParse(await c.req.json().catch(() => undefined))
  if (!message.success || !/^[\w-]{1,100}$/.test(idempotencyKey)) {
    return c.json({ error: 'Send to, from and text as JSON, with an Idempotency-Key' }, 400)
  }
  store.add({ ...message.data, key: idempotencyKey, receivedAt: new Date().toISOString() })
  return c.json({ accepted: true }, 202)
}

function listPage(messages: readonly Sms[]): string {
  const rows = messages.map(
    ({ receivedAt, to, from, text }) =>
      `<tr><td>${time(receivedAt)}</td><td>${escapeHtml(from)}</td><td>${escapeHtml(to)}</td><td>${withLinks(text)}</td></tr>`,
  )
  const table = `<table><thead><tr><th scope="col">Received</th><th scope="col">From</th><th scope="col">To</th><th scope="col">Text</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  return document(
    'Text messages on this computer',
    `<p>The local site sent these messages. They do not leave this computer.</p>
${rows.length > 0 ? table : '<p>No message yet.</p>'}`,
  )
}
