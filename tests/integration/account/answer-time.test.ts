import { expect, it } from 'vitest'
import { askPasswordReset, verifyResetCode } from '#account/contract/account-changes.ts'
import { signIn } from '#account/contract/accounts.ts'
import { wire } from '#app/wiring.ts'
import { REFUSED_CODE_STEP_MS, REFUSED_SIGN_IN_STEP_MS } from '#core/server/config/limits.ts'
import { createLogger } from '#core/server/logger.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { type Answer, createLocalVisitor, type Visitor } from '#tests/fixtures/visitor.ts'

const service = perFile(testService)
/** Wired as `server.ts` does, with the timer that really waits. */
const wiring = perFile(() => wire(service.env, createLogger('silent')))

/** Milliseconds until the answer, which must be this refusal. */
async function timeOf(reason: string, ask: () => Promise<Answer>): Promise<number> {
  const start = performance.now()
  const { body } = await ask()
  expect(body).toMatchObject({ reason })
  return performance.now() - start
}

/** A timer may fire this much before its time. */
const ROUNDING_MS = 2

const guess = (visitor: Visitor, email: string) =>
  timeOf('sign-in-refused', () => visitor.call(signIn, { email, password: 'wrong' }))

it('AUTH-01 a refused sign-in is answered after a whole step', async () => {
  const ms = await guess(createLocalVisitor(wiring), newAddress())
  expect(ms).toBeGreaterThanOrEqual(REFUSED_SIGN_IN_STEP_MS - ROUNDING_MS)
})

it('AUTH-06 a refused code is answered after a whole step', async () => {
  const visitor = createLocalVisitor(wiring)
  const email = newAddress()
  await visitor.call(askPasswordReset, { email })
  const ms = await timeOf('code-refused', () =>
    visitor.call(verifyResetCode, { email, code: '000000' }),
  )
  expect(ms).toBeGreaterThanOrEqual(REFUSED_CODE_STEP_MS - ROUNDING_MS)
})

it('AUTH-01 is answered earlier without the delay (control)', async () => {
  // The fastest of five, on a machine that may be busy.
  const times = []
  for (let n = 0; n < 5; n += 1) times.push(await guess(service.visitor(), newAddress()))
  expect(Math.min(...times)).toBeLessThan(REFUSED_SIGN_IN_STEP_MS)
})
