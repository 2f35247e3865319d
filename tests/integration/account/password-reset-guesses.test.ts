import { describe, expect, it } from 'vitest'
import { DEVICE_COOKIE } from '#core/rules/cookie-names.ts'
import { RESET_TRIES } from '#core/rules/password.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { ask, enter, reasonOf, waitForCode } from '#tests/integration/account/reset-setup.ts'

const HOME = '198.51.100.7'
const service = perFile(testService)

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  service.db.database.query<Row>(sql, values)

/** Uses up every try that one stranger has, in the browser of another network. */
async function attack(email: string, network: string): Promise<void> {
  const stranger = service.visitor(network)
  await ask(stranger, email)
  await Promise.all(Array.from({ length: RESET_TRIES + 1 }, () => enter(stranger, email, '000000')))
}

/** Whether the owner's code works after strangers, one of them in the owner's network, guessed. */
async function ownerGetsIn(): Promise<string> {
  const { email } = await signUpPatient(service)
  // The strangers ask first: their requests must not replace the owner's code.
  const owner = service.visitor(HOME)
  await ask(service.visitor('203.0.113.1'), email)
  await waitForCode(service, email, 1)
  await ask(owner, email)
  const code = await waitForCode(service, email, 2)
  await attack(email, '203.0.113.2')
  const newest = await waitForCode(service, email, 3)
  await attack(email, '203.0.113.3')
  await attack(email, HOME)
  expect(newest).not.toBe(code)
  return reasonOf(await enter(owner, email, newest))
}

describe('strangers who guess', () => {
  it('AUTH-06 do not end the owner’s code', async () => {
    expect(await ownerGetsIn()).toBe('ok')
  })

  it('AUTH-06 would end it if tries were counted for the address (control)', async () => {
    await query(`create function app.share_tries() returns trigger language plpgsql as $$
      begin
        update app.password_resets set tries = new.tries where email = new.email and tries < new.tries;
        return null;
      end $$`)
    await query(
      'create trigger share_tries after update of tries on app.password_resets for each row execute function app.share_tries()',
    )
    try {
      expect(await ownerGetsIn()).toBe('tries-used')
    } finally {
      await query('drop trigger share_tries on app.password_resets')
      await query('drop function app.share_tries')
    }
  })

  it.each([
    ['a day', 'resetTryPerEmail', 'Too many attempts. Please try again in 24 hours.'],
    ['a week', 'resetTryPerEmailAWeek', 'Too many attempts. Please try again in 168 hours.'],
  ] as const)(
    'AUTH-06 have few tries %s for one address, from all networks together; a known device has its own',
    async (_, limit, text) => {
      const { visitor: usual, email } = await signUpPatient(service)
      expect(usual.cookies.has(DEVICE_COOKIE)).toBe(true)
      // As if they had been tried before; the next one is counted.
      const guess = async () => {
        const stranger = service.visitor('203.0.113.9')
        await ask(stranger, email)
        return enter(stranger, email, '000000')
      }
      expect(reasonOf(await guess())).toBe('code-refused')
      await query('update app.rate_limits set used = $1 where limit_name = $2', [
        LIMITS[limit].most,
        limit,
      ])
      const limited = await guess()
      expect([limited.status, limited.body['error']]).toEqual([429, text])
      await ask(usual, email)
      const codes = await waitForCode(service, email, 3)
      expect(reasonOf(await enter(usual, email, codes))).toBe('ok')
    },
  )

  it('AUTH-06 have in one network the tries of three codes a day; other networks keep theirs', async () => {
    const { email } = await signUpPatient(service)
    const guess = async (network: string) => {
      const stranger = service.visitor(network)
      await ask(stranger, email)
      return enter(stranger, email, '000000')
    }
    expect(reasonOf(await guess('203.0.113.10'))).toBe('code-refused')
    const { most } = LIMITS.resetTryPerEmailAndNetwork
    expect(most).toBe(3 * RESET_TRIES)
    // As if all but one had been tried before.
    await query('update app.rate_limits set used = $1 where limit_name = $2', [
      most - 1,
      'resetTryPerEmailAndNetwork',
    ])
    expect(reasonOf(await guess('203.0.113.10'))).toBe('code-refused')
    const limited = await guess('203.0.113.10')
    const text = 'Too many attempts. Please try again in 24 hours.'
    expect([limited.status, limited.body['error']]).toEqual([429, text])
    expect(reasonOf(await guess('203.0.113.11'))).toBe('code-refused')
  })

  it('AUTH-06 the limits of a day and of a week leave a guess a chance of less than 0.4 % in a year', () => {
    expect((LIMITS.resetTryPerEmailAWeek.most * 53) / 1_000_000).toBeLessThan(0.004)
    expect(LIMITS.resetTryPerEmail.most).toBe(30)
  })
})
