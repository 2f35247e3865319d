import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import type { TestService } from '#tests/fixtures/service.ts'

/** A new patient with their account's id at the provider. */
export async function newPatient(service: TestService) {
  const { visitor, email } = await signUpPatient(service)
  const { rows } = await service.db.database.query<{ user_id: string }>(
    'select user_id from app.profiles where email = $1',
    [email],
  )
  return { visitor, email, userId: rows[0]?.user_id ?? '' }
}
export type Person = Awaited<ReturnType<typeof newPatient>>

/** Sets a new password in both systems, as another process concludes it. */
export async function concludePassword(
  { env, db }: TestService,
  { userId, email }: Person,
  password: string,
): Promise<void> {
  await accountGateway(env.supabase).setPassword(userId, password, 'x')
  await db.database.query(
    `insert into app.account_changes (change_id, kind, user_id, email, state, asked_at, ended_at)
     values (gen_random_uuid(), 'password', $1, $2, 'done', app.clock_now(), app.clock_now())`,
    [userId, email],
  )
}

/** Runs `work` up to the account's lock, then `meanwhile`, then lets it go on; answers what `work` answered. */
export async function crossed<Value>(
  { db }: TestService,
  userId: string,
  work: () => Promise<Value>,
  meanwhile: () => Promise<unknown>,
): Promise<Value> {
  const lock = new Client({ connectionString: db.url })
  await lock.connect()
  try {
    await lock.query('begin')
    await lock.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `halyard: account ${userId}`,
    ])
    const answer = work()
    await vi.waitFor(
      async () => {
        const { rows } = await db.database.query(
          `select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
        expect(rows).not.toEqual([])
      },
      { timeout: 10_000, interval: 10 },
    )
    await meanwhile()
    await lock.query('rollback')
    return await answer
  } finally {
    await lock.end()
  }
}
