import { expect, type Page } from '@playwright/test'
import { assetNames, islandFiles } from '#tests/e2e/public/support/built-site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

/** One page of each kind of island: a form, a list, a mailed link, a page for patients. */
const PAGES = ['/login', '/book-event-main', '/verify-email', '/upcoming-events']

/** React's script: no island is hydrated without it. */
const framework = () => islandFiles('/login').renderer
const LOADING_FAILED = [/Failed to load resource/, /Error hydrating/]

/** The only message of the page is the error, with the helpline and a way back. */
async function expectFailure(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(main.getByRole('link', { name: /^0/ })).toHaveAttribute('href', /^tel:/)
  await expect(main.getByRole('link', { name: 'Go back home' })).toHaveAttribute('href', '/')
  await expect(main).not.toContainText(/loading/i, { useInnerText: true })
}

test('SITE-12 a page whose script is refused, missing or cut off shows the error instead of Loading', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(...LOADING_FAILED)
  for (const address of PAGES) {
    await page.route(framework(), (route) => route.abort())
    await page.goto(address)
    await expectFailure(page)
  }
  await expectAccessible(page)
  // Nothing of this page may load once its script is let through.
  await page.goto('about:blank')
  await page.unroute(framework())
  await page.route(islandFiles('/login').component, (route) => route.fulfill({ status: 404 }))
  await page.goto('/login')
  await expectFailure(page)
  await page.unroute(islandFiles('/login').component)
  await page.route(islandFiles('/login').component, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export function SignIn() {' }),
  )
  await page.goto('/login')
  await expectFailure(page)
})

test('SITE-12 "Try again" keeps the link, and the page works once its script loads', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(...LOADING_FAILED)
  let isOffline = true
  await page.route(framework(), (route) =>
    isOffline ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.goto(`/verify-email?token=${'x'.repeat(43)}`)
  await expectFailure(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Unexpected' })).toBeFocused()
  // Not before the page is requested again: it may request its script more than once.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOffline = false
  })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email')
  await expect(page.getByRole('button', { name: 'Confirm my email' })).toBeVisible()
})

test('SITE-12 a slow script is not an error: the page says that it is loading until the form is ready', async ({
  page,
}) => {
  let release = () => {}
  const arrived = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(framework(), async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const slow = page.getByText('This page is still loading.')
  await expect(slow).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expectAccessible(page)
  release()
  await expect(page.getByLabel('Email')).toBeEnabled()
  await expect(slow).toBeHidden()
  await expect(page.getByText('Unexpected Application Error!')).toBeHidden()
})

test('SITE-12 a script that fails once and a picture that is late leave the page as it is', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(...LOADING_FAILED)
  let release = () => {}
  const isLate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/late.png', async (route) => {
    await isLate
    await route.abort()
  })
  await page.addInitScript(() => {
    new Image().src = '/late.png'
  })
  await page.route(framework(), (route) => route.abort(), { times: 1 })
  await page.goto('/login', { waitUntil: 'commit' })
  const email = page.getByLabel('Email')
  await email.fill('late@example.test')
  const loaded = page.waitForEvent('load')
  release()
  await loaded
  // What the page does with the event is done when a further task runs.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(email).toHaveValue('late@example.test')
  await expect(email).toBeVisible()
})

test('SITE-12 an island that throws while it renders shows the error and reports it without its message', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/private words/)
  await page.addInitScript(() => {
    // The islands read the address while they render; requests give no text.
    class Throwing extends URLSearchParams {
      constructor(text?: unknown) {
        if (typeof text === 'string') throw new TypeError('private words')
        super()
      }
    }
    Reflect.set(window, 'URLSearchParams', Throwing)
  })
  for (const address of ['/login', '/signup']) {
    const report = page.waitForRequest('**/api/logs/error')
    await page.goto(address)
    await expectFailure(page)
    expect((await report).postDataJSON()).toEqual({
      errorMessage: 'Unexpected Application Error!',
      description: 'Page Failure',
    })
  }
})

test('SITE-12 the names of script and style files are hashes, which no list of blocked words refuses', () => {
  const names = assetNames()
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !/^[0-9a-f]{16}\.(js|css)$/.test(name))).toEqual([])
})
