import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from './refusal.ts'
import type { SwitchBoard } from './settings.ts'

export type Credentials = { clientId: string; clientSecret: string; webhookId: string }

type TokenDeps = { credentials: Credentials; switches: SwitchBoard }

const TOKEN_SECONDS = 32_400

const hash = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(hash(one), hash(other))

/** Tokens are signed, not stored: they work after a restart. */
const signatureOf = ({ credentials, switches }: TokenDeps, end: string) =>
  createHmac('sha256', credentials.clientSecret)
    .update(`${end}.${switches.current().tokenGeneration}`)
    .digest('base64url')

export function isValidToken(deps: TokenDeps, header: string): boolean {
  const [, end = '', signature = ''] = /^Bearer A21\.(\d+)\.([\w-]+)$/.exec(header) ?? []
  return Number(end) > Date.now() && isSame(signature, signatureOf(deps, end))
}

/** POST /v1/oauth2/token. */
export function newToken(deps: TokenDeps, authorization: string, form: string) {
  const { clientId, clientSecret } = deps.credentials
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  if (!isSame(authorization, expected)) {
    throw new Refusal(
      401,
      'AUTHENTICATION_FAILURE',
      'invalid_client',
      'Client authentication failed',
    )
  }
  if (new URLSearchParams(form).get('grant_type') !== 'client_credentials') {
    throw new Refusal(400, 'INVALID_REQUEST', 'unsupported_grant_type', 'grant_type')
  }
  const end = String(Date.now() + TOKEN_SECONDS * 1_000)
  const token = `A21.${end}.${signatureOf(deps, end)}`
  return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS }
}
