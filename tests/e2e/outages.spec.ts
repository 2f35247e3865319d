import { expect } from '@playwright/test'
import {
  answerConsent,
  chooseTime,
  consentHeading,
  expectBooked,
} from '#tests/e2e/support/booking.ts'
import { startProxy, type TcpProxy } from '#tests/e2e/support/proxy.ts'
import { type SecondServer, secondServer } from '#tests/e2e/support/second-server.ts'
import { addresses, importEvent, POLL, sql } from '#tests/e2e/support/site.ts'
import { signUpByApi, test } from '#tests/e2e/support/test.ts'

/*
 * One server for all tests of this file. It reaches its database with a role of its own and the identity provider through
 * a proxy, so that a test can take either away from this server only. It starts while the identity provider is down.
 */
const role = `outage_${process.pid}`
let identity: TcpProxy
let server: SecondServer

test.beforeAll(async () => {
  await sql(`create role ${role} superuser login password 'for-this-test'`)
  const url = new URL(addresses().database)
  url.username = role
  url.password = 'for-this-test'
  identity = await startProxy(addresses().auth)
  await identity.refuse()
  server = await secondServer({ DATABASE_URL: url.href, SUPABASE_URL: identity.origin })
  await server.start()
})

test.afterAll(async () => {
  await server.kill()
  await identity.refuse()
  await sql(`drop role ${role}`)
})

test('SITE-12 while the database is down, built pages answer and an event page answers 503 with a page of its own; it recovers without a restart', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 50[03]/)
  const event = await importEvent()
  await identity.accept()
  try {
    await sql(`alter role ${role} nologin`)
    await sql('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])

    // Polled: a component that answers slowly also counts as down, and a server that has just started may be slow.
    const health = async () => {
      const response = await request.get(`${server.origin}/api/health`)
      return { code: response.status(), ...(await response.json()) }
    }
    await expect
      .poll(health, POLL)
      .toMatchObject({ code: 503, status: 'down', database: 'down', content: 'ok' })
    const home = await page.goto(`${server.origin}/`)
    expect(home?.status()).toBe(200)
    const broken = await page.goto(`${server.origin}/event/${event.id}`)
    expect(broken?.status()).toBe(503)
    expect(broken?.headers()['content-security-policy']).toContain("default-src 'none'")
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'Not available at the moment',
    )
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    expect(await page.content()).not.toMatch(/at .*\.(ts|mjs|js):\d+/)
  } finally {
    await sql(`alter role ${role} login`)
  }
  await page.goto(`${server.origin}/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
})

test('BOOK-08 CONS-03 a patient can finish the booking after the server was killed and started again', async ({
  context,
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_CONNECTION_REFUSED/, /Failed to load resource/)
  const event = await importEvent()
  await identity.accept()
  const patient = await signUpByApi(context, {}, server.origin)
  await page.goto(`${server.origin}/book-event?event=${event.id}`)
  await chooseTime(page, '10:20')
  await expect(consentHeading(page)).toBeVisible()
  await answerConsent(page)
  await server.kill()

  await page.getByRole('button', { name: 'Continue' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'An unexpected error' })
  await expect(alert).toContainText('An unexpected error occurred. Please try again later.')
  await expect(consentHeading(page)).toBeVisible()
  await server.start()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectBooked(page)
  const rows = await sql('select status from app.appointments where profile_id = $1', [
    patient.profileId,
  ])
  expect(rows).toEqual([{ status: 'booked' }])
})
