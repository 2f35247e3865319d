import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { LETTER_BUTTON, PRINT_BUTTON, WAITING_TEXTS } from '#results/texts/results.ts'
import { releaseResults } from '#tests/e2e/support/results.ts'
import { siteDatabase } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { buildAttended } from '#tests/fixtures/released-result.ts'

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
