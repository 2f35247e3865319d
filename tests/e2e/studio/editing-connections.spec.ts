import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { draftOf, editorTest, firstLoad, openForm, stored, test } from '#tests/e2e/studio/desk.ts'
import { signInByRequest } from '#tests/e2e/studio/staff.ts'
import { startStudioLake } from '#tests/e2e/studio/studio-lake.ts'
import { headline } from '#tests/e2e/studio/writing.ts'

const ENTRY = { _id: 'e2e-connection', title: 'An entry' }

/** Fills the headline until it keeps the text: while the Studio reconnects, its fields are read-only for a moment. */
async function write(page: Page, text: string): Promise<void> {
  const attempt = async () => {
    await headline(page).fill(text)
    await expect(headline(page)).toHaveValue(text, { timeout: 1_000 })
  }
  await expect(attempt).toPass(firstLoad)
}

/** With a lake of its own, which the test ends and starts again. */
test.describe('the Studio while connections drop', () => {
  test('CMS-02 connections drop and nothing typed is lost', async ({
    page,
    context,
    lake: { accounts },
    expectedErrors,
  }) => {
    expectedErrors.push(/net::ERR_|Failed to fetch|WebSocket connection to .* failed/)
    const dir = test.info().outputPath('lake')
    const start = (port = '0') => startStudioLake(dir, port, accounts)
    const first = await start()
    const { origin, client } = first
    const lake = { origin, client, accounts }
    await client.create({ ...ENTRY, _type: 'newsArticle', publishedOn: '2020-02-03' })
    const inLake = () => stored(client, draftOf(ENTRY))
    const type = (text: string) => headline(page).pressSequentially(text, { delay: 20 })
    /** Another client's change reaches the form only over a listener that is connected and has read the document. */
    const expectConnected = async (title: string) => {
      await client.patch(draftOf(ENTRY)).set({ title }).commit()
      await expect(headline(page)).toHaveValue(title, firstLoad)
      await expect(headline(page)).toBeEditable(firstLoad)
    }

    const listeners: WebSocketRoute[] = []
    await page.routeWebSocket('**/lake-listen', (socket) => {
      socket.connectToServer()
      listeners.push(socket)
    })
    await signInByRequest(context, lake)
    await openForm(page, lake, ENTRY)
    await headline(page).press('End')

    await test.step('the WebSocket of the listeners is closed', async () => {
      await type(', typed before')
      for (const socket of listeners.splice(0)) await socket.close()
      await expect.poll(() => listeners.length, firstLoad).toBeGreaterThan(0)
      await write(page, 'An entry, typed before and after')
      await expect.poll(inLake, firstLoad).toBe('An entry, typed before and after')
      await expectConnected('Changed elsewhere')
    })

    await test.step('the browser is offline', async () => {
      await context.setOffline(true)
      await write(page, 'Written offline')
      await expect(page.getByTestId('pane-footer')).toContainText('Saving')
      expect(await inLake()).toBe('Changed elsewhere')
      await context.setOffline(false)
      await expect.poll(inLake, firstLoad).toBe('Written offline')
      await expectConnected('Changed elsewhere again')
    })

    await test.step('the lake ends while text is on its way', async () => {
      await write(page, 'Typed')
      await expect.poll(inLake, firstLoad).toBe('Typed')
      await headline(page).press('End')
      await type(' while it')
      await first.kill()
      await expect(page.getByText('Trying to connect…')).toBeVisible(firstLoad)
      // The form is read-only now, so that nothing more can be lost.
      await expect(headline(page)).not.toBeEditable()
      await expect(headline(page)).toHaveValue('Typed while it')
    })

    await test.step('the lake is back', async () => {
      const second = await start(new URL(origin).port)
      await expect(headline(page)).toBeEditable(firstLoad)
      await expect(page.getByText('Trying to connect…')).toBeHidden()
      await expect.poll(inLake, firstLoad).toBe('Typed while it')
      await expect(headline(page)).toHaveValue('Typed while it')
      await write(page, 'Typed while it was away')
      await expect.poll(inLake, firstLoad).toBe('Typed while it was away')
      await expect(page.getByTestId('pane-footer')).not.toContainText('Saving', firstLoad)
      await second.kill()
    })
  })
})

editorTest(
  'CMS-15 the connection is lost at the first key in a published entry with a picture',
  async ({ page, context, lake, client, entry, expectedErrors }) => {
    expectedErrors.push(/net::ERR_INTERNET_DISCONNECTED/)
    const image = await client.fetch('*[_type == "newsArticle" && defined(image.asset)][0].image')
    await client.patch(entry._id).set({ image }).commit()
    let lost = 0
    page.on('requestfailed', () => {
      lost += 1
    })
    await openForm(page, lake, entry)
    await context.setOffline(true)
    const noConnection = page.getByRole('alert').filter({ hasText: 'No connection since' })
    await headline(page).press('End')
    await headline(page).pressSequentially(', typed offline')
    await expect(noConnection).toContainText('What you have typed is kept in this tab')
    await expect(page.getByText('Website: up to date')).toBeHidden()
    // Sanity's client gives up after eleven attempts, and the form ends.
    await expect.poll(() => lost, firstLoad).toBeGreaterThan(11)
    await expect(headline(page)).toHaveValue(`${entry.title}, typed offline`)
    await context.setOffline(false)
    await expect(noConnection).toBeHidden()
    const inLake = () => stored(client, draftOf(entry))
    await expect.poll(inLake, firstLoad).toBe(`${entry.title}, typed offline`)
  },
)
