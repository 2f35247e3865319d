import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LAKE_SIGN_IN_PATH } from '../../../shared/stand-in-lake.ts'
import { requireOwnOrigin } from '../access.ts'
import { type LakeContext, newRoutes, queryOf, readForm } from '../http.ts'
import { isStudioBuilt, studioFile, studioPage } from '../pages/built.ts'
import {
  destinationOf,
  page,
  seeOther,
  sessionCookie,
  signInPage,
  waitingPage,
} from '../pages/sign-in.ts'

/** The built Studio for signed-in staff, and the page to sign in. */
export const studioRoutes = newRoutes()
  .get('/studio/static/:name', file)
  .get('/static/:name', file)
  .get(LAKE_SIGN_IN_PATH, askForPassword)
  .post(LAKE_SIGN_IN_PATH, signIn)
  .get(`${LAKE_SIGN_IN_PATH}.css`, styles)
  // Hono: also matches `/studio`.
  .get('/studio/*', studio)

function studio(c: LakeContext): Response | Promise<Response> {
  const { lake, caller } = c.var
  if (!isStudioBuilt(lake.studioDir)) return page(waitingPage(), 503)
  if (caller) return studioPage(lake.studioDir, lake.siteUrl)
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
  const field = await readForm(c)
  const destination = destinationOf(field('destination'), lake)
  const email = field('email')
  const session = lake.accounts.signIn(email, field('password'))
  return session === undefined
    ? page(signInPage(destination, email, 'E-mail or password is not right.'), 401)
    : seeOther(destination, { 'set-cookie': sessionCookie(session) })
}

async function styles(): Promise<Response> {
  const body = await readFile(join(import.meta.dirname, '../pages/sign-in.css'), 'utf8')
  return new Response(body, {
    headers: { 'content-type': 'text/css', 'cache-control': 'no-cache' },
  })
}
