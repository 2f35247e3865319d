import { createClient } from '@supabase/supabase-js'
import { describe, expect, it, vi } from 'vitest'
import { changePassword, setResetPassword } from '#account/contract/account-changes.ts'
import { signIn, signOut } from '#account/contract/accounts.ts'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { sessionJournal } from '#account/server/provider-sessions.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { closeAccount } from '#portal/contract/own-data.ts'
import { PASSWORD } from '#tests/fixtures/new-person.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { ask, enter, reasonOf, waitForCode } from '#tests/integration/account/reset-setup.ts'

const NEW_PASSWORD = 'a-quieter-harbour'

const service = perFile(testService)

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  service.db.database.query<Row>(sql, values)

/** The sessions and refresh tokens that the identity provider has. */
async function live(): Promise<{ sessions: number; tokens: number }> {
  const { rows } = await query<{ sessions: number; tokens: number }>(
    `select (select count(*) from auth.sessions)::int as sessions,
            (select count(*) from auth.refresh_tokens where not coalesce(revoked, false))::int as tokens`,
  )
  return rows[0] ?? { sessions: -1, tokens: -1 }
}

const NONE = { sessions: 0, tokens: 0 }

const waiting = async () => {
  const { rows } = await query(`select payload from app.jobs where kind = 'end-provider-sessions'`)
  return rows
}

/** What a process leaves that is killed after the provider's answer. */
async function signInAndDie(email: string): Promise<void> {
  const { env, db } = service
  await sessionJournal(db.database, createSealer(env.keys)).begin(email)
  const { auth } = createClient(env.supabase.url, env.supabase.publishableKey)
  const { error } = await auth.signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
}

async function runJobs(): Promise<void> {
  await query(
    `update app.jobs set run_at = app.clock_now(), turn_at = app.clock_now()
      where kind = 'end-provider-sessions'`,
  )
  service.wiring.nudgeJobs()
  // Each has ended, or waits for its time again.
  await vi.waitFor(
    async () => {
      const { rows } = await query(
        `select from app.jobs where kind = 'end-provider-sessions' and run_at <= app.clock_now()`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 60_000, interval: 20 },
  )
}

describe('after each journey the provider has no live session of a patient', () => {
  it('AUTH-10 sign-up, sign-in, a wrong password, a change, a reset, a closing and sign-out', async () => {
    const { visitor, email } = await signUpPatient(service)
    expect(await live(), 'sign-up').toEqual(NONE)
    const other = service.visitor()
    expect(reasonOf(await other.call(signIn, { email, password: 'wrong-password' }))).not.toBe('ok')
    expect(reasonOf(await other.call(signIn, { email, password: PASSWORD }))).toBe('ok')
    expect(await live(), 'sign-in').toEqual(NONE)
    const change = { old_password: PASSWORD, password: NEW_PASSWORD }
    expect(reasonOf(await other.call(changePassword, change))).toBe('ok')
    expect(await live(), 'change of the password').toEqual(NONE)
    const resetting = service.visitor()
    await ask(resetting, email)
    expect(reasonOf(await enter(resetting, email, await waitForCode(service, email)))).toBe('ok')
    expect(await live(), 'code of a reset').toEqual(NONE)
    expect(reasonOf(await resetting.call(setResetPassword, { password: PASSWORD }))).toBe('ok')
    expect(await live(), 'reset').toEqual(NONE)
    expect(reasonOf(await resetting.call(closeAccount, { password: 'wrong-password' }))).not.toBe(
      'ok',
    )
    expect(await live(), 'compared password').toEqual(NONE)
    await visitor.call(signOut)
    expect(await live(), 'sign-out').toEqual(NONE)
    expect(await waiting()).toEqual([])
  })

  it('AUTH-10 a session that the server does not end is counted (control)', async () => {
    const { email } = await signUpPatient(service)
    await signInAndDie(email)
    expect(await live()).toEqual({ sessions: 1, tokens: 1 })
    await runJobs()
  })

  it('AUTH-10 simultaneous sign-ins of one patient all succeed, and leave none', async () => {
    const { email } = await signUpPatient(service)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        service.visitor().call(signIn, { email, password: PASSWORD }),
      ),
    )
    expect(answers.map(reasonOf)).toEqual(Array(6).fill('ok'))
    expect(await live()).toEqual(NONE)
  })
})

describe('a process that ends before it has ended the session', () => {
  it('AUTH-10 leaves a job without the address, which ends the session and can run twice', async () => {
    const { email } = await signUpPatient(service)
    await signInAndDie(email)
    expect(JSON.stringify(await waiting())).not.toContain(email)
    await runJobs()
    expect(await live()).toEqual(NONE)
    await accountGateway(service.env.supabase).endSessions(email)
    expect(await live()).toEqual(NONE)
    expect(await waiting()).toEqual([])
  })

  it('AUTH-10 keeps a mailed code valid: the job waits until the code has expired', async () => {
    const { email } = await signUpPatient(service)
    await signInAndDie(email)
    const visitor = service.visitor()
    await ask(visitor, email)
    const code = await waitForCode(service, email)
    await runJobs()
    expect(await live()).toEqual({ sessions: 1, tokens: 1 })
    expect(reasonOf(await enter(visitor, email, code))).toBe('ok')
    await runJobs()
    expect(await live()).toEqual(NONE)
  })

  it('AUTH-10 the job of an account that is gone has nothing to do', async () => {
    await accountGateway(service.env.supabase).endSessions('gone@halyard.test')
    expect(await live()).toEqual(NONE)
  })
})
