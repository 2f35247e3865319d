import { expect, type Page } from '@playwright/test'
import { openForm, editorTest as test } from '#tests/e2e/studio/desk.ts'
import { besideButton, besideFrame, besideIframe } from '#tests/e2e/studio/preview-beside.ts'
import { addresses } from '#tests/e2e/support/site.ts'

/** What an editor's text could at worst become on a page, if the website escaped nothing: each part sets the mark. */
const HOSTILE = `<!doctype html><title>Hostile</title>
  <script>top.ran = 'script'</script>
  <base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=/gone">
  <h1>Hostile</h1>
  <img src="data:," onerror="top.ran = 'handler'" alt="">
  <svg onload="top.ran = 'svg'"></svg>
  <details open ontoggle="top.ran = 'toggle'"><summary>More</summary></details>
  <iframe srcdoc="<script>top.ran = 'frame'</script>"></iframe>
  <form action="/send"><button>Send</button></form>
  <a id="link" href="javascript:top.ran = 'link'" target="_top">Here</a>`

const mark = (page: Page) => page.evaluate(() => (window as { ran?: string }).ran)

test('CMS-05 the website gives no page to a Studio that it does not know, and nothing in a hostile page runs beside the form', async ({
  page,
  lake,
  entry,
  expectedErrors,
}) => {
  expectedErrors.push(/has been blocked by CORS policy/, /status of 403/, /net::ERR_FAILED/)
  expectedErrors.push(/Content Security Policy|sandboxed/)
  await openForm(page, lake, entry)
  await besideButton(page).click()
  const problem = page.getByRole('alert').filter({ hasText: 'The website did not answer.' })
  await expect(problem).toBeVisible()

  const answer = { headers: { 'access-control-allow-origin': lake.origin } }
  const json = { token: 'token', seconds: 600 }
  await page.route(`${addresses().site}/preview/beside**`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ ...answer, json })
      : route.fulfill({ ...answer, contentType: 'text/html', body: HOSTILE }),
  )
  await problem.getByRole('button', { name: 'Try again' }).click()
  const frame = besideFrame(page)
  await expect(frame.getByRole('heading', { name: 'Hostile' })).toBeVisible()
  await expect(problem).toBeHidden()
  await frame.locator('#link').click()
  await frame.getByRole('button', { name: 'Send' }).click({ force: true })
  await expect(frame.getByRole('heading', { name: 'Hostile' })).toBeVisible()
  expect(await mark(page)).toBeUndefined()
  // The local Studio's policy would stop it too; a hosted Studio has only these two.
  await expect(besideIframe(page)).toHaveAttribute('sandbox', 'allow-same-origin')
  const dangerous = 'script, base, iframe, meta[http-equiv=refresh], a[href], form:not([inert])'
  await expect(frame.locator(dangerous)).toHaveCount(0)
  expect(page.url()).toContain(lake.origin)
  await page.unroute(`${addresses().site}/preview/beside**`)

  // The same page in a frame without a sandbox, which shows that the mark would be there.
  const other = await page.context().newPage()
  await other.evaluate((html) => {
    const shown = document.createElement('iframe')
    shown.srcdoc = html
    document.body.append(shown)
  }, HOSTILE)
  await expect.poll(() => mark(other)).toBeDefined()
  await other.close()
  await besideButton(page).click()
})
