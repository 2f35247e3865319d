import { createHmac } from 'node:crypto'
import type { Account, Accounts } from './accounts.ts'
import { type AuthFetch, failure } from './fetch.ts'

/** Changes an account as PUT /admin/users/{id} of GoTrue does. */
export type AdminChange = (request: Request, account: Account) => Promise<Response>

const ONE_MINUTE = 60

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of the user for one request to Lite. */
function tokenFor({ id, email, role }: Account, secret: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: id, email, aud: 'authenticated', role, iat: now, exp: now + ONE_MINUTE }
  const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

type Changes = { password?: string; email?: string; app_metadata?: Record<string, unknown> }

/** Lite hashes the password and checks its length; unlike an admin of GoTrue it refuses the same password again. */
async function setPassword(
  request: Request,
  account: Account,
  { lite, jwtSecret, password }: { lite: AuthFetch; jwtSecret: string; password: string },
): Promise<Response | undefined> {
  const headers = {
    'content-type': 'application/json',
    apikey: request.headers.get('apikey') ?? '',
    authorization: `Bearer ${tokenFor(account, jwtSecret)}`,
  }
  const body = JSON.stringify({ password })
  const url = new URL('/auth/v1/user', request.url)
  const answer = await lite(new Request(url, { method: 'PUT', headers, body }))
  if (answer.ok) return undefined
  const isSame = (await answer.clone().text()).includes('same_password')
  return isSame ? undefined : answer
}

/** GoTrue makes the changes of one request together; here they are separate statements, the password last but one. */
export const adminChanges =
  (lite: AuthFetch, accounts: Accounts, jwtSecret: string): AdminChange =>
  async (request, account) => {
    const { password, email, app_metadata } = (await request.json()) as Changes
    if (email !== undefined && !(await accounts.setEmail(account.id, email))) {
      const taken = 'A user with this email address has already been registered'
      return failure(422, 'email_exists', taken)
    }
    if (password !== undefined) {
      const refusal = await setPassword(request, account, { lite, jwtSecret, password })
      if (refusal !== undefined) return refusal
    }
    if (app_metadata !== undefined) await accounts.addMetadata(account.id, app_metadata)
    return Response.json(await accounts.find(account.id))
  }
