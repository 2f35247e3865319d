import { describe, expect, it } from 'vitest'
import { setResetPassword } from '#account/contract/account-changes.ts'
import { getSession, listSessions, signIn, signUp } from '#account/contract/accounts.ts'
import { RESET_TEXTS } from '#account/texts/account-changes.ts'
import { RESET_COOKIE } from '#core/rules/cookie-names.ts'
import { RESET_TRIES } from '#core/rules/password.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'
import { newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'
import {
  ask,
  codesTo,
  enter,
  reasonOf,
  waitForCode,
  wrong,
} from '#tests/integration/account/reset-setup.ts'

const HOME = '198.51.100.7'
const NEW_PASSWORD = 'a-quieter-harbour'

const service = perFile(testService)

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  service.db.database.query<Row>(sql, values)

/** A browser at home that asked for a code, and the code. */
async function asked(email: string, network = HOME): Promise<{ visitor: Visitor; code: string }> {
  const visitor = service.visitor(network)
  expect(reasonOf(await ask(visitor, email))).toBe('ok')
  return { visitor, code: await waitForCode(service, email) }
}

describe('asking for a code', () => {
  it('AUTH-06 answers the same for known and unknown addresses; only the known one gets a mail', async () => {
    const { email } = await signUpPatient(service)
    const unknown = newAddress('nobody')
    const [known, other] = [
      await ask(service.visitor(), email),
      await ask(service.visitor(), unknown),
    ]
    expect(known.body).toEqual({ status: 'success', message: RESET_TEXTS.sent })
    expect([other.status, other.text]).toEqual([known.status, known.text])
    const names = ({ headers }: typeof known) => [...headers.keys()].sort()
    expect(names(other)).toEqual(names(known))
    expect(await waitForCode(service, email)).toMatch(/^\d{6}$/)
    await service.mailsSettled()
    expect(await codesTo(service, unknown)).toEqual([])
  })

  it('AUTH-06 sends three mails in 15 minutes, for all networks together; over that the newest code works in any browser that asks', async () => {
    const { email } = await signUpPatient(service)
    for (let n = 1; n <= LIMITS.resetMailPerEmail.most; n += 1) {
      await ask(service.visitor(`203.0.113.${n}`), email)
      await waitForCode(service, email, n)
    }
    const owner = service.visitor(HOME)
    expect((await ask(owner, email)).body).toEqual({ status: 'success', message: RESET_TEXTS.sent })
    await service.mailsSettled()
    const codes = await codesTo(service, email)
    expect(codes).toHaveLength(LIMITS.resetMailPerEmail.most)
    expect(reasonOf(await enter(owner, email, codes[1] ?? ''))).toBe('code-refused')
    const inGroups = (codes[0] ?? '').replace(/^(\d{3})/, '$1 ')
    expect(reasonOf(await enter(owner, email, inGroups))).toBe('ok')
  })

  it('AUTH-06 is limited per address and network for known and unknown addresses alike', async () => {
    const { email } = await signUpPatient(service)
    for (const address of [email, newAddress('nobody')]) {
      const answers = []
      for (let n = 0; n <= LIMITS.resetPerEmailAndNetwork.most; n += 1) {
        answers.push(await ask(service.visitor('192.0.2.77'), address))
      }
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
      expect(answers.at(-1)?.body['error']).toBe(
        'Too many attempts. Please try again in 15 minutes.',
      )
    }
  })
})

describe('a code', () => {
  it('AUTH-06 signs in the browser that asked for it, once', async () => {
    const { email } = await signUpPatient(service)
    const { visitor, code } = await asked(email)
    const answer = await enter(visitor, email, code)
    expect(answer.body).toMatchObject({ email, may_reset_password: true })
    expect((await visitor.call(getSession)).body['session']).toMatchObject({ email })
    expect(visitor.cookies.has(RESET_COOKIE)).toBe(false)
    const second = service.visitor(HOME)
    await ask(second, email)
    await waitForCode(service, email, 2)
    expect(reasonOf(await enter(second, email, code))).toBe('code-refused')
  })

  it('AUTH-06 that is wrong is refused with the provider’s message; five wrong ones end it until a new one is asked for', async () => {
    const { email } = await signUpPatient(service)
    const { visitor, code } = await asked(email)
    const first = await enter(visitor, email, wrong(code))
    expect([first.status, first.body['error']]).toEqual([400, 'Token has expired or is invalid'])
    const more = Array.from({ length: RESET_TRIES - 1 }, (_, n) =>
      enter(visitor, email, wrong(code, n + 2)),
    )
    for (const answer of await Promise.all(more)) expect(reasonOf(answer)).toBe('code-refused')
    expect(reasonOf(await enter(visitor, email, code))).toBe('tries-used')
    await ask(visitor, email)
    const next = await waitForCode(service, email, 2)
    expect(reasonOf(await enter(visitor, email, next))).toBe('ok')
  })

  it('AUTH-06 is tried five times also by simultaneous requests', async () => {
    const { email } = await signUpPatient(service)
    const { visitor, code } = await asked(email)
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) => enter(visitor, email, wrong(code, n + 1))),
    )
    const reasons = answers.map(reasonOf).sort()
    expect(reasons).toEqual([
      ...Array.from({ length: RESET_TRIES }, () => 'code-refused'),
      ...Array.from({ length: 4 }, () => 'tries-used'),
    ])
  })

  it('AUTH-06 works in no other browser, and for no other address', async () => {
    const { email } = await signUpPatient(service)
    const { visitor, code } = await asked(email)
    expect(reasonOf(await enter(service.visitor(), email, code))).toBe('other-browser')
    const forged = service.visitor()
    forged.cookies.set(RESET_COOKIE, 'x'.repeat(43))
    expect(reasonOf(await enter(forged, email, code))).toBe('other-browser')
    const { email: attacker } = await signUpPatient(service)
    const own = await asked(attacker, '192.0.2.9')
    expect(reasonOf(await enter(own.visitor, email, code))).toBe('other-browser')
    expect(reasonOf(await enter(visitor, email, code))).toBe('ok')
  })

  it('AUTH-06 expires at the provider, and for this browser after an hour', async () => {
    const { email } = await signUpPatient(service)
    const { visitor, code } = await asked(email)
    await query(`update auth.users set recovery_sent_at = $2 where email = $1`, [
      email,
      new Date(Date.now() - 3_700_000).toISOString(),
    ])
    expect(reasonOf(await enter(visitor, email, code))).toBe('code-refused')
    await query('update app.password_resets set expires_at = app.clock_now() where email = $1', [
      email,
    ])
    expect(reasonOf(await enter(visitor, email, code))).toBe('other-browser')
  })

  it('AUTH-16 opens no session of an inactive profile', async () => {
    const { email, profileId } = await signUpPatient(service)
    await query('update app.profiles set is_active = false where profile_id = $1', [profileId])
    const { visitor, code } = await asked(email)
    expect(reasonOf(await enter(visitor, email, code))).toBe('account-inactive')
    expect((await visitor.call(getSession)).body).toEqual({ session: null })
  })
})

