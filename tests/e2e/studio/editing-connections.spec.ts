import { join } from 'node:path'
import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { EDITOR_EMAIL } from '#local/lake/accounts.ts'
import {
  firstLoad,
  openForm,
  signInByRequest,
  stored,
  test,
  untilStudioIsBuilt,
} from '#tests/e2e/studio/desk.ts'
import { headline } from '#tests/e2e/studio/writing.ts'
import { dataDir } from '#tests/e2e/support/site.ts'
import { startLakeProcess } from '#tests/integration/lake/lake-process.ts'

const ENTRY = { _id: 'e2e-connection', title: 'An entry' }
const PASSWORD = 'only-for-this-lake'

/** Writes as an editor does who looks: while the Studio connects again, its fields take nothing for a moment. */
async function write(page: Page, text: string): Promise<void> {
  const attempt = async () => {
    await headline(page).fill(text)
    await expect(headline(page)).toHaveValue(text, { timeout: 1_000 })
  }
  await expect(attempt).toPass(firstLoad)
}

/** Against a lake of the test's own, which it may kill; the Studio is the same built one. */
test.describe('the Studio while connections drop', () => {
  test.beforeAll('the Studio is built in the background', async ({ request }) => {
    test.setTimeout(240_000)
    await untilStudioIsBuilt(request)
  })

  test('CMS-02 connections drop and nothing typed is lost', async ({
    page,
    context,
    expectedErrors,
  }) => {
    test.setTimeout(180_000)
    expectedErrors.push(/net::ERR_|Failed to fetch|WebSocket connection to .* failed/)
    const dir = test.info().outputPath('lake')
    const start = (port = '0') =>
      startLakeProcess(dir, {
        LAKE_PORT: port,
        LAKE_STUDIO: join(dataDir(), 'studio'),
        STUDIO_PASSWORD: PASSWORD,
      })
    const first = await start()
    const { origin, client } = first
    await client.create({ ...ENTRY, _type: 'newsArticle', publishedOn: '2020-02-03' })
    const inLake = () => stored(client, `drafts.${ENTRY._id}`)
    const type = (text: string) => headline(page).pressSequentially(text, { delay: 20 })

    const listeners: WebSocketRoute[] = []
    await page.routeWebSocket('**/lake-listen', (socket) => {
      socket.connectToServer()
      listeners.push(socket)
    })
    await signInByRequest(context, { email: EDITOR_EMAIL, password: PASSWORD }, origin)
    await openForm(page, ENTRY, origin)
    await headline(page).press('End')

    await test.step('the socket of the listeners is closed', async () => {
      await type(', typed before')
      for (const socket of listeners.splice(0)) await socket.close()
      await expect.poll(() => listeners.length, firstLoad).toBeGreaterThan(0)
      await write(page, 'An entry, typed before and after')
      await expect.poll(inLake, firstLoad).toBe('An entry, typed before and after')
    })

    await test.step('the network is gone', async () => {
      await context.setOffline(true)
      await write(page, 'Written offline')
      await expect(page.getByTestId('pane-footer')).toContainText('Saving')
      expect(await inLake()).toBe('An entry, typed before and after')
      await context.setOffline(false)
      await expect.poll(inLake, firstLoad).toBe('Written offline')
    })

    await test.step('the lake is killed', async () => {
      await write(page, 'Typed')
      await expect.poll(inLake, firstLoad).toBe('Typed')
      await type(' while it')
      await first.kill()
      await expect(page.getByText('Trying to connect…')).toBeVisible()
      // Now the form takes nothing more, rather than lose it.
      await expect(headline(page)).not.toBeEditable()
      await expect(headline(page)).toHaveValue('Typed while it')
      const second = await start(new URL(origin).port)
      await expect(headline(page)).toBeEditable(firstLoad)
      await expect(page.getByText('Trying to connect…')).toBeHidden()
      // What was on its way when the lake died, one character or some, may be there twice (the Studio sends it anew
      // under another name), but never missing.
      const onceEach = async () => String(await inLake()).replace(/(.+)\1/g, '$1')
      await expect.poll(onceEach, firstLoad).toBe('Typed while it')
      const agree = async () => expect(await headline(page).inputValue()).toBe(await inLake())
      await expect(agree).toPass(firstLoad)
      await write(page, 'Typed while it was away')
      await expect.poll(inLake, firstLoad).toBe('Typed while it was away')
      await expect(page.getByTestId('pane-footer')).not.toContainText('Saving', firstLoad)
      await second.kill()
    })
  })
})
