import { describe, expect, it } from 'vitest'
import {
  askEmailChange,
  changePassword,
  confirmEmailChange,
} from '#account/contract/account-changes.ts'
import { getSession, listSessions, signIn, signUp } from '#account/contract/accounts.ts'
import { getProfile } from '#account/contract/profiles.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'
import { ask, enter, reasonOf, waitForCode } from '#tests/integration/account/reset-setup.ts'

const NEW_PASSWORD = 'a-quieter-harbour'
const LINK = /http:\/\/localhost:4321\/confirm-email-change\?token=([\w-]{43})/

const service = perFile(testService)

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  service.db.database.query<Row>(sql, values)

const signInWith = (email: string, password = PASSWORD) =>
  service.visitor().call(signIn, { email, password })

const subjectsTo = async (address: string) => {
  await service.mailsSettled()
  return (await service.mailsTo(address)).map(({ subject }) => subject)
}

/** The token of the newest link to an address, or undefined. */
async function linkTo(address: string): Promise<string | undefined> {
  await service.mailsSettled()
  const mails = await service.mailsTo(address)
  return mails.flatMap(({ text }) => LINK.exec(text)?.[1] ?? [])[0]
}

async function askFor(visitor: Visitor, email: string): Promise<string> {
  const answer = await visitor.call(askEmailChange, { email, password: PASSWORD })
  expect([answer.status, answer.body]).toEqual([200, { status: 'success' }])
  return (await linkTo(email)) ?? ''
}

describe('changing the password', () => {
  it('AUTH-13 needs the old one, ends every other session, and is told by mail', async () => {
    const { visitor, email } = await signUpPatient(service)
    const other = service.visitor()
    await other.call(signIn, { email, password: PASSWORD })
    const change = (old_password: string, password = NEW_PASSWORD) =>
      visitor.call(changePassword, { old_password, password })
    expect(reasonOf(await change('not-the-old-one'))).toBe('wrong-password')
    expect(reasonOf(await change(PASSWORD, PASSWORD))).toBe('password-refused')
    expect((await other.call(listSessions)).status).toBe(200)
    expect(await subjectsTo(email)).not.toContainEqual(expect.stringContaining('was changed'))

    expect(reasonOf(await change(PASSWORD))).toBe('ok')
    expect((await other.call(listSessions)).status).toBe(401)
    expect((await visitor.call(listSessions)).status).toBe(200)
    expect(reasonOf(await signInWith(email))).toBe('sign-in-refused')
    expect(reasonOf(await signInWith(email, NEW_PASSWORD))).toBe('ok')
    expect(await subjectsTo(email)).toContainEqual(expect.stringContaining('was changed'))
  })

  it('AUTH-13 counts wrong passwords like a sign-in', async () => {
    const { visitor } = await signUpPatient(service)
    const { most } = LIMITS.signInPerDevice
    const answers = await Promise.all(
      Array.from({ length: most + 2 }, () =>
        visitor.call(changePassword, { old_password: 'wrong', password: NEW_PASSWORD }),
      ),
    )
    expect(answers.map(reasonOf).sort()).toEqual([
      'too-many-requests',
      'too-many-requests',
      ...Array.from({ length: most }, () => 'wrong-password'),
    ])
  })
})

