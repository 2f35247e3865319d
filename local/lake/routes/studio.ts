import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LAKE_SIGN_IN_PATH } from '../../../shared/stand-in-lake.ts'
import { requireOwnOrigin } from '../access.ts'
import { LakeError } from '../errors.ts'
import { type LakeContext, limited, newRoutes, queryOf } from '../http.ts'
import { isStudioBuilt, studioFile, studioPage } from '../pages/built.ts'
import {
  destinationOf,
  SIGN_IN_POLICY,
  sessionCookie,
  signInPage,
  waitingPage,
} from '../pages/sign-in.ts'

const FORM_LIMIT_BYTES = 10_000

/** The built Studio for signed-in staff, and the page to sign in. */
export const studioRoutes = newRoutes()
  .get('/studio/static/:name', file)
  .get('/static/:name', file)
  .get(LAKE_SIGN_IN_PATH, askForPassword)
  .post(LAKE_SIGN_IN_PATH, limited(FORM_LIMIT_BYTES), signIn)
  .get(`${LAKE_SIGN_IN_PATH}.css`, styles)
  // Hono: also matches `/studio`.
  .get('/studio/*', studio)

function studio(c: LakeContext): Response | Promise<Response> {
  const { lake, caller } = c.var
  if (!isStudioBuilt(lake.studioDir)) return page(waitingPage(), 503)
  if (caller) return studioPage(lake.studioDir)
  const { pathname, search } = new URL(c.req.url)
  return seeOther(`${LAKE_SIGN_IN_PATH}?origin=${encodeURIComponent(pathname + search)}`)
}

function file(c: LakeContext): Promise<Response> {
  return studioFile(c.var.lake.studioDir ?? '', c.req.param('name') ?? '')
}

function askForPassword(c: LakeContext): Response {
  const destination = destinationOf(queryOf(c).get('origin'), c.var.lake)
  return c.var.caller ? seeOther(destination) : page(signInPage(destination))
}

async function signIn(c: LakeContext): Promise<Response> {
  const { lake } = c.var
  requireOwnOrigin(c.env.incoming, lake)
  const form = await c.req.parseBody()
  const field = (name: string) => String(form[name] ?? '')
  const destination = destinationOf(field('destination'), lake)
  const email = field('email')
  try {
    const sessionId = lake.staff.signIn(email, field('password'))
    if (sessionId !== undefined)
      return seeOther(destination, { 'set-cookie': sessionCookie(sessionId) })
    return page(signInPage(destination, email, 'E-mail or password is not right.'), 401)
  } catch (error) {
    if (!(error instanceof LakeError) || error.status !== 429) throw error
    return page(signInPage(destination, email, error.message), 429)
  }
}

async function styles(): Promise<Response> {
  const body = await readFile(join(import.meta.dirname, '../pages/sign-in.css'), 'utf8')
  return new Response(body, {
    headers: { 'content-type': 'text/css', 'cache-control': 'no-cache' },
  })
}

/** Redirects to a page that the browser fetches with GET. */
function seeOther(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...headers },
  })
}

function page(body: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': SIGN_IN_POLICY,
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  })
}
