import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { askEmailChange, confirmEmailChange } from '#account/contract/account-changes.ts'
import { signIn, signUp } from '#account/contract/accounts.ts'
import { createProfile } from '#account/contract/profiles.ts'
import { apiSite } from '#tests/fixtures/api-site.ts'
import { newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { profileInput } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { Mail } from '#tests/fixtures/service.ts'
import { createVisitor } from '#tests/fixtures/visitor.ts'

const SOON = { timeout: 15_000, interval: 20 }

const site = perFile(() => apiSite({ processes: 2 }))

async function tokenTo(address: string): Promise<string> {
  return await vi.waitFor(async () => {
    const response = await fetch(`${site.mailUrl}/api/messages?to=${address}`)
    const [mail] = (await response.json()) as Mail[]
    const token = /confirm-email-change\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    expect(token).toBeDefined()
    return token ?? ''
  }, SOON)
}

async function readValue(sql: string, values: unknown[]): Promise<unknown> {
  const { rows } = await site.test.database.query<{ value: unknown }>(sql, values)
  return rows[0]?.value
}

it('AUTH-13 a process that is killed after the provider changed the address: another one finishes it', async () => {
  const [first = '', second = ''] = site.urls
  const visitor = createVisitor(first)
  const [email, next] = [newAddress(), newAddress('next')]
  await visitor.call(signUp, { email, password: PASSWORD })
  await visitor.call(createProfile, profileInput())
  await visitor.call(askEmailChange, { email: next, password: PASSWORD })
  const token = await tokenTo(next)

  // The lock stops the process between the two systems.
  const lock = new Client({ connectionString: site.test.url })
  await lock.connect()
  await lock.query('begin')
  await lock.query('select from app.profiles where email = $1 for update', [email])
  const answer = visitor.call(confirmEmailChange, { token }).then(
    ({ status }) => status,
    () => 'no answer',
  )
  const account = () =>
    readValue('select count(*) as value from auth.users where email = $1', [next])
  await vi.waitFor(async () => expect(await account()).toBe(1), SOON)
  await site.kill(0)
  expect(await answer).toBe('no answer')
  await lock.query('rollback')
  await lock.end()
  const profile = () =>
    readValue('select email as value from app.profiles where email in ($1, $2)', [email, next])
  expect(await profile()).toBe(email)

  // A minute later.
  await site.test.database.query(
    `update app.jobs set run_at = app.clock_now(), turn_at = app.clock_now() where kind = 'account-change'`,
  )
  await vi.waitFor(async () => expect(await profile()).toBe(next), SOON)
  const signedIn = await createVisitor(second).call(signIn, { email: next, password: PASSWORD })
  expect(signedIn.body).toMatchObject({ email: next, profile: { email: next } })
  await vi.waitFor(async () => {
    const response = await fetch(`${site.mailUrl}/api/messages?to=${email}`)
    const subjects = ((await response.json()) as Mail[]).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('was changed'))).toHaveLength(1)
  }, SOON)
})
