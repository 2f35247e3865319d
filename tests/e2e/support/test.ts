import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { addDays, londonDate } from '#domain/time.ts'
import { addresses } from '#tests/e2e/support/site.ts'

export type Man = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly profileId: number
}

export const PASSWORD = 'a-calm-harbour'

let count = 0
export const newAddress = (name = 'man') => {
  count += 1
  return `${name}.${process.pid}.${Date.now()}.${count}@example.test`
}

/** A day that makes a man so many years old. */
export const bornYearsAgo = (years: number) =>
  addDays(londonDate(new Date()), -Math.round(years * 365.25) - 40)

/** One call of the API with the cookies of a browser, as our own pages make it. */
export async function callApi(
  context: BrowserContext,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  data?: object,
  origin = addresses().site,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await context.request.fetch(`${origin}/api${path}`, {
    method,
    headers: { origin },
    ...(data === undefined ? {} : { data }),
  })
  return { status: answer.status(), body: (await answer.json()) as Record<string, unknown> }
}

/** A man with an account and a profile, signed in within `context`. */
export async function signUpByApi(
  context: BrowserContext,
  more: Record<string, unknown> = {},
  origin?: string,
): Promise<Man> {
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

export const consentAnswers = {
  numberOfPsaTest: '1',
  familyHistoryProstateCancer: 'No',
  familyHistoryBreastOvarianCancer: 'No',
  medicationHistory: ['None'],
  termsAndConditions: true,
  sampleConsent: true,
  disclaimer: true,
}

/** Books a place the short way, for tests that begin after it. */
export async function bookByApi(
  context: BrowserContext,
  man: Man,
  event: { id: number; date: string },
  time: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { profileId } = man
  const consent = { profileId, psaTestDate: event.date, ...consentAnswers }
  await callApi(context, 'POST', '/medical/consent', consent)
  return callApi(context, 'POST', '/appointments', {
    profileId,
    eventId: event.id,
    eventDate: event.date,
    appointmentStartTime: time,
  })
}

/** No accessibility violation by axe, best practices included. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way to another is neither.
  await page.evaluate(async () => {
    const fading = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
  // No page has frames. Reading the script of axe takes longer than running it: once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    return (await inPage.run(document, { resultTypes: ['violations'] })).violations
  })
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)
  expect(found).toEqual([])
}

type Fixtures = {
  /** A man who is signed in in this test's browser. */
  man: Man
  /** Console errors that a test expects, as patterns; anything else fails it. */
  expectedErrors: RegExp[]
}

/** Every test fails on a console error, an exception in a page or a violation of the security policy. */
export const test = base.extend<Fixtures>({
  man: async ({ context }, use) => {
    await use(await signUpByApi(context))
  },
  expectedErrors: [
    async ({ context }, use) => {
      const expected: RegExp[] = []
      const errors: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      context.on('weberror', (error) => errors.push(String(error.error())))
      await use(expected)
      const stray = errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
      expect(stray, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})
