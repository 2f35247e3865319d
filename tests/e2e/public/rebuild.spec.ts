import { expect } from '@playwright/test'
import { lakeClient } from '#tests/e2e/support/lake.ts'
import { addresses, importEvent } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

/** Long, because another build may be running when this one is requested, and builds have the lowest priority. */
const WITHIN = { timeout: 300_000 }

const textOf = async (path: string) => await (await fetch(addresses().site + path)).text()

test('CMS-01 a changed document appears on pre-rendered and on-demand pages without a command', async () => {
  test.slow()
  const client = lakeClient()
  const event = await importEvent()
  const before = await client.fetch<string>('*[_id == "siteSettings"][0].tagline')
  const tagline = `Checked together, ${Date.now()}`
  await client.patch('siteSettings').set({ tagline }).commit()
  try {
    await expect.poll(() => textOf('/about-us'), WITHIN).toContain(tagline)
    expect(await textOf(`/event/${event.id}`)).toContain(tagline)
    expect(await textOf('/no-such-page')).toContain(tagline)
  } finally {
    await client.patch('siteSettings').set({ tagline: before }).commit()
    await expect.poll(() => textOf('/about-us'), WITHIN).not.toContain(tagline)
  }
})
