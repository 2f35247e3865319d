import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAuth } from '#local/auth/start-auth.ts'
import type { Message } from '#local/mail/message.ts'
import { type MailStandIn, startMail } from '#local/mail/start-mail.ts'
import { type Postgres, startPostgres } from '#local/postgres/start-postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

const keys = {
  jwtSecret: 'a-secret-of-this-test-that-is-long-enough',
  publishableKey: 'sb_publishable_of_this_test',
  secretKey: 'sb_secret_of_this_test',
}
const password = 'a good enough password'
const folder = temporaryFolder()
let postgres: Postgres
let mail: MailStandIn
let auth: Awaited<ReturnType<typeof startAuth>>
let database: Client
const reports: string[] = []

beforeAll(async () => {
  ;[postgres, mail] = await Promise.all([
    startPostgres(`${folder.path}/postgres`),
    startMail(`${folder.path}/mail`),
  ])
  auth = await startAuth({
    database: { url: postgres.url },
    smtpUrl: mail.smtpUrl,
    sender: 'hello@halyard.example',
    siteUrl: 'http://localhost:4321',
    port: 0,
    keys,
    report: (line) => reports.push(line),
  })
  database = new Client({ connectionString: postgres.url })
  await database.connect()
})

afterAll(async () => {
  await database.end()
  await auth.stop()
  await Promise.all([postgres.stop(), mail.stop()])
  folder.remove()
})

