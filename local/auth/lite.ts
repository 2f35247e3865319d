import { App, Connection, type IntrospectResult } from '@supabase/lite'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { connectionOf, type DatabaseAddress } from '../../shared/node/database-address.ts'
import type { Mailer } from './mailer.ts'

export type AuthKeys = { jwtSecret: string; publishableKey: string; secretKey: string }
export type Lite = {
  fetch: (request: Request) => Promise<Response>
  close: () => Promise<void>
}

/** Types that Lite expects as PostgreSQL's text. */
const readAsText = new Set<number>([
  types.builtins.DATE,
  types.builtins.TIMESTAMP,
  types.builtins.TIMESTAMPTZ,
])

/** Lite's own connection needs another driver; this one uses `pg`. */
class PgConnection extends Connection<Pool> {
  readonly driver: Pool
  readonly dialect = 'postgres' as const

  constructor(database: DatabaseAddress) {
    super({ url: database.url, baseSchema: 'create schema if not exists auth;' })
    this.driver = new Pool({
      ...connectionOf(database),
      max: 8,
      options: '-c TimeZone=UTC',
      types: {
        getTypeParser: (type, format) =>
          readAsText.has(type) ? (text: string) => text : types.getTypeParser(type, format),
      },
    })
    // The pool replaces a broken idle connection at the next query.
    this.driver.on('error', () => undefined)
    // Lite contains another release of Kysely: other types, the same methods.
    Object.assign(this, {
      kysely: new Kysely({ dialect: new PostgresDialect({ pool: this.driver }) }),
    })
  }

  /** Only Lite's data API calls this, and that is not served. */
  override introspect(): Promise<IntrospectResult> {
    return Promise.reject(new Error('The auth stand-in does not describe the database'))
  }

  override close(): Promise<void> {
    return this.driver.end()
  }
}

/**
 * Starts Supabase Lite with auth only; no other file imports it. Accounts are confirmed immediately, as in a hosted
 * project with "Confirm email" switched off.
 */
export async function startLite(
  database: DatabaseAddress,
  siteUrl: string,
  keys: AuthKeys,
  mailer: Mailer,
): Promise<Lite> {
  const connection = new PgConnection(database)
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      jwt_expiry: 3600,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/**`],
      enable_signup: true,
      minimum_password_length: 6,
      email: {
        enable_signup: true,
        enable_confirmations: false,
        otp_length: 6,
        otp_expiry: 3600,
      },
    },
    options: { drivers: { email: mailer } },
  })
  await app.ensureSystemSchema()
  return { fetch: (request) => app.fetch(request), close: () => connection.close() }
}
