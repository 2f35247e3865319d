import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#contract/accounts.ts'
import { createHold } from '#contract/holds.ts'
import { checkProfile } from '#contract/profiles.ts'
import { LIMITS } from '#server/config/limits.ts'
import { type ApiSite, apiSite } from '#tests/fixtures/api-site.ts'
import { type Answer, createVisitor, newPatient } from '#tests/fixtures/visitor.ts'

let site: ApiSite

beforeAll(async () => {
  site = await apiSite({ processes: 2 })
})
afterAll(() => site.close())

const processOf = (n: number) => site.urls[n % site.urls.length] ?? ''
const sendAll = (count: number, ask: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
const countOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('rate limits are shared by all processes', () => {
  it('AUTH-01 limits sign-in attempts per e-mail address, also when they arrive at the same time', async () => {
    const { most } = LIMITS.signInPerEmail
    const answers = await sendAll(most + 20, (n) => {
      const input = { email: 'victim@example.org', password: `guess-${n}` }
      return createVisitor(processOf(n), `192.0.2.${n}`).call(signIn, input)
    })
    expect(countOf(answers, 400)).toBe(most)
    expect(countOf(answers, 429)).toBe(20)
  })

  it('AUTH-02 limits profile checks per e-mail address', async () => {
    const { most } = LIMITS.profileCheckPerEmail
    const input = {
      email: 'someone@example.org',
      firstName: 'Arthur',
      lastName: 'Pendle',
      dateOfBirth: '1961-02-03',
    }
    const answers = await sendAll(most + 15, (n) =>
      createVisitor(processOf(n), `198.51.100.${n}`).call(checkProfile, input),
    )
    expect(countOf(answers, 200)).toBe(most)
    expect(countOf(answers, 429)).toBe(15)
  })

  it('BOOK-06 limits holds per patient', async () => {
    const { most } = LIMITS.holdPerPatient
    const { visitor } = await newPatient(site.test.database, processOf(0))
    const input = { event_id: 999_999, appt_date: '2030-01-01', appt_time: '09:00' }
    const answers = await sendAll(most + 5, (n) =>
      visitor.call(createHold, { ...input, idempotency_key: `some-key-${n}` }),
    )
    expect(countOf(answers, 404)).toBe(most)
    expect(countOf(answers, 429)).toBe(5)
  })
})
