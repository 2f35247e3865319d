import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { type ControlDeps, controlApp } from './control.ts'
import { payerApp } from './payer.ts'
import { type RestDeps, restApp } from './rest.ts'

type Env = { Bindings: HttpBindings }
type Ctx = Context<Env>

/** DNS rebinding: a foreign page could resolve its own host name to this computer. */
function isForeignHost(c: Ctx): boolean {
  return !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(c.req.header('host') ?? '')
}

/** Another page in the same browser must not press the tester's buttons; programs send no Origin. */
function isForeignPage(c: Ctx, base: string): boolean {
  const origin = c.req.header('origin')
  return c.req.method !== 'GET' && origin !== undefined && origin !== base
}

/** The whole stand-in: REST, what the frames call, and the tester's control. */
export function paypalApp(deps: RestDeps & ControlDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    if (isForeignHost(c)) return c.json({ error: 'Ask as localhost or 127.0.0.1' }, 403)
    if (isForeignPage(c, deps.base)) return c.json({ error: 'Not from another page' }, 403)
    await next()
    c.res.headers.set('x-content-type-options', 'nosniff')
    return
  })
  app.route('/', restApp(deps))
  app.route('/payer', payerApp(deps))
  app.route('/control', controlApp(deps))
  return app
}
