import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  confirmEmailChange,
  setResetPassword,
  verifyResetCode,
} from '#account/contract/account-changes.ts'
import { signIn, signUp } from '#account/contract/accounts.ts'
import { createProfile } from '#account/contract/profiles.ts'
import { apiSite } from '#tests/fixtures/api-site.ts'
import { profileInput } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { Mail } from '#tests/fixtures/service.ts'
import { type Answer, createVisitor, type Visitor } from '#tests/fixtures/visitor.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'

const secret = (name: string) => `${name}-${randomBytes(9).toString('base64url')}`
const PASSWORDS = { first: secret('first'), second: secret('second'), third: secret('third') }
const EMAIL = 'canary@example.test'
const NEW_EMAIL = 'new-canary@example.test'

const site = perFile(() => apiSite({ env: { LOG_LEVEL: 'debug' } }))
let visitor: Visitor
let code = ''
let link = ''
const answers: Answer[] = []

async function mailTo(address: string, pattern: RegExp): Promise<string> {
  return await vi.waitFor(
    async () => {
      const response = await fetch(`${site.mailUrl}/api/messages?to=${address}`)
      const mails = (await response.json()) as Mail[]
      const found = mails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0]
      expect(found).toBeDefined()
      return found ?? ''
    },
    { timeout: 15_000, interval: 50 },
  )
}

async function expectOk(work: Promise<Answer>): Promise<void> {
  const answer = await work
  answers.push(answer)
  expect(answer.status, answer.text).toBeLessThan(300)
}

/** Six digits that stand alone: not a part of a time, an id or a hash. */
const alone = (digits: string) => new RegExp(`(?<![\\w.+-])${digits}(?![\\w.-])`)

beforeAll(async () => {
  visitor = createVisitor(site.urls[0] ?? '')
  await expectOk(visitor.call(signUp, { email: EMAIL, password: PASSWORDS.first }))
  await expectOk(visitor.call(createProfile, profileInput()))
  await expectOk(visitor.call(askPasswordReset, { email: EMAIL }))
  code = await mailTo(EMAIL, /Your code is (\d{6})/)
  answers.push(await visitor.call(verifyResetCode, { email: EMAIL, code: `${code}0` }))
  answers.push(await visitor.call(verifyResetCode, { email: EMAIL, code, password: code }))
  answers.push(await visitor.send('GET', `/auth/password-reset/verify?code=${code}`))
  await expectOk(visitor.call(verifyResetCode, { email: EMAIL, code }))
  await expectOk(visitor.call(setResetPassword, { password: PASSWORDS.second }))
  const change = { old_password: PASSWORDS.second, password: PASSWORDS.third }
  answers.push(await visitor.call(changePassword, { ...change, old_password: PASSWORDS.first }))
  await expectOk(visitor.call(changePassword, change))
  const next = { email: NEW_EMAIL, password: PASSWORDS.third }
  await expectOk(visitor.call(askEmailChange, next))
  link = await mailTo(NEW_EMAIL, /confirm-email-change\?token=([\w-]{43})/)
  await expectOk(visitor.call(confirmEmailChange, { token: link }))
  await expectOk(visitor.call(signIn, next))
})

const secrets = () => [...Object.values(PASSWORDS), link]

describe('passwords, codes and links', () => {
  it('AUTH-06 AUTH-13 are in no table of app or auth', async () => {
    const tables = await allRows(site.test.database)
    expect(tables.get('app.account_changes')).toContain(NEW_EMAIL)
    expect(tables.get('app.jobs')).toContain('password-code')
    const found = [...tables].filter(
      ([, rows]) => foundIn(rows, secrets()).length > 0 || alone(code).test(rows),
    )
    expect(found.map(([name]) => name)).toEqual([])
  })

  it('AUTH-06 AUTH-13 are in no log of the processes', () => {
    const logs = site.logs()
    expect(logs).toContain('verifyResetCode')
    expect(foundIn(logs, [...secrets(), EMAIL, NEW_EMAIL])).toEqual([])
    expect(logs).not.toMatch(alone(code))
  })

  it('AUTH-06 AUTH-13 are in no answer and no cookie; passwords are in no mail', async () => {
    for (const { text, headers } of answers) {
      const all = text + JSON.stringify([...headers])
      expect(foundIn(all, secrets())).toEqual([])
      expect(all).not.toMatch(alone(code))
    }
    for (const address of [EMAIL, NEW_EMAIL]) {
      const response = await fetch(`${site.mailUrl}/api/messages?to=${address}`)
      expect(foundIn(await response.text(), Object.values(PASSWORDS))).toEqual([])
    }
  })

  it('AUTH-06 the search finds a code that stands alone', () => {
    expect(`{"code": "${code}"}`).toMatch(alone(code))
    expect(`code=${code}&x`).toMatch(alone(code))
    expect(`09:31:19.${code}+00`).not.toMatch(alone(code))
  })
})
