import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { hostCookieName, STAFF_COOKIE } from '#core/rules/cookie-names.ts'
import { addresses, dataDir, importEvent, siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { bookByApi, signUpByApi, test } from '#tests/e2e/support/test.ts'
import { staffMember } from '#tests/fixtures/staff.ts'

/** Letters and digits that occur nowhere else. */
const random = (length: number) => randomBytes(length).toString('hex').slice(0, length)

test('AUD-01 STF-03 a name, a birth date, a password, a code, a token and a label of an evening are in no log, address, job, audit row or error report', async ({
  context,
}) => {
  const lastName = `Canary${random(8).replace(/\d/g, 'x')}`
  const birthDate = '1957-11-23'
  const secrets = {
    password: `calm-${random(12)}`,
    code: random(12),
    token: random(43),
    label: `H${random(7)}`.toUpperCase(),
  }
  const patient = await signUpByApi(context, { last_name: lastName, date_of_birth: birthDate })
  const event = await importEvent()
  const { body } = await bookByApi(context, patient, event, '09:00')
  expect(body['appointment_id']).toBeTruthy()
  const { secret, email } = await staffMember(siteDatabase(), ['coordinator', 'phlebotomist'])
  const canaries = [lastName, '23/11/1957', ...Object.values(secrets), secret]
  const found = (text: string) => canaries.filter((canary) => text.includes(canary))

  const { site } = addresses()
  const cookie = `${hostCookieName(STAFF_COOKIE, site)}=${secret}`
  const redirects: string[] = []
  const ask = async (path: string, form?: Record<string, string>, own = cookie) => {
    const answer = await context.request.fetch(`${site}/staff${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { cookie: own, origin: site },
      maxRedirects: 0,
      ...(form ? { form } : {}),
    })
    redirects.push(answer.headers()['location'] ?? '')
    expect(answer.status(), path).toBeLessThan(500)
    return answer.text()
  }
  const page = `/events/${event.id}`
  const case_ = `${page}/patient/${body['appointment_id']}`
  // The control: what is searched for is found where it belongs.
  expect(found(await ask(page)).sort()).toEqual(['23/11/1957', lastName].sort())
  expect(found(await ask(`${page}/run-sheet`))).toContain(lastName)
  expect(found(await ask(`${page}/run-sheet.csv`))).toContain(lastName)
  await ask(page, { reference: `${lastName} ${secrets.label}` })
  await ask(case_)
  await ask(case_, { step: 'label', label: secrets.label, appointment: 'x' })
  await ask('/sign-in', { email, password: secrets.password }, '')
  await ask('/sign-in/code', { code: secrets.code })
  await ask(`/join?token=${secrets.token}`, undefined, '')
  await ask('/join', { token: secrets.token, password: secrets.password, again: 'x' }, '')

  const rows = await sql<{ text: string }>(
    `select payload::text as text from app.jobs
     union all select to_jsonb(e)::text from app.error_log e
     union all select to_jsonb(a)::text from app.audit_log a`,
  )
  const log = readFileSync(join(dataDir(), 'logs/server.log'), 'utf8')
  expect(found(log), 'log').toEqual([])
  expect(found(rows.map(({ text }) => text).join('\n')), 'rows').toEqual([])
  expect(found(redirects.join('\n')), 'addresses').toEqual([])
})
