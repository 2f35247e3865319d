import { expect, it } from 'vitest'
import { setResetPassword } from '#account/contract/account-changes.ts'
import { getSession } from '#account/contract/accounts.ts'
import { createProfile, getProfile } from '#account/contract/profiles.ts'
import { CHANGE_TEXTS } from '#account/texts/account-changes.ts'
import { profileInput } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { ask, enter, waitForCode } from '#tests/integration/account/reset-setup.ts'
import { BROWSER, forgetStep, joined, secretOf } from '#tests/integration/staff/staff-setup.ts'

const service = perFile(() => testService())

it('STF-02 a password reset sets the password of a member of staff, opens nothing else, and never skips the code', async () => {
  const { email, userId, secret } = await joined(service)
  const { staffAccess, staffSignIn } = service.wiring.services
  const visitor = service.visitor()
  await ask(visitor, email)
  expect((await enter(visitor, email, await waitForCode(service, email))).status).toBe(200)
  // The session of the code makes no profile, and the database would refuse one.
  const profile = await visitor.call(createProfile, profileInput({ email }))
  expect(profile.status).toBe(403)
  await expect(
    service.db.database.query(
      `insert into app.profiles (user_id, email, first_name, last_name) values ($1, $2, 'A', 'B')`,
      [userId, email],
    ),
  ).rejects.toMatchObject({ constraint: 'profiles_account' })

  const short = await visitor.call(setResetPassword, { password: 'four heron' })
  expect(short.status).toBe(422)
  expect(JSON.stringify(short.body)).toContain(CHANGE_TEXTS.staffPasswordTooShort)
  const password = 'four quiet herons'
  expect((await visitor.call(setResetPassword, { password })).status).toBe(200)
  // It is over now: neither the portal nor the pages of staff are open.
  expect((await visitor.call(getSession)).body['session']).toBeNull()
  expect((await visitor.call(getProfile, { email })).status).toBe(401)
  expect(await staffAccess.findSession(secret)).toBeUndefined()
  const entered = await staffSignIn.signIn({ email, password }, BROWSER)
  if (!entered.ok) throw new Error(entered.reason)
  const half = await staffAccess.findSession(secretOf(service, entered.value))
  expect(half?.factorAt).toBeNull()
  // The factor is the old one: nothing is set up anew.
  expect(half && (await staffSignIn.setup(half))).toBeUndefined()
  await forgetStep(service, userId)
})
