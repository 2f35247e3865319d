import { randomBytes } from 'node:crypto'
import type { Accounts } from './accounts.ts'
import { type AdminChange, adminChanges } from './admin-changes.ts'
import { type AuthFetch, failure } from './fetch.ts'
import type { AuthKeys } from './lite.ts'

/**
 * Wraps Lite so that it responds to the site's calls as hosted Supabase Auth does. Only /auth/v1 is served: Lite's data API
 * would expose the whole database.
 */
export function authGateway(
  lite: AuthFetch,
  accounts: Accounts,
  { secretKey, jwtSecret }: AuthKeys,
): AuthFetch {
  const oneByOne = queue()
  const change = adminChanges(lite, accounts, jwtSecret)
  return (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/auth/v1/admin/')) {
      return admin(request, pathname, accounts, secretKey, change)
    }
    if (request.method === 'POST' && pathname === '/auth/v1/verify') return verify(request, lite)
    // Lite returns 500 to the second of two simultaneous sign-ups with one address.
    if (request.method === 'POST' && pathname === '/auth/v1/signup') {
      return oneByOne(() => lite(request))
    }
    if (pathname.startsWith('/auth/v1/')) return lite(request)
    return Promise.resolve(failure(404, 'not_found', 'Only /auth/v1 is served here'))
  }
}

/** Lite has no admin API. The site reads, changes and deletes users. */
async function admin(
  request: Request,
  pathname: string,
  accounts: Accounts,
  secretKey: string,
  change: AdminChange,
): Promise<Response> {
  if (request.headers.get('apikey') !== secretKey) {
    return failure(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  if (request.method === 'POST' && pathname === '/auth/v1/admin/generate_link') {
    return recoveryLink(request, accounts)
  }
  const id = /^\/auth\/v1\/admin\/users\/([0-9a-f-]{36})$/.exec(pathname)?.[1]
  const account = id === undefined ? undefined : await accounts.find(id)
  if (account === undefined) return failure(404, 'user_not_found', 'User not found')
  if (request.method === 'GET') return Response.json(account)
  if (request.method === 'PUT') return change(request, account)
  if (request.method !== 'DELETE') return failure(405, 'not_found', 'Only GET, PUT and DELETE')
  await accounts.erase(account)
  return Response.json({})
}

/** GoTrue's link of the type `recovery`: its token opens a session, and nothing is mailed. */
async function recoveryLink(request: Request, accounts: Accounts): Promise<Response> {
  const { type, email } = (await request.json()) as { type?: unknown; email?: unknown }
  if (type !== 'recovery') return failure(400, 'validation_failed', 'Only recovery links are made')
  const account = await accounts.findByEmail(String(email))
  if (account === undefined) return failure(404, 'user_not_found', 'User with this email not found')
  const hashed_token = randomBytes(28).toString('hex')
  await accounts.setRecoveryToken(account.id, hashed_token)
  const link = {
    action_link: `${new URL(request.url).origin}/auth/v1/verify?token=${hashed_token}&type=recovery`,
    email_otp: '',
    hashed_token,
    redirect_to: '',
    verification_type: type,
  }
  return Response.json({ ...account, ...link })
}

/** Lite does not know the type `email`, which hosted Supabase accepts for both `signup` and `magiclink`. */
async function verify(request: Request, lite: AuthFetch): Promise<Response> {
  const text = await request.text()
  const asType = (type: string) =>
    lite(resend(request, text.replace(/("type"\s*:\s*)"email"/, `$1"${type}"`)))
  if (typeOf(text) !== 'email') return inWordsForCodes(await lite(resend(request, text)))
  const answer = await asType('signup')
  return inWordsForCodes(answer.ok ? answer : await asType('magiclink'))
}

/** For a wrong code Lite returns the words that hosted Supabase has for a link. */
const inWordsForCodes = (answer: Response): Response =>
  answer.status === 403 ? failure(403, 'otp_expired', 'Token has expired or is invalid') : answer

function typeOf(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined
  } catch {
    return undefined
  }
}

function resend(request: Request, body: string): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  return new Request(request.url, { method: request.method, headers, body })
}

function queue(): (task: () => Promise<Response>) => Promise<Response> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const mine = last.then(task)
    last = mine.catch(() => undefined)
    return mine
  }
}
