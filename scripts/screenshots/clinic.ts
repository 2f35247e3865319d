import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { type Browser, chromium, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import type { StaffRole } from '#core/rules/permissions.ts'
import type { SampleStaff } from '#local/runtime/records.ts'
import { DEFAULTS } from '#shared/environment.ts'
import { launchOptions } from '../test/chromium.ts'
import { newEveningOfToday, newLabEvening } from './evening.ts'

/*
 * `npm run screenshots:clinic`: the pictures of docs/for-clinic.md, from a running `npm start` (PORT, DATA_DIR), with its sample accounts of staff. It
 * adds an evening of today with three invented patients and takes one of them through the desk, and a past one with results whose laboratory's file it
 * sends. The code of an account works once in 30 seconds: wait so long before a second run.
 */
const dataDir = resolve(process.env['DATA_DIR'] ?? DEFAULTS.DATA_DIR)
const site = `http://localhost:${process.env['PORT'] ?? DEFAULTS.PORT}`
const folder = join(import.meta.dirname, '../../docs/screenshots/clinic')
const accounts = JSON.parse(readFileSync(join(dataDir, 'sample-accounts.json'), 'utf8')) as {
  staff: SampleStaff[]
}

/** A small palette keeps the files small. */
async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage })
  await sharp(png)
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(join(folder, `${name}.png`))
}

async function signIn(browser: Browser, role: StaffRole): Promise<Page> {
  const account = accounts.staff.find((one) => one.role === role)
  if (account === undefined) throw new Error(`sample-accounts.json has no ${role}.`)
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width: 1000, height: 760 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto('/staff')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const code = page.getByLabel('Code of your authenticator app')
  await code.waitFor()
  if (role === 'administrator') await shoot(page, 'code')
  await code.fill(new TOTP({ secret: Secret.fromBase32(account.totpSecret) }).generate())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  return page
}

async function shootTeam(browser: Browser): Promise<void> {
  const page = await signIn(browser, 'administrator')
  await page.getByRole('link', { name: 'Team' }).click()
  await shoot(page, 'team')
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await page.getByLabel('Name').fill('Nia Rowe')
  await page.getByLabel('Email').fill('nia.rowe@halyard.example')
  await page.getByLabel('Phlebotomist').check()
  await shoot(page, 'invite')
  await page.context().close()
}

/** Checks a form, which saves nothing. */
async function shootNewEvent(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('link', { name: 'New event' }).click()
  const typed = {
    event_name: 'Harbour Hall screening',
    event_date: '16',
    'event_date-month': '6',
    'event_date-year': String(new Date().getFullYear() + 1),
    start_time: '18:00',
    end_time: '21:00',
    session_duration: '10',
    places_per_slot: '6',
    city: 'Whitby',
    lab_name: 'Northgate Pathology',
  }
  for (const [name, value] of Object.entries(typed)) {
    await page.locator(`[name="${name}"]`).fill(value)
  }
  await page.getByLabel('Community').check()
  for (const group of ['is_private', 'payment_required']) {
    await page.locator(`[name="${group}"][value="false"]`).check()
  }
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('6 people × 18 times = 108 places').waitFor()
  await shoot(page, 'new-event')
}

async function shootEvent(browser: Browser): Promise<void> {
  const page = await signIn(browser, 'coordinator')
  await shoot(page, 'today')
  await page.getByRole('link', { name: 'Shrewsbury Village Clinic' }).click()
  await shoot(page, 'event', true)
  await page.getByRole('link', { name: 'Run sheet', exact: true }).click()
  await shoot(page, 'run-sheet')
  await shootNewEvent(page)
  await page.getByRole('link', { name: 'Labels' }).click()
  await page.getByLabel('How many pairs').fill('30')
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Make new labels' }).click()
  await shoot(page, 'labels')
  await shootFile(page)
  await page.context().close()
}

/** The laboratory's file of the past evening: checked, then taken over. */
async function shootFile(page: Page): Promise<void> {
  const { laboratory, csv } = await newLabEvening(dataDir)
  await page.getByRole('link', { name: 'Laboratory', exact: true }).click()
  await page.getByLabel(laboratory).check()
  const file = { name: 'results.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Send and check' }).click()
  await page.getByRole('heading', { name: 'Checked', exact: true }).waitFor()
  await shoot(page, 'laboratory', true)
  await page.getByRole('button', { name: /^Take over/ }).click()
  await page.getByRole('heading', { name: 'Taken over', exact: true }).waitFor()
}

async function shootClinician(browser: Browser): Promise<void> {
  const page = await signIn(browser, 'clinician')
  await page.setViewportSize({ width: 1000, height: 1250 })
  await page.goto('/staff/lab/waiting')
  await page.getByRole('listitem').filter({ hasText: 'surname' }).getByRole('link').last().click()
  await page.getByRole('heading', { name: 'Why it waits' }).waitFor()
  await shoot(page, 'waiting-row')
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByRole('link', { name: 'Release results' }).click()
  await page.getByRole('heading', { name: 'Release results' }).waitFor()
  await shoot(page, 'release', true)
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByRole('link', { name: 'Judge the next case' }).click()
  await page.getByLabel('Green', { exact: true }).waitFor()
  await shoot(page, 'judge')
  await page.setViewportSize({ width: 1000, height: 760 })
  await page.getByRole('link', { name: 'Calls', exact: true }).click()
  await page.getByRole('heading', { name: 'Calls' }).waitFor()
  await shoot(page, 'calls')
  await page.context().close()
}

/** One patient through the four steps, on a telephone. */
async function shootDesk(browser: Browser): Promise<void> {
  const { event, reference, label } = await newEveningOfToday(dataDir)
  const page = await signIn(browser, 'phlebotomist')
  await page.setViewportSize({ width: 390, height: 720 })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const shootAt = async (heading: string, name: string) => {
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await shoot(page, name)
  }
  await page.goto(`/staff/events/${event}`)
  await page.getByLabel('Reference of a patient').fill(reference)
  await press('Open the patient')
  await shootAt('Who is it?', 'desk-identity')
  await press('Both agree')
  await page.getByRole('heading', { name: 'Questions before the test' }).waitFor()
  for (const no of await page.getByLabel('No', { exact: true }).all()) await no.check()
  await shoot(page, 'desk-questions', true)
  await press('Record the answers')
  await shootAt('Label', 'desk-label')
  await page.getByLabel('Label of the tube').fill(label)
  await press('Read back')
  await shootAt('Read back', 'desk-read-back')
  await press('All agree: save')
  await page.getByText('The tube is recorded.').waitFor()
  await shoot(page, 'desk-saved')
  await page.context().close()
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ ...launchOptions(process.env), args: ['--disable-gpu'] })
try {
  await shootTeam(browser)
  await shootEvent(browser)
  await shootClinician(browser)
  await shootDesk(browser)
} finally {
  await browser.close()
}
