import { expect, it } from 'vitest'
import { changePassword } from '#account/contract/account-changes.ts'
import { signIn, signUp } from '#account/contract/accounts.ts'
import { createProfile } from '#account/contract/profiles.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'
import { closeAccount } from '#portal/contract/own-data.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'
import { profileInput } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'

const COMPOSED = 'caf\u00e9-harbour'
const DECOMPOSED = 'cafe\u0301-harbour'

const service = perFile(testService)

it('AUTH-01 AUTH-02 AUTH-13 PORT-05 one password in two forms of Unicode is one password, wherever it is set or compared', async () => {
  const visitor = service.visitor()
  const email = newAddress()
  expect((await visitor.call(signUp, { email, password: DECOMPOSED })).status).toBe(201)
  await visitor.call(createProfile, profileInput({ email }))
  for (const password of [COMPOSED, DECOMPOSED]) {
    expect((await service.visitor().call(signIn, { email, password })).status).toBe(200)
  }
  const next = { old_password: COMPOSED, password: `${DECOMPOSED}-2` }
  expect((await visitor.call(changePassword, next)).status).toBe(200)
  const again = service.visitor()
  expect((await again.call(signIn, { email, password: `${COMPOSED}-2` })).status).toBe(200)
  expect((await again.call(closeAccount, { password: `${DECOMPOSED}-2` })).status).toBe(200)
})

it('AUTH-01 AUTH-02 a password of more than 72 bytes is neither set nor compared', async () => {
  const email = newAddress()
  const password = '\u00a3'.repeat(36)
  const longer = `${password}zzzz`
  const wrong = { password: PROFILE_FAULTS.passwordTooLong }
  const refused = await service.visitor().call(signUp, { email, password: longer })
  expect([refused.status, refused.body['fields']]).toEqual([400, wrong])
  expect((await service.visitor().call(signUp, { email, password })).status).toBe(201)
  // bcrypt compares the first 72 bytes, which are equal.
  const answer = await service.visitor().call(signIn, { email, password: longer })
  expect([answer.status, answer.body['fields']]).toEqual([400, wrong])
})
