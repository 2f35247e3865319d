import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requireOwnOrigin } from '../access.ts'
import { LakeError } from '../errors.ts'
import { type Reply, readBody, seeOther } from '../http.ts'
import { isStudioBuilt, studioFile, studioPage } from '../pages/built.ts'
import {
  destinationOf,
  SIGN_IN_POLICY,
  sessionCookie,
  signInPage,
  waitingPage,
} from '../pages/sign-in.ts'
import type { Call, Route } from '../router.ts'

/** The built Studio for whoever is signed in, and the page to sign in. `*` stands for any rest of a path. */
export const studioRoutes: readonly Route[] = [
  { method: 'GET', path: '/studio/static/:name', handle: file },
  { method: 'GET', path: '/static/:name', handle: file },
  { method: 'GET', path: '/studio-login', handle: askForPassword },
  { method: 'POST', path: '/studio-login', handle: signIn },
  { method: 'GET', path: '/studio-login.css', handle: styles },
  { method: 'GET', path: '/studio', handle: studio },
  { method: 'GET', path: '/studio/*', handle: studio },
]

const FORM_LIMIT_BYTES = 10_000

function studio({ lake, caller, request }: Call): Reply | Promise<Reply> {
  if (!isStudioBuilt(lake.studioDir)) return page(waitingPage(), 503)
  if (!caller) return seeOther(`/studio-login?origin=${encodeURIComponent(request.url ?? '')}`)
  return studioPage(lake.studioDir)
}

function file({ lake, params }: Call): Reply | Promise<Reply> {
  return studioFile(lake.studioDir ?? '', params['name'] ?? '')
}

function askForPassword({ lake, query, caller }: Call): Reply {
  const destination = destinationOf(query.get('origin'), lake)
  return caller ? seeOther(destination) : page(signInPage(destination))
}

async function signIn({ lake, request }: Call): Promise<Reply> {
  requireOwnOrigin(request, lake)
  const form = new URLSearchParams((await readBody(request, FORM_LIMIT_BYTES)).toString())
  const destination = destinationOf(form.get('destination'), lake)
  const email = form.get('email') ?? ''
  try {
    const sessionId = lake.staff.signIn(email, form.get('password') ?? '')
    if (sessionId !== undefined)
      return seeOther(destination, { 'set-cookie': sessionCookie(sessionId) })
    return page(signInPage(destination, email, 'E-mail or password is not right.'), 401)
  } catch (error) {
    if (!(error instanceof LakeError) || error.status !== 429) throw error
    return page(signInPage(destination, email, error.message), 429)
  }
}

async function styles(): Promise<Reply> {
  const body = await readFile(join(import.meta.dirname, '../pages/sign-in.css'))
  return { status: 200, headers: { 'content-type': 'text/css', 'cache-control': 'no-cache' }, body }
}

function page(body: string, status = 200): Reply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': SIGN_IN_POLICY,
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
    body,
  }
}
