import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { STYLE } from '../html.ts'
import { refuseForeignHost } from '../requests.ts'
import type { Message } from './message.ts'
import { listPage, messagePage, missingPage } from './page.ts'
import type { Outage } from './smtp.ts'
import type { MessageStore } from './store.ts'

/** No script; only our own style sheet and frame. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** For the HTML of a mail: no script, no remote content (tracking pixels), shown in our own frame only. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

const BODY_BYTES = 10_000

const outageBody = z.object({ on: z.boolean(), to: z.optional(z.string()) })

/** The pages that show the received mails, and a JSON API for tests. */
export function mailApp(store: MessageStore, outage: Outage): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    const refusal = refuseForeignHost(c)
    if (refusal) c.res = refusal
    else await next()
    setHeaders(c.res.headers)
  })
  app.get('/', (c) => {
    const to = c.req.query('to') ?? ''
    return c.html(listPage(store.list(to), to))
  })
  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/messages/:id{\\d+}', (c) =>
    withMessage(c, store, (message) => c.html(messagePage(message))),
  )
  app.get('/messages/:id{\\d+}/html', (c) =>
    withMessage(c, store, ({ html }) =>
      c.html(`<base target="_blank">${html}`, 200, { 'content-security-policy': MAIL_POLICY }),
    ),
  )
  app.get('/api/messages', (c) => c.json(store.list(c.req.query('to'))))
  app.get('/api/outage', (c) => c.json(outage))
  app.post('/api/outage', bodyLimit({ maxSize: BODY_BYTES }), (c) => setOutage(c, outage))
  app.notFound((c) => c.html(missingPage(), 404))
  return app
}

function setHeaders(headers: Headers): void {
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', PAGE_POLICY)
  headers.set('cache-control', 'no-store')
  headers.set('referrer-policy', 'no-referrer')
  headers.set('x-content-type-options', 'nosniff')
}

function withMessage(
  c: Context,
  store: MessageStore,
  show: (message: Message) => Response | Promise<Response>,
): Response | Promise<Response> {
  const message = store.find(c.req.param('id') ?? '')
  return message === undefined ? c.html(missingPage(), 404) : show(message)
}

async function setOutage(c: Context, outage: Outage): Promise<Response> {
  const wanted = outageBody.safeParse(await c.req.json().catch(() => undefined))
  if (!wanted.success || !c.req.header('content-type')?.includes('json')) {
    const error = 'Send {"on": true} or {"on": false} as JSON, with {"to": address} for one address'
    return c.json({ error }, 400)
  }
  outage.on = wanted.data.on
  outage.to = wanted.data.to?.toLowerCase()
  return c.json(outage)
}
