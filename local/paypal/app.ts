import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Next } from 'hono'
import { type Context, Hono } from 'hono'
import { isForeignHost } from '../requests.ts'
import { type ControlDeps, controlApp } from './control.ts'
import { framesApp } from './frames.ts'
import { invoiceOf } from './invoice.ts'
import { pageApp } from './page.ts'
import { payerApp } from './payer.ts'
import { type RestDeps, restApp } from './rest.ts'

type Env = { Bindings: HttpBindings }
type Ctx = Context<Env>

/** Another page in the same browser must not press the tester's buttons; programs send no Origin. */
function isForeignPage(c: Ctx): boolean {
  const origin = c.req.header('origin')
  if (c.req.method === 'GET' || origin === undefined) return false
  return URL.parse(origin)?.host !== c.req.header('host')
}

/** A request of the browser fails before it changes anything, in every mode. */
async function underOutage(c: Ctx, deps: RestDeps, call: 'sdk' | 'payer', next: Next) {
  const asked = { id: c.req.param('id') ?? '', body: () => c.req.json() }
  const fault = deps.switches.takeFault(call, await invoiceOf(deps.store, call, asked))
  if (fault === undefined) return next()
  if (fault.mode !== 'break') return c.json({ name: 'SERVICE_UNAVAILABLE' }, 503)
  c.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** The whole stand-in: REST, what the frames call, and the tester's control. */
export function paypalApp(deps: RestDeps & ControlDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    if (isForeignHost(c)) return c.json({ error: 'Ask as localhost or 127.0.0.1' }, 403)
    if (isForeignPage(c)) return c.json({ error: 'Not from another page' }, 403)
    await next()
    c.res.headers.set('x-content-type-options', 'nosniff')
    return
  })
  app.use('/sdk/*', (c, next) => underOutage(c, deps, 'sdk', next))
  app.use('/payer/orders/:id/*', (c, next) => underOutage(c, deps, 'payer', next))
  app.route('/', restApp(deps))
  app.route('/', framesApp(deps.switches, deps.credentials.clientId))
  app.route('/payer', payerApp(deps))
  app.route('/control', controlApp(deps))
  app.route('/', pageApp(deps))
  return app
}
