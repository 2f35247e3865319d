import { type BrowserContext, expect, type Page } from '@playwright/test'
import { spacedLabel } from '#results/rules/sample-label.ts'
import { BIRTH, failAtDesk, label, newDesk, newEvening } from '#tests/e2e/support/desk.ts'
import { siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'

/** The answer to a form with a fault. */
const REFUSED = /status of 422/
const tubesOf = async (eventId: number) =>
  await sql(`select label from app.samples where event_id = $1 and lab.is_live(state)`, [eventId])

const press = async (page: Page, name: string) =>
  await page.getByRole('button', { name, exact: true }).click()

/** Admits a patient without an appointment, to the page that asks who it is. */
async function admit(page: Page, list: string): Promise<void> {
  const walkIn = await buildProfile(siteDatabase(), { birth_date: BIRTH, last_name: 'Wally' })
  await page.goto(`${list}/walk-in`)
  await page.getByLabel('Reference or profile number').fill(String(walkIn))
  const [year = '', month = '', day = ''] = BIRTH.split('-')
  for (const [name, part] of Object.entries({ Day: day, Month: month, Year: year })) {
    await page.getByLabel(name, { exact: true }).fill(part)
  }
  await press(page, 'Continue')
  await expect(page.getByRole('heading', { name: 'Who is it?' })).toBeVisible()
}

async function answerNo(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Questions before the test' })).toBeVisible()
  for (const no of await page.getByLabel('No', { exact: true }).all()) await no.check()
  await press(page, 'Record the answers')
}

/** Goes through every page of an evening, in each of its states, and runs `check` on each. */
async function everyPage(context: BrowserContext, check: (page: Page) => Promise<void>) {
  const { eventId, list, cases } = await newEvening(['Lighterman', 'Ferryman', 'Wherryman'])
  const page = await newDesk(context, 'coordinator')
  const at = async (path: string) => {
    await page.goto(path)
    await check(page)
  }
  const failed = await newEvening(['Stranger'])
  await failAtDesk(failed.eventId)
  for (const path of [list, `${list}/walk-in`, `${list}/paper`, `${list}/close`]) await at(path)
  await at(failed.cases[0] ?? '')
  await at(failed.list)
  await admit(page, list)
  const walkIn = page.url()
  await check(page)
  await press(page, 'Both agree')
  await expect(page.getByRole('heading', { name: 'Consent' })).toBeVisible()
  await check(page)
  await at(`${walkIn}/undo`)
  await page.goto(walkIn)
  await page.getByLabel('Number of the signed paper form').fill(label())
  await press(page, 'Record the paper form')
  await expect(page.getByRole('heading', { name: 'Questions before the test' })).toBeVisible()
  await check(page)
  await at(`${walkIn}/undo?of=consent`)
  await at(`${walkIn}?step=not-tested`)
  await page.goto(walkIn)
  await press(page, 'Record the answers')
  await expect(page.getByRole('alert')).toContainText('Choose yes or no.')
  await check(page)
  await answerNo(page)
  await expect(page.getByRole('heading', { name: 'Label' })).toBeVisible()
  await check(page)
  await page.getByLabel('Label of the tube').fill('H1')
  await press(page, 'Read back')
  await expect(page.getByRole('link', { name: /This is not one of our labels/ })).toBeVisible()
  await check(page)
  await page.getByLabel('Label of the tube').fill(label())
  await press(page, 'Read back')
  await expect(page.getByRole('heading', { name: 'Read back' })).toBeVisible()
  await check(page)
  await press(page, 'All agree: save')
  await expect(page.getByText('The tube is recorded.')).toBeVisible()
  await check(page)
  await at(walkIn)
  await at(`${walkIn}/undo`)

  // A 'yes', then the others are absent and the event is closed.
  await page.goto(cases[0] ?? '')
  await press(page, 'Both agree')
  await page.getByLabel('Yes', { exact: true }).first().check()
  for (const no of (await page.getByLabel('No', { exact: true }).all()).slice(1)) await no.check()
  await press(page, 'Record the answers')
  await expect(page.getByText('Take no blood today.')).toBeVisible()
  await check(page)
  await page.goto(`${list}/close`)
  await press(page, 'These 2 patients were absent')
  await expect(page.getByText('Every patient has an outcome.')).toBeVisible()
  await check(page)
  await page.getByLabel('Number of tubes handed to the courier').fill('9')
  await press(page, 'Close the event')
  await expect(page.getByRole('alert')).toContainText('This is not the number of tubes recorded')
  await check(page)
  await page.getByLabel('Number of tubes handed to the courier').fill('1')
  await press(page, 'Close the event')
  await expect(page.getByText('The event is closed.', { exact: true })).toBeVisible()
  await check(page)
  await at(cases[0] ?? '')
  await at(`${cases[0]}/undo`)
  expect(await tubesOf(eventId)).toHaveLength(1)
}

test.describe('320 pixels, forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })
  test('CLI-02 CLI-03 CLI-05 CLI-09 every page of an evening fits, also with text of 200 %, has no fault of accessibility, and is at most 30 kB', async ({
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED)
    test.setTimeout(240_000)
    await everyPage(context, async (page) => {
      expect((await page.content()).length, page.url()).toBeLessThan(30_000)
      await page.setViewportSize({ width: 320, height: 640 })
      await expectAccessible(page)
      for (const size of ['', '200%']) {
        const width = await page.evaluate((given) => {
          document.documentElement.style.fontSize = given
          return document.documentElement.scrollWidth
        }, size)
        expect(width, `${page.url()} ${size}`).toBeLessThanOrEqual(320)
      }
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    })
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('CLI-03 CLI-05 CLI-06 every page of an evening works', async ({
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED)
    test.setTimeout(120_000)
    await everyPage(context, (page) =>
      expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
    )
  })
})

test('CLI-02 CLI-03 CLI-04 a patient is tested and the tube undone with the keyboard alone; only these pages may use the camera', async ({
  context,
}) => {
  const { eventId, list, references, cases } = await newEvening(['Tidewaiter'])
  const page = await newDesk(context, 'phlebotomist')
  const policy = (await page.goto(list))?.headers()['permissions-policy'] ?? ''
  expect(policy).toContain('camera=()')
  /** Tab until an element is reached, as a person does; it is then marked. */
  const tabTo = async (name: string, role: 'button' | 'link' | 'radio' = 'button', at = 0) => {
    const target = page.getByRole(role, { name, exact: true }).nth(at)
    await expect(target).toBeVisible()
    for (let tabs = 0; tabs < 40; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
    const outline = await target.evaluate((element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return `${outlineStyle} ${outlineWidth} ${boxShadow}`
    })
    expect(outline, name).not.toBe('none 0px none')
  }
  const choose = async (name: string) => {
    await tabTo(name)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type(references[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Who is it?' })).toBeVisible()
  const one = await context.request.get(cases[0] ?? '')
  expect(one.headers()['permissions-policy']).toContain('camera=(self)')
  await choose('Both agree')
  await expect(page.getByRole('heading', { name: 'Questions before the test' })).toBeVisible()
  for (let question = 0; question < 4; question += 1) {
    await tabTo('No', 'radio', question)
    await page.keyboard.press('Space')
  }
  await choose('Record the answers')
  await expect(page.getByLabel('Label of the tube')).toBeFocused()
  await page.keyboard.type(label())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Read back' })).toBeVisible()
  await choose('All agree: save')
  await expect(page.getByText('The tube is recorded.')).toBeVisible()
  expect(await tubesOf(eventId)).toHaveLength(1)
  await page.goto(`${cases[0]}/undo`)
  await choose('Undo')
  await expect(page.getByText('The record is undone.')).toBeVisible()
  expect(await tubesOf(eventId)).toEqual([])
})

test('CLI-03 the camera of a telephone reads the label; without it, or without permission, the label is typed', async ({
  context,
}) => {
  const { list, references } = await newEvening(['Bargeman'])
  const read = label()
  const toLabel = async (page: Page) => {
    await page.goto(list)
    await page.getByLabel('Reference of a patient').fill(references[0] ?? '')
    await press(page, 'Open the patient')
    await press(page, 'Both agree')
    await answerNo(page)
    await expect(page.getByLabel('Label of the tube')).toBeVisible()
  }
  // This Chromium has no BarcodeDetector.
  const page = await newDesk(context, 'phlebotomist')
  await toLabel(page)
  expect(await page.evaluate(() => 'BarcodeDetector' in window)).toBe(false)
  await expect(page.getByRole('button', { name: 'Use the camera' })).toBeHidden()

  const stub = `
    window.BarcodeDetector = class { detect() { return Promise.resolve(window.code ? [{ rawValue: window.code }] : []) } };
    window.isAllowed = false;
    navigator.mediaDevices ??= {};
    navigator.mediaDevices.getUserMedia = (asked) => {
      window.asked = asked;
      if (!window.isAllowed) return Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
      const canvas = document.createElement('canvas');
      setInterval(() => canvas.getContext('2d').fillRect(0, 0, 8, 8), 50);
      return Promise.resolve(canvas.captureStream());
    }`
  const phone = await context.newPage()
  await phone.addInitScript({ content: stub })
  await phone.goto(page.url())
  await press(phone, 'Use the camera')
  const status = phone.locator('[data-camera-for] [role=status]')
  await expect(status).toHaveText(
    'The camera is not allowed. Allow it for this page in the browser, or type the label.',
  )
  await expect(phone.getByLabel('Label of the tube')).toBeFocused()
  await phone.evaluate('window.isAllowed = true')
  await press(phone, 'Use the camera')
  await expect(status).toHaveText('Hold the code in front of the camera.')
  expect(await phone.evaluate('JSON.stringify(window.asked)')).toContain('environment')
  await phone.evaluate((code) => Object.assign(window, { code }), read)
  await expect(phone.getByRole('heading', { name: 'Read back' })).toBeVisible()
  await expect(phone.getByText(spacedLabel(read))).toBeVisible()
})

test('CLI-03 the connection is cut after the server has stored a tube, or before it was asked: sent again it is stored once, and the page says which', async ({
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_/)
  const { eventId, list, references } = await newEvening(['Bargeman', 'Lockman'])
  const page = await newDesk(context, 'phlebotomist')
  const toSave = async (reference: string) => {
    await page.goto(list)
    await page.getByLabel('Reference of a patient').fill(reference)
    await press(page, 'Open the patient')
    await press(page, 'Both agree')
    await answerNo(page)
    await page.getByLabel('Label of the tube').fill(label())
    await press(page, 'Read back')
    await expect(page.getByRole('heading', { name: 'Read back' })).toBeVisible()
  }
  /** The next form sent: answered by the server or not, its answer never arrives. */
  const cut = (isStored: boolean) =>
    page.route(
      '**/patient/**',
      async (route) => {
        if (isStored) await route.fetch({ maxRedirects: 0 })
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
  for (const [reference, isStored, says, tubes] of [
    [references[0], true, 'This was recorded before. Nothing was changed.', 1],
    [references[1], false, 'The tube is recorded.', 2],
  ] as const) {
    await toSave(reference ?? '')
    await cut(isStored)
    await page.getByRole('button', { name: 'All agree: save' }).click({ noWaitAfter: true })
    await expect(page).toHaveURL(/chrome-error/)
    // The browser sends the same form again.
    await page.reload()
    await expect(page.getByText(says)).toBeVisible()
    expect(await tubesOf(eventId)).toHaveLength(tubes)
  }
})
