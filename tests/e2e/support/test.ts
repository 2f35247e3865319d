import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Frame, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { addresses, sql } from '#tests/e2e/support/site.ts'
import { bornYearsAgo, newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'

export type Patient = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly profileId: number
}

/** Calls the API with the cookies of a browser context and the `Origin` header of the site's own pages. */
export async function callApi(
  context: BrowserContext,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  data?: object,
  origin = addresses().site,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await context.request.fetch(`${origin}/api${path}`, {
    method,
    headers: { origin },
    ...(data === undefined ? {} : { data }),
  })
  return { status: response.status(), body: (await response.json()) as Record<string, unknown> }
}

/** Creates an account with a profile, signed in within `context`. */
export async function signUpByApi(
  context: BrowserContext,
  more: Record<string, unknown> = {},
  origin?: string,
): Promise<Patient> {
  const email = newAddress()
  await callApi(context, 'POST', '/auth/sign-up', { email, password: PASSWORD }, origin)
  const profile = {
    first_name: 'Edwin',
    last_name: 'Marlow',
    gender: 'Male',
    date_of_birth: bornYearsAgo(58),
    ethnicity: 'White British',
    phone: '+447700900123',
    home_address: '1 Quay Street, YO21 1AA, United Kingdom',
    ...more,
  }
  const { body } = await callApi(context, 'POST', '/auth/profile', profile, origin)
  const { profileId } = body['userProfile'] as { profileId: number }
  return { email, password: PASSWORD, firstName: 'Edwin', lastName: 'Marlow', profileId }
}

/**
 * Ends a patient's sessions, at the server too: a response that is under way could store the cookie again. First the page
 * gets its answers: a request under way would be refused, and redirect the page before the test goes on.
 */
export async function endSession(page: Page, { email }: Pick<Patient, 'email'>): Promise<void> {
  await page.waitForLoadState('networkidle')
  await sql(
    'update app.sessions set ended_at = app.clock_now() where email = $1 and ended_at is null',
    [email],
  )
  await page.context().clearCookies()
}

const consentAnswers = {
  numberOfPsaTest: '1',
  familyHistoryProstateCancer: 'No',
  familyHistoryBreastOvarianCancer: 'No',
  medicationHistory: ['None'],
  termsAndConditions: true,
  sampleConsent: true,
  disclaimer: true,
}

/** Consents to a test on this day, and confirms the page about benefits and harms that the site shows. */
export async function consentByApi(
  context: BrowserContext,
  profileId: number,
  psaTestDate: string,
  origin?: string,
) {
  const { body } = await callApi(context, 'GET', '/medical/consent', undefined, origin)
  const choiceVersion = body['choice_version']
  const consent = { profileId, psaTestDate, ...consentAnswers, choiceVersion }
  return await callApi(context, 'POST', '/medical/consent', consent, origin)
}

/** Books a place by API calls, without the pages: hold, consent, appointment. */
export async function bookByApi(
  context: BrowserContext,
  patient: Patient,
  event: { id: number; date: string },
  time: string,
  origin?: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { profileId } = patient
  await callApi(
    context,
    'POST',
    '/holds',
    {
      event_id: event.id,
      appt_date: event.date,
      appt_time: time,
      idempotency_key: `e2e-${event.id}-${time.replace(':', '')}`,
    },
    origin,
  )
  // A consent is stored only for a day on which the patient has a place (API-04).
  await consentByApi(context, profileId, event.date, origin)
  return callApi(
    context,
    'POST',
    '/appointments',
    {
      profileId,
      eventId: event.id,
      eventDate: event.date,
      appointmentStartTime: time,
    },
    origin,
  )
}

/** Minified: less than half of `axe.source` to parse in every document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** No accessibility violation by axe, best practices included. */
export async function expectAccessible(page: Page): Promise<void> {
  // During a transition axe would measure the contrast of an intermediate colour.
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
  await expectNoViolations(page, {})
}

/** The rules of WCAG 2.2 AA hold within a frame of another origin; those of a whole page are not asked of it. */
export const expectAccessibleFrame = (frame: Frame): Promise<void> =>
  expectNoViolations(frame, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })

async function expectNoViolations(page: Page | Frame, options: axe.RunOptions): Promise<void> {
  // Once per document: parsing axe takes longer than running it. Injected by hand: it does not reach into frames.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (given) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    return (await inPage.run(document, { resultTypes: ['violations'], ...given })).violations
  }, options)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)
  expect(found).toEqual([])
}

type Fixtures = {
  /** A patient who is signed in in the browser of this test. */
  patient: Patient
  /** Patterns of the console errors that a test expects; any other error fails it. */
  expectedErrors: RegExp[]
}

/** Every test fails on a console error, an exception in a page or a violation of the content security policy. */
export const test = base.extend<Fixtures>({
  patient: async ({ context }, use) => {
    await use(await signUpByApi(context))
  },
  expectedErrors: [
    async ({ context }, use) => {
      const expected: RegExp[] = []
      const errors: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} on ${message.page()?.url()}`)
      })
      context.on('weberror', (error) => errors.push(String(error.error())))
      await use(expected)
      const stray = errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
      expect(stray, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})