function client(key = keys.publishableKey): SupabaseClient {
  return createClient(auth.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

async function codeSentTo(address: string): Promise<string> {
  const answer = await fetch(`${mail.url}/api/messages?to=${address}`)
  const [newest] = (await answer.json()) as Message[]
  expect(newest?.text).toContain('http://localhost:4321')
  expect(newest?.text).toMatch(/Halyard Men’s Health\nBooking helpline: [\d ]+\n$/)
  return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? ''
}

describe('accounts at the auth stand-in, as at hosted Supabase Auth', () => {
  it('AUTH-01 signs a new user up, who can sign in immediately', async () => {
    const metadata = { first_name: 'Ann "quoted"' }
    const email = 'new@example.test'
    const signUp = await client().auth.signUp({ email, password, options: { data: metadata } })
    expect(signUp.error).toBeNull()
    expect(signUp.data.session?.access_token).toMatch(/^ey/)
    expect(signUp.data.user?.identities).toHaveLength(1)
    expect(signUp.data.user?.user_metadata).toMatchObject(metadata)
    const signIn = await client().auth.signInWithPassword({ email: 'NEW@example.test', password })
    expect(signIn.data.user?.id).toBe(signUp.data.user?.id)
    const { rows } = await database.query(
      "select jsonb_typeof(raw_user_meta_data::jsonb) as kind from auth.users where email = 'new@example.test'",
    )
    expect(rows).toEqual([{ kind: 'object' }])
  })

  it('AUTH-01 answers 422 user_already_exists for a taken address, also to simultaneous requests', async () => {
    const email = 'taken@example.test'
    const attempts = [1, 2, 3].map(() => client().auth.signUp({ email, password }))
    const errors = (await Promise.all(attempts)).map(({ error }) => error)
    expect(errors.filter((error) => error === null)).toHaveLength(1)
    for (const error of errors.filter((found) => found !== null)) {
      expect(error).toMatchObject({
        status: 422,
        code: 'user_already_exists',
        message: 'User already registered',
      })
    }
  })

  it('AUTH-04 gives the same error for wrong passwords and unknown addresses', async () => {
    const email = 'known@example.test'
    await client().auth.signUp({ email, password })
    for (const wrong of [email, 'nobody@example.test']) {
      const { error } = await client().auth.signInWithPassword({
        email: wrong,
        password: 'not this one',
      })
      expect(error).toMatchObject({ status: 400, message: 'Invalid login credentials' })
    }
  })
})

describe('codes, sessions and deletion at the auth stand-in', () => {
  it('sends a code that can change the password once, with type recovery or email', async () => {
    const email = 'forgot@example.test'
    await client().auth.signUp({ email, password })
    for (const type of ['recovery', 'email'] as const) {
      const changed = `${password} ${type}`
      const visitor = client()
      expect((await visitor.auth.resetPasswordForEmail(email)).error).toBeNull()
      const token = await codeSentTo(email)
      const wrong = token === '000000' ? '111111' : '000000'
      const guess = await visitor.auth.verifyOtp({ email, token: wrong, type })
      expect(guess.error).toMatchObject({
        status: 403,
        code: 'otp_expired',
        message: 'Token has expired or is invalid',
      })
      expect((await visitor.auth.verifyOtp({ email, token, type })).error).toBeNull()
      expect((await visitor.auth.updateUser({ password: changed })).error).toBeNull()
      expect((await client().auth.verifyOtp({ email, token, type })).error?.status).toBe(403)
      const signIn = await client().auth.signInWithPassword({ email, password: changed })
      expect(signIn.error).toBeNull()
    }
    expect((await client().auth.resetPasswordForEmail('nobody@example.test')).error).toBeNull()
  })

  it('AUTH-06 AUTH-13 an admin changes password, address and app_metadata, with the secret key only', async () => {
    const { data } = await client().auth.signUp({ email: 'change@example.test', password })
    await client().auth.signUp({ email: 'other@example.test', password })
    const id = data.user?.id ?? ''
    const { admin } = client(keys.secretKey).auth
    const change = { password: 'a changed password', app_metadata: { change: 'c1' } }
    expect((await client().auth.admin.updateUserById(id, change)).error?.status).toBe(401)
    // The same password again is no error, as at hosted Supabase.
    for (let time = 0; time < 2; time += 1) {
      expect((await admin.updateUserById(id, change)).error).toBeNull()
    }
    const taken = await admin.updateUserById(id, { email: 'Other@example.test' })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await admin.updateUserById(id, { password: 'short' })).error?.status).toBe(422)
    const next = { email: 'Changed@example.test', email_confirm: true }
    expect((await admin.updateUserById(id, next)).error).toBeNull()
    const signIn = await client().auth.signInWithPassword({
      email: 'changed@example.test',
      password: change.password,
    })
    expect(signIn.data.user).toMatchObject({
      id,
      email: 'changed@example.test',
      app_metadata: { change: 'c1' },
      identities: [{ identity_data: { email: 'changed@example.test' } }],
    })
  })

  it('refuses to refresh a session after signing out', async () => {
    const visitor = client()
    const { data } = await visitor.auth.signUp({ email: 'out@example.test', password })
    expect((await visitor.auth.signOut()).error).toBeNull()
    const renewal = await client().auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    })
    expect(renewal.error?.status).toBe(400)
  })

  it('deletes an account and its log entries, with the secret key only', async () => {
    const email = 'Gone@example.test'
    const { data } = await client().auth.signUp({ email, password })
    const id = data.user?.id ?? ''
    expect((await client().auth.admin.deleteUser(id)).error?.status).toBe(401)
    expect((await client(keys.secretKey).auth.admin.deleteUser(id)).error).toBeNull()
    expect((await client(keys.secretKey).auth.admin.deleteUser(id)).error?.status).toBe(404)
    const tables = await database.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'auth' and table_type = 'BASE TABLE'",
    )
    expect(tables.rows.length).toBeGreaterThan(3)
    for (const { name } of tables.rows) {
      const { rows } = await database.query(
        `select 1 from auth."${name}" t where t::text ilike '%gone@example.test%' or position($1 in t::text) > 0`,
        [id],
      )
      expect(rows, name).toEqual([])
    }
  })

  it('serves auth only', async () => {
    for (const path of ['/rest/v1/users', '/storage/v1/bucket', '/_system/info', '/']) {
      const answer = await fetch(auth.url + path, { headers: { apikey: keys.secretKey } })
      expect(answer.status, path).toBe(404)
    }
    expect((await fetch(`${auth.url}/auth/v1/user`)).status).toBe(401)
    expect(reports).toEqual([])
  })
})
