import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import {
  LETTER_BUTTON,
  PRINT_BUTTON,
  READ_BUTTON,
  WAITING_TEXTS,
  WITHHELD_TEXT,
} from '#domain/texts/results.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { confirmAddress, releaseResults, siteSealer } from '#tests/e2e/support/results.ts'
import { siteDatabase } from '#tests/e2e/support/site.ts'
import { endSession, expectAccessible, test } from '#tests/e2e/support/test.ts'
import { buildAttended, correct, hide } from '#tests/fixtures/released-result.ts'

const VALUE = '4.37'

const THREE_YEARS = [
  { value: '<0.1', takenAt: '2023-11-07T10:20:00Z' },
  { value: '1.20', takenAt: '2024-11-06T10:20:00Z', riskGroup: 'high', comments: 'A calm year.' },
  { value: VALUE, takenAt: '2025-11-05T09:40:00Z', light: 'amber', retestOn: '2026-02-05' },
] as const

const cards = (page: Page) => page.getByRole('article')
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Sets the size of the root's text; through the object model, which the page's security policy allows. */
const setTextSize = (page: Page, size: string) =>
  page.evaluate((given) => {
    document.documentElement.style.fontSize = given
  }, size)

/** No sideways scroll with text at twice its size, as a browser's setting makes it. */
async function expectFitsDoubled(page: Page): Promise<void> {
  await setTextSize(page, '200%')
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page), `${page.url()}, ${width} px`).toBeLessThanOrEqual(0)
  }
  await setTextSize(page, '')
}

async function expectFits(page: Page): Promise<void> {
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
}

test('RES-01 RES-02 RES-06 every label, colour and text, the newest test first, with the table and the chart of the years', async ({
  page,
  patient,
}) => {
  await buildAttended(siteDatabase(), patient.profileId)
  await releaseResults(patient.profileId, [
    ...THREE_YEARS,
    { value: '12.5', light: 'red', isWalkIn: true, unit: 'µg/L' },
  ])
  for (const [path, heading] of [
    ['/portal', 'Personal Information'],
    ['/upcoming-events', 'Upcoming Events'],
    ['/waiting-list', 'Waiting Lists'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectFitsDoubled(page)
  }
  await page.goto('/medical-results')
  await expect(cards(page)).toHaveCount(5)
  await expectFitsDoubled(page)
  const card = (n: number) => cards(page).nth(n)
  const [red, amber, green, waiting] = [card(0), card(1), card(3), card(4)] as const
  await expect(red).toContainText('Appointment not linked')
  await expect(red).toContainText('Your PSA is significantly raised.')
  await expect(red).toContainText('make an appointment with your GP')
  await expect(red).toContainText('What to do next')
  await expect(red).toContainText(/3 in 4 .* do not have prostate cancer\. About 1 in 4 do\./)
  // The colour is read before the facts.
  await expect(red).toContainText(/Your PSA is significantly raised\..*Ready since.*What it means/)
  await expect(red).not.toContainText('An earlier result')
  for (const earlier of [amber, card(2), green]) {
    await expect(earlier).toContainText('An earlier result')
    await expect(earlier).not.toContainText('What to do next')
    await expect(earlier).not.toContainText('Next test')
  }
  await expect(amber).toContainText('Amber')
  await expect(amber).toContainText(`${VALUE} ng/mL`)
  await expect(green).toContainText('<0.1 ng/mL')
  await expect(green).toContainText('Lab result ready')
  await expect(waiting).toContainText('No lab result')
  await expect(waiting).toContainText(WAITING_TEXTS['to-come'])

  const history = page.getByRole('region', { name: 'Your results over the years' }).first()
  await expect(history.getByRole('row')).toHaveCount(5)
  await expect(history.getByRole('row').nth(1)).toContainText('<0.1 ng/mL')
  const table = history.getByRole('table')
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await history.evaluate((area) => area.scrollWidth - area.clientWidth)).toBeLessThanOrEqual(
    0,
  )
  await expect(table).toContainText('Eastmoor Pathology')
  const chart = page.getByRole('img', { name: /Your results over the years, ng\/mL/ })
  await expect(chart).toContainText(`05/11/2025: ${VALUE} ng/mL`)
  await expectFits(page)
})

test('RES-01 AUTH-12 AUTH-08 sign-in leads to the results, which ask for a confirmed address first and are empty then', async ({
  page,
  context,
  patient,
}) => {
  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(patient.email)
  await page.getByLabel('Password', { exact: true }).fill(patient.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/medical-results')
  await expect(page.getByRole('heading', { name: 'Please confirm your email' })).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('A new link is on its way')).toBeVisible()
  await confirmAddress(patient.profileId)
  // The patient comes back from the mail.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('No medical results or any appointment found')).toBeVisible()
  await expectFits(page)
})

test('RES-02 RES-05 by keyboard: a result is read once, corrected, then withheld with the helpline', async ({
  page,
  patient,
  expectedErrors,
}) => {
  // The button of a result that was withdrawn meanwhile.
  expectedErrors.push(/status of 404/)
  const [built] = await releaseResults(patient.profileId, [{ value: VALUE }])
  if (built === undefined) throw new Error('no result')
  await page.goto('/medical-results')
  const read = page.getByRole('button', { name: READ_BUTTON })
  await expect(read).toBeVisible()
  await tabTo(page, new RegExp(READ_BUTTON))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/You confirmed on .* that you have read this\./)).toBeFocused()
  await expect(read).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/You confirmed on/)).toBeVisible()

  const correction = { value: '5.10', light: 'amber' } as const
  const next = await correct(siteDatabase(), siteSealer(), built, correction)
  await page.reload()
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('Corrected')
  await expect(cards(page)).toContainText('5.10 ng/mL')
  await expect(read).toBeVisible()
  await expectAccessible(page)

  await hide(siteDatabase(), 'withdraw', next)
  await read.focus()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toContainText(WITHHELD_TEXT)
  await expect(cards(page).getByRole('link')).toHaveAttribute('href', /^tel:/)
  await expect(page.getByText('5.10')).toHaveCount(0)
  await expectFits(page)
})

