import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { type Browser, chromium, type Page } from '@playwright/test'
import { DEFAULTS } from '#shared/environment.ts'
import { journeyShots, openDialogs } from './screenshots/journey.ts'
import { ROUTES } from './screenshots/routes.ts'
import { launchOptions } from './test/chromium.ts'

/*
 * `npm run screenshots`: every route and the steps of a booking, at the widths of a phone and of a desktop, from a
 * running `npm start` (PORT, DATA_DIR) into <DATA_DIR>/screenshots.
 */
const dataDir = resolve(process.env['DATA_DIR'] ?? DEFAULTS.DATA_DIR)
const site = `http://localhost:${process.env['PORT'] ?? DEFAULTS.PORT}`
const folder = join(dataDir, 'screenshots')
const WIDTHS = [375, 1280] as const

type Accounts = { patients: { email: string; password: string }[] }

const nameOf = (path: string) => path.replace(/^\//, '').replaceAll('/', '_') || 'home'

async function newPage(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  // The first page of a visit may be rendered without the web font.
  await page.goto('/', { waitUntil: 'networkidle' })
  return page
}

/** Loads the pictures further down, which are lazy. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
  })
}

async function shootRoutes(browser: Browser, width: number): Promise<number> {
  const page = await newPage(browser, width)
  for (const path of ROUTES) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await loadPictures(page)
    await page.screenshot({ path: join(folder, `${nameOf(path)}-${width}.png`), fullPage: true })
  }
  await page.context().close()
  return ROUTES.length
}

async function shootJourney(browser: Browser, width: number, account: number): Promise<number> {
  const { patients } = JSON.parse(
    readFileSync(join(dataDir, 'sample-accounts.json'), 'utf8'),
  ) as Accounts
  const patient = patients[account]
  if (patient === undefined) throw new Error(`sample-accounts.json has no patient ${account + 1}.`)
  const page = await newPage(browser, width)
  let count = 0
  const shoot = async (name: string, whole = true) => {
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: whole })
    count += 1
  }
  await openDialogs(page, shoot)
  await journeyShots(page, patient, shoot)
  await page.context().close()
  return count
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  ...launchOptions(process.env),
  args: ['--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
try {
  let count = 0
  for (const [index, width] of WIDTHS.entries()) {
    count += await shootRoutes(browser, width)
    // One patient per width: a patient with an appointment cannot book another.
    count += await shootJourney(browser, width, index)
  }
  process.stdout.write(`${count} pictures in ${folder}\n`)
} finally {
  await browser.close()
}