describe('changing the e-mail address', () => {
  it('AUTH-13 is confirmed on the new address, and told to the old one; account, profile and sessions agree', async () => {
    const { visitor, email, profileId } = await signUpPatient(service)
    const next = newAddress('next')
    const token = await askFor(visitor, next)
    expect(await subjectsTo(email)).toContainEqual(expect.stringContaining('A new email address'))
    expect((await visitor.call(getSession)).body['session']).toMatchObject({ email })

    const elsewhere = service.visitor('198.51.100.9')
    expect(reasonOf(await elsewhere.call(confirmEmailChange, { token }))).toBe('ok')
    expect(reasonOf(await signInWith(email))).toBe('sign-in-refused')
    expect(reasonOf(await signInWith(next))).toBe('ok')
    const session = (await visitor.call(getSession)).body['session']
    expect(session).toMatchObject({ email: next, profile: { profileId, email: next } })
    expect((await visitor.call(getProfile, { email: next })).status).toBe(200)
    expect(await subjectsTo(email)).toContainEqual(expect.stringContaining('was changed'))
    // The answer of the first press may have been lost.
    expect(reasonOf(await elsewhere.call(confirmEmailChange, { token }))).toBe('ok')
    expect((await subjectsTo(email)).filter((one) => one.includes('was changed'))).toHaveLength(1)
  })

  it('AUTH-13 needs the password, and an address that is not the present one', async () => {
    const { visitor, email } = await signUpPatient(service)
    const next = newAddress('next')
    const wrong = await visitor.call(askEmailChange, { email: next, password: 'not-this-one' })
    expect(reasonOf(wrong)).toBe('wrong-password')
    const same = await visitor.call(askEmailChange, {
      email: email.toUpperCase(),
      password: PASSWORD,
    })
    expect(same.body['fields']).toEqual({ email: 'This is your current email address.' })
    expect(await subjectsTo(next)).toEqual([])
  })

  it('AUTH-13 that is pending changes nothing: sign-in and password reset work with the old address only', async () => {
    const { visitor, email } = await signUpPatient(service)
    const next = newAddress('next')
    await askFor(visitor, next)
    expect(reasonOf(await signInWith(email))).toBe('ok')
    expect(reasonOf(await signInWith(next))).toBe('sign-in-refused')
    const browser = service.visitor('198.51.100.8')
    await ask(browser, email)
    expect(reasonOf(await enter(browser, email, await waitForCode(service, email)))).toBe('ok')
  })

  it('AUTH-13 that is asked for again ends the first link; a link works for a day', async () => {
    const { visitor } = await signUpPatient(service)
    const [first, second] = [newAddress('first'), newAddress('second')]
    const old = await askFor(visitor, first)
    const token = await askFor(visitor, second)
    expect(reasonOf(await visitor.call(confirmEmailChange, { token: old }))).toBe('link-invalid')
    await query(
      'update app.account_changes set link_expires_at = app.clock_now() where new_email = $1',
      [second],
    )
    expect(reasonOf(await visitor.call(confirmEmailChange, { token }))).toBe('link-invalid')
  })

  it('AUTH-13 to a taken address gets the same answer; only its owner is told, and nothing changes', async () => {
    const { visitor, email } = await signUpPatient(service)
    const { email: taken } = await signUpPatient(service)
    expect(await askFor(visitor, taken)).toBe('')
    expect(await subjectsTo(taken)).toContainEqual(
      expect.stringContaining('already has an account'),
    )
    expect((await visitor.call(getSession)).body['session']).toMatchObject({ email })
  })

  it('AUTH-13 to the address of an account without profile is refused when it is confirmed', async () => {
    const { visitor, email } = await signUpPatient(service)
    const taken = newAddress('account')
    await service.visitor().call(signUp, { email: taken, password: PASSWORD })
    const token = await askFor(visitor, taken)
    const answer = await visitor.call(confirmEmailChange, { token })
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'address-taken'])
    expect(reasonOf(await signInWith(email))).toBe('ok')
    expect((await visitor.call(getSession)).body['session']).toMatchObject({ email })
    expect(await subjectsTo(email)).not.toContainEqual(expect.stringContaining('was changed'))
  })

  it('AUTH-13 is limited per patient and per new address', async () => {
    const { visitor } = await signUpPatient(service)
    const next = newAddress('next')
    const { most } = LIMITS.emailChangePerPatient
    for (let n = 0; n < most; n += 1) await askFor(visitor, next)
    const over = await visitor.call(askEmailChange, { email: newAddress(), password: PASSWORD })
    expect(over.status).toBe(429)
    const { visitor: other } = await signUpPatient(service)
    const same = await other.call(askEmailChange, { email: next, password: PASSWORD })
    expect(same.status).toBe(429)
  })
})