test('RES-04 the letter is a tagged PDF, one result is printed with the charity’s address, and nothing of a result is stored in the browser', async ({
  page,
  context,
  patient,
}) => {
  await releaseResults(patient.profileId, THREE_YEARS)
  await page.goto('/medical-results')
  const latest = cards(page).first()
  const saving = page.waitForEvent('download')
  await latest.getByRole('button', { name: LETTER_BUTTON }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('letter-2025-11-05.pdf')
  const pdf = readFileSync(await file.path(), 'latin1')
  expect(pdf).toContain('%PDF-1.7')
  expect(pdf).toContain('/StructTreeRoot')

  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.emulateMedia({ media: 'print' })
  await latest
    .getByRole('button', { name: PRINT_BUTTON, includeHidden: true })
    .dispatchEvent('click')
  await expect(cards(page)).toHaveCount(1)
  await expect(latest).toContainText(VALUE)
  await expect(latest).toContainText('Amber')
  await expect(latest).toContainText('Was due on Thursday, 05 February 2026.')
  const guide = latest.getByRole('link', { name: 'our guide to the prostate' })
  expect(await guide.evaluate((link) => getComputedStyle(link, '::after').content)).toContain(
    '/information-hub/prostate-diseases',
  )
  await expect(page.getByText('Registered charity number').first()).toBeVisible()
  await expect(page.getByText(`Results of ${patient.firstName}`)).toBeVisible()
  await expect(page.getByText(/Date of birth: \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await expect(page.getByText(/As of: \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await expect(latest).toContainText('Total PSA Test')
  await expect(page.getByRole('navigation', { name: 'Your account' })).toBeHidden()
  await expect(page.getByRole('table')).toBeHidden()
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(cards(page)).toHaveCount(3)

  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const databases = await indexedDB.databases()
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, names, databases])
  })
  const cookies = JSON.stringify(await context.cookies())
  for (const secret of [VALUE, 'amber', 'A calm year.']) {
    expect(stored + cookies + page.url()).not.toContain(secret)
  }
})

test('RES-01 AUTH-07 a failed load offers to try again, and an ended session leads to sign-in and back', async ({
  page,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /status of 401/)
  await releaseResults(patient.profileId, [{ value: VALUE }])
  await page.route('**/api/medical/results/**', (route) => route.abort())
  await page.goto('/medical-results')
  const notice = page.getByRole('alert', { name: 'We cannot show your results at the moment' })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/medical/results/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toHaveCount(1)
  await endSession(page, patient)
  await page.getByRole('button', { name: LETTER_BUTTON }).click()
  await expect(page).toHaveURL('/login?next=%2Fmedical-results')
})
