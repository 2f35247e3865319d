import { expect, type Page } from '@playwright/test'
import { MAILED_PAGES } from '#core/rules/mailed-link.ts'
import { expectNoHorizontalScroll } from '#tests/e2e/public/support/checks.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_'
const INCOMPLETE = 'This link is not complete'

/** Requests other than the opened links whose address or Referer has the token, from now on. */
function leaksOf(page: Page): string[] {
  const leaks: string[] = []
  page.on('request', (request) => {
    const isPage = request.isNavigationRequest()
    const { referer = '' } = request.headers()
    if ((!isPage && request.url().includes(TOKEN)) || referer.includes(TOKEN))
      leaks.push(request.url())
  })
  return leaks
}

test('SITE-16 mailed links open in every form, and their token is in no address, request or Referer', async ({
  page,
  expectedErrors,
}) => {
  // The token is unknown to /appointment-reminder, which reads what it is about.
  expectedErrors.push(/status of 4(04|10)/)
  const leaks = leaksOf(page)
  const heading = page.getByText(INCOMPLETE)
  const forms = [`?token=${TOKEN}`, `%23${TOKEN}`, `#${TOKEN}`, `?token=${TOKEN}.&utm_source=x`]
  const links = [
    ...MAILED_PAGES.map((path, at) => ({ path, link: forms[at % forms.length] })),
    ...forms.map((link) => ({ path: '/verify-email', link })),
  ]
  for (const { path, link } of links) {
    await page.goto('/accessibility')
    await page.goto(`${path}${link}`)
    await expect(page, link).toHaveURL(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(heading).toBeHidden()
    await page.reload()
    await expect(heading).toBeHidden()
  }
  expect(leaks).toEqual([])
})

test('SITE-16 a link without its token: the address from the message can be pasted, into the page or the address bar', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4(04|10)/)
  const leaks = leaksOf(page)
  const heading = page.getByText(INCOMPLETE)
  for (const path of MAILED_PAGES) {
    await page.goto(path)
    await expect(heading).toBeVisible()
    await page
      .getByLabel('The address in our message')
      .fill(` https://www.example${path}?token=${TOKEN}> `)
    await page.getByRole('button', { name: 'Open the link' }).click()
    await expect(heading).toBeHidden()
    await expect(page).toHaveURL(path)
    // The same address again would be a reload, which keeps the link.
    await page.goto('/accessibility')
    await page.goto(path)
    await expect(heading).toBeVisible()
    await page.evaluate((token) => {
      location.hash = token
    }, TOKEN)
    await expect(heading).toBeHidden()
    await expect(page).toHaveURL(path)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/newsletter')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  expect(leaks).toEqual([])
})