describe('the new password', () => {
  it('AUTH-06 ends every other session, is told by mail, and replaces the old one', async () => {
    const { visitor: other, email } = await signUpPatient(service)
    const { visitor, code } = await asked(email)
    await enter(visitor, email, code)
    expect((await other.call(listSessions)).status).toBe(200)
    const answer = await visitor.call(setResetPassword, { password: NEW_PASSWORD })
    expect(answer.body).toEqual({ status: 'success' })
    expect((await other.call(listSessions)).status).toBe(401)
    expect((await visitor.call(listSessions)).status).toBe(200)
    const signInWith = (password: string) => service.visitor().call(signIn, { email, password })
    expect(reasonOf(await signInWith(PASSWORD))).toBe('sign-in-refused')
    expect(reasonOf(await signInWith(NEW_PASSWORD))).toBe('ok')
    await service.mailsSettled()
    const told = (await service.mailsTo(email)).filter(({ subject }) => /password/.test(subject))
    expect(told.map(({ subject }) => subject)).toHaveLength(1)
    expect(told[0]?.text).toContain('The password of your account was changed.')
    // The right of the code is used up.
    const again = await visitor.call(setResetPassword, { password: 'yet-another-harbour' })
    expect(reasonOf(again)).toBe('code-needed')
  })

  it('AUTH-06 needs a session that a code opened not longer than 15 minutes ago', async () => {
    const { visitor: signedIn, email } = await signUpPatient(service)
    expect(reasonOf(await signedIn.call(setResetPassword, { password: NEW_PASSWORD }))).toBe(
      'code-needed',
    )
    const { visitor, code } = await asked(email)
    await enter(visitor, email, code)
    await query(
      'update app.sessions set reset_until = app.clock_now() where reset_until is not null',
    )
    expect(reasonOf(await visitor.call(setResetPassword, { password: NEW_PASSWORD }))).toBe(
      'code-needed',
    )
    expect((await visitor.call(getSession)).body['session']).not.toHaveProperty(
      'may_reset_password',
    )
  })

  it('AUTH-06 is not chosen: the old one still works, and every session stays', async () => {
    const { visitor: other, email } = await signUpPatient(service)
    const { visitor, code } = await asked(email)
    await enter(visitor, email, code)
    expect((await visitor.call(getSession)).body['session']).toMatchObject({ email })
    expect((await other.call(listSessions)).status).toBe(200)
    expect(reasonOf(await service.visitor().call(signIn, { email, password: PASSWORD }))).toBe('ok')
    await service.mailsSettled()
    expect(await service.mailsTo(email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('password') }),
    )
  })

  it.each([
    ['short', 'Please use a longer password.'],
    ['x'.repeat(73), PROFILE_FAULTS.passwordTooLong],
  ])('AUTH-06 has 6 to 72 characters', async (password, fault) => {
    const { email } = await signUpPatient(service)
    const { visitor, code } = await asked(email)
    await enter(visitor, email, code)
    const answer = await visitor.call(setResetPassword, { password })
    expect([answer.status, answer.body['fields']]).toEqual([400, { password: fault }])
  })

  it('AUTH-06 can be chosen by an account whose sign-up was not finished', async () => {
    const email = newAddress()
    await service.visitor().call(signUp, { email, password: PASSWORD })
    const { visitor, code } = await asked(email)
    expect((await enter(visitor, email, code)).body).toMatchObject({ profile: null })
    expect(reasonOf(await visitor.call(setResetPassword, { password: NEW_PASSWORD }))).toBe('ok')
    await service.mailsSettled()
    expect((await service.mailsTo(email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('was changed'),
    )
  })
})
