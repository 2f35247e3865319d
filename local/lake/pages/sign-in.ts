import { SESSION_COOKIE } from '../access.ts'
import type { Lake } from '../lake.ts'
import { SESSION_SECONDS } from '../staff.ts'

/** No script at all; the one style sheet is our own file. */
export const SIGN_IN_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Our own clear HTTP runs on loopback only, hence no `Secure`. */
export function sessionCookie(sessionId: string): string {
  return `${SESSION_COOKIE}=${sessionId}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax`
}

export function endedCookie(): string {
  return `${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`
}

/** Where to go after signing in: somewhere in our own Studio, whatever was asked. */
export function destinationOf(asked: string | null, lake: Lake): string {
  if (asked === null || !URL.canParse(asked, lake.origin)) return '/studio'
  const { origin, pathname, search } = new URL(asked, lake.origin)
  const isOurs = origin === lake.origin && /^\/studio(\/|$)/.test(pathname)
  return isOurs ? pathname + search : '/studio'
}

/** The page that asks for the password; `problem` says what was wrong with the last one. */
export function signInPage(destination: string, email = '', problem?: string): string {
  const error = problem === undefined ? '' : `<p id="problem" role="alert">${escaped(problem)}</p>`
  const described = problem === undefined ? '' : ' aria-describedby="problem" aria-invalid="true"'
  return `${head(problem === undefined ? 'Sign in' : 'Error: Sign in')}
<main>
<h1>Sign in to the Studio</h1>
${error}
<form method="post" action="/studio-login">
<input type="hidden" name="destination" value="${escaped(destination)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${escaped(email)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<button>Sign in</button>
</form>
<p>Forgotten? Both accounts and their passwords stand in <code>sample-accounts.json</code> in the data folder.</p>
</main>
`
}

/** Shown while the Studio is being built; it asks again by itself. */
export function waitingPage(): string {
  return `${head('The Studio is being built', '<meta http-equiv="refresh" content="3">')}
<main>
<h1>The Studio is being built</h1>
<p role="status">This takes about half a minute, once. The page opens by itself.</p>
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
<link rel="stylesheet" href="/studio-login.css">`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
