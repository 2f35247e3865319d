import { type BrowserContext, expect, type Page } from '@playwright/test'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { TEST_CONSENT_TEXTS } from '#booking/texts/test-consent.ts'
import { book } from '#tests/e2e/support/appointments.ts'
import { confirmAddress, releaseResults } from '#tests/e2e/support/results.ts'
import { importEvent, sql } from '#tests/e2e/support/site.ts'
import { callApi, signUpByApi, test } from '#tests/e2e/support/test.ts'

const PHONE = '+447700900642'
const VALUE = '6.8391'

/** Everything of the page, with the values of its fields, and of the browser's storage. */
const heldBy = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    ].join('\n'),
  )

test('AUTH-08 API-08 PORT-01 RES-03 APPT-01 CONS-04 NHS-01 each page for patients, opened after the session ended and by another patient: only its owner sees anything of theirs', async ({
  context: ownContext,
  browser,
  patient: owner,
}) => {
  const event = await importEvent()
  const appointment = await book(ownContext, owner, event, '09:00')
  const profile = `/auth/profile?email=${encodeURIComponent(owner.email)}`
  await callApi(ownContext, 'PATCH', profile, { phone: PHONE })
  await releaseResults(owner.profileId, [{ value: VALUE }])

  const [ended, another] = [await browser.newContext(), await browser.newContext()]
  const gone = await signUpByApi(ended)
  await sql('update app.sessions set ended_at = app.clock_now() where email = $1', [gone.email])
  const secrets = [PHONE, VALUE, owner.email, referenceNumber(appointment), gone.email]
  const other = await signUpByApi(another)
  await confirmAddress(other.profileId)

  /** What the owner alone sees, and what tells that the page of another patient has loaded. */
  const pages: readonly [path: string, own: string, loaded: (page: Page) => Promise<void>][] = [
    ['/portal', PHONE, (page) => expect(page.getByText('+447700900123')).toBeVisible()],
    [
      '/medical-results',
      VALUE,
      (page) => expect(page.getByText('No medical results or any appointment found')).toBeVisible(),
    ],
    [
      '/upcoming-events',
      referenceNumber(appointment),
      (page) => expect(page.getByText('No upcoming events or appointments found')).toBeVisible(),
    ],
    [
      `/test-consent?profile_id=${owner.profileId}&test_date=${event.date}`,
      'a new one takes its place',
      (page) => expect(page.getByText(TEST_CONSENT_TEXTS.invalidLink)).toBeVisible(),
    ],
    [
      `/check-nhs-number?event=${event.id}`,
      owner.email,
      (page) => expect(page.getByLabel('Email')).toHaveValue(other.email),
    ],
  ]
  const callers: readonly [BrowserContext, (path: string) => string | undefined][] = [
    [ended, (path) => `/login?next=${encodeURIComponent(path)}`],
    [another, () => undefined],
  ]
  const strangers = callers.map(async ([context, leadsTo]) => {
    const page = await context.newPage()
    for (const [path, , loaded] of pages) {
      await page.goto(path)
      const next = leadsTo(path)
      if (next === undefined) await loaded(page)
      else await expect(page).toHaveURL(next)
      const held = await heldBy(page)
      expect(
        secrets.filter((secret) => held.includes(secret)),
        path,
      ).toEqual([])
    }
    await context.close()
  })
  await Promise.all(strangers)

  const page = await ownContext.newPage()
  for (const [path, own] of pages) {
    await page.goto(path)
    await expect.poll(async () => (await heldBy(page)).includes(own), path).toBe(true)
  }
})
