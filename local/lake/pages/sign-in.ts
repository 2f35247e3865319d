import { serialize } from 'hono/utils/cookie'
import { LAKE_SIGN_IN_PATH } from '../../../shared/stand-in-lake.ts'
import { escapeHtml } from '../../../src/core/texts/escape-html.ts'
import { SESSION_COOKIE } from '../access.ts'
import { SESSION_SECONDS } from '../accounts.ts'
import type { Lake } from '../lake.ts'

/** No script; one style sheet of our own. */
const SIGN_IN_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Not `Secure`: the stand-in speaks plain HTTP, on loopback only. */
const COOKIE_OPTIONS = { path: '/', httpOnly: true, sameSite: 'Lax' } as const

/** The value of `set-cookie` for a new session. */
export function sessionCookie(session: string): string {
  return serialize(SESSION_COOKIE, session, { ...COOKIE_OPTIONS, maxAge: SESSION_SECONDS })
}

/** The value of `set-cookie` that deletes the session's cookie. */
export function endedCookie(): string {
  return serialize(SESSION_COOKIE, '', { ...COOKIE_OPTIONS, maxAge: 0 })
}

/** Where to redirect after signing in: `asked` if it is a page of our Studio, so that this is not an open redirect. */
export function destinationOf(asked: string | null, lake: Lake): string {
  if (asked === null || !URL.canParse(asked, lake.origin)) return '/studio'
  const { origin, pathname, search } = new URL(asked, lake.origin)
  const isOurs = origin === lake.origin && /^\/studio(\/|$)/.test(pathname)
  return isOurs ? pathname + search : '/studio'
}

/** The sign-in form. `problem` is the error message for the last attempt. */
export function signInPage(destination: string, email = '', problem?: string): string {
  const error =
    problem === undefined ? '' : `<p id="problem" role="alert">${escapeHtml(problem)}</p>`
  const described = problem === undefined ? '' : ' aria-describedby="problem" aria-invalid="true"'
  return `${head(problem === undefined ? 'Sign in' : 'Error: Sign in')}
<main>
<h1>Sign in to the Studio</h1>
${error}
<form method="post" action="${LAKE_SIGN_IN_PATH}">
<input type="hidden" name="destination" value="${escapeHtml(destination)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<button>Sign in</button>
</form>
<p>The sample accounts and their passwords are in <code>sample-accounts.json</code> in the data folder.</p>
</main>
`
}

/** Shown while the Studio is being built; reloads itself. */
export function waitingPage(): string {
  return `${head('The Studio is being built', '<meta http-equiv="refresh" content="3">')}
<main>
<h1>The Studio is being built</h1>
<p role="status">This takes about half a minute, once. This page then opens the Studio.</p>
</main>
`
}

function head(title: string, more = ''): string {
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${more}
<title>${title}</title>
<link rel="icon" href="/static/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${LAKE_SIGN_IN_PATH}.css">`
}

/** Redirects to a page that the browser fetches with GET. */
export function seeOther(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...headers },
  })
}

export function page(body: string, status = 200): Response {
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
