import { describe, expect, it } from 'vitest'
import { getSession, signIn, signOut } from '#account/contract/accounts.ts'
import { DEVICE_COOKIE } from '#core/rules/cookie-names.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import type { Answer, Visitor } from '#tests/fixtures/visitor.ts'

const HOME = '198.51.100.7'

const service = perFile(testService)

const guess = (visitor: Visitor, email: string) =>
  visitor.call(signIn, { email, password: 'wrong-password' })

/** `count` wrong passwords from one network, at the same time. */
const guesses = (count: number, email: string, network: string): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, () => guess(service.visitor(network), email)))

const countOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** Uses up the address's limit over all networks: a distributed attack. */
async function attackFromEverywhere(email: string): Promise<void> {
  const perNetwork = LIMITS.signInPerEmailAndNetwork.most
  const networks = Math.ceil(LIMITS.signInPerEmail.most / perNetwork)
  await Promise.all(
    Array.from({ length: networks }, (_, n) => guesses(perNetwork, email, `203.0.113.${n}`)),
  )
}

/** A browser that has signed in to `email` before and signed out again. */
async function usualBrowser(email: string, network = HOME): Promise<Visitor> {
  const visitor = service.visitor(network)
  await visitor.call(signIn, { email, password: PASSWORD })
  await visitor.call(signOut)
  return visitor
}

describe('wrong passwords of a stranger', () => {
  it('AUTH-14 are limited per address and network, and leave the patient in another network alone', async () => {
    const { email } = await signUpPatient(service)
    const { most, seconds } = LIMITS.signInPerEmailAndNetwork
    const answers = await guesses(most + 5, email, '192.0.2.50')
    expect(countOf(answers, 400)).toBe(most)
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(5)
    for (const { headers, body } of limited) {
      const wait = Number(headers.get('retry-after'))
      expect(wait).toBeGreaterThan(seconds - 60)
      expect(wait).toBeLessThanOrEqual(seconds)
      expect(body['error']).toBe('Too many attempts. Please try again in 15 minutes.')
    }
    const correct = { email, password: PASSWORD }
    expect((await service.visitor('192.0.2.50').call(signIn, correct)).status).toBe(429)
    expect((await service.visitor(HOME).call(signIn, correct)).status).toBe(200)
  })

  it('AUTH-14 are limited exactly, also over two processes', async () => {
    const { email } = await signUpPatient(service)
    const second = await service.another()
    const visitors = [service.visitor(HOME), second.visitor(HOME)]
    const { most } = LIMITS.signInPerEmailAndNetwork
    const answers = await Promise.all(
      Array.from({ length: most + 6 }, (_, n) =>
        guess(visitors[n % 2] ?? service.visitor(HOME), email),
      ),
    )
    expect(countOf(answers, 400)).toBe(most)
    expect(countOf(answers, 429)).toBe(6)
  })

  it('AUTH-14 of one address do not block another address in the same network', async () => {
    const { email } = await signUpPatient(service)
    await guesses(LIMITS.signInPerEmailAndNetwork.most + 2, newAddress('typo'), HOME)
    expect((await service.visitor(HOME).call(signIn, { email, password: PASSWORD })).status).toBe(
      200,
    )
  })

  it('AUTH-14 from many networks lock out new browsers, but not one that the patient used before', async () => {
    const { email } = await signUpPatient(service)
    const usual = await usualBrowser(email)
    await attackFromEverywhere(email)
    const correct = { email, password: PASSWORD }
    // The control: without the cookie of the known device the limit applies.
    expect((await service.visitor(HOME).call(signIn, correct)).status).toBe(429)
    expect((await usual.call(signIn, correct)).status).toBe(200)
  })

  it('AUTH-14 also when the stranger is in the patient’s own network', async () => {
    const { email } = await signUpPatient(service)
    const usual = await usualBrowser(email)
    await guesses(LIMITS.signInPerEmailAndNetwork.most + 1, email, HOME)
    const correct = { email, password: PASSWORD }
    expect((await service.visitor(HOME).call(signIn, correct)).status).toBe(429)
    expect((await usual.call(signIn, correct)).status).toBe(200)
  })
})

describe('a known device', () => {
  it('AUTH-14 has its own limit of wrong passwords', async () => {
    const { email } = await signUpPatient(service)
    const usual = await usualBrowser(email)
    const { most } = LIMITS.signInPerDevice
    const answers = await Promise.all(Array.from({ length: most + 3 }, () => guess(usual, email)))
    expect(countOf(answers, 400)).toBe(most)
    expect(countOf(answers, 429)).toBe(3)
  })

  it('AUTH-14 is known for the addresses that signed in on it only; a changed cookie is worth nothing', async () => {
    const { email } = await signUpPatient(service)
    const { email: attacker } = await signUpPatient(service)
    const usual = await usualBrowser(email)
    const foreign = await usualBrowser(attacker, '192.0.2.99')
    await attackFromEverywhere(email)
    const correct = { email, password: PASSWORD }
    expect((await foreign.call(signIn, correct)).status).toBe(429)

    const cookie = usual.cookies.get(DEVICE_COOKIE) ?? ''
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    const forged = service.visitor(HOME)
    const changed = `${cookie.startsWith('A') ? 'B' : 'A'}${cookie.slice(1)}`
    for (const value of [changed, cookie.split('.')[0] ?? '', 'x', `${cookie}.x`]) {
      forged.cookies.set(DEVICE_COOKIE, value)
      expect((await forged.call(signIn, correct)).status, value).toBe(429)
    }
  })

  it('AUTH-14 keeps an HttpOnly cookie without personal data, which sign-out leaves', async () => {
    const { email } = await signUpPatient(service)
    const visitor = service.visitor(HOME)
    const answer = await visitor.call(signIn, { email, password: PASSWORD })
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(DEVICE_COOKIE))
    expect(cookie).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    const value = visitor.cookies.get(DEVICE_COOKIE) ?? ''
    await visitor.call(signOut)
    expect(visitor.cookies.get(DEVICE_COOKIE)).toBe(value)
    expect((await visitor.call(getSession)).body).toEqual({ session: null })
  })
})

describe('correct passwords', () => {
  it('AUTH-14 do not count as wrong ones, but open a limited number of sessions', async () => {
    const { email } = await signUpPatient(service)
    const { most } = LIMITS.sessionPerAccount
    const visitor = service.visitor(HOME)
    const statuses: number[] = []
    // Not all at once: attempts that are under way count as wrong ones. The first session is the one of the sign-up.
    for (let opened = 1; opened < most + 5; opened += 5) {
      const batch = Array.from({ length: 5 }, () =>
        visitor.call(signIn, { email, password: PASSWORD }),
      )
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status))
    }
    const { rows } = await service.db.database.query<{ sessions: number }>(
      'select count(*) as sessions from app.sessions where email = $1',
      [email],
    )
    expect(rows[0]?.sessions).toBe(most)
    expect(statuses.filter((status) => status === 200)).toHaveLength(most - 1)
    expect(statuses.at(-1)).toBe(429)
  })
})
