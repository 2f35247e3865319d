import { expect } from '@playwright/test'
import { lakeClient } from '#tests/e2e/support/lake.ts'
import { addresses, importEvent } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

/** Long, because another build may be running when this one is requested, and builds have the lowest priority. */
const WITHIN = { timeout: 300_000 }

const textOf = async (path: string) => await (await fetch(addresses().site + path)).text()

test('CMS-01 SITE-17 a changed document appears on pre-rendered and on-demand pages, and in the search, without a command', async () => {
  test.slow()
  const client = lakeClient()
  const event = await importEvent()
  const before = await client.fetch<{ tagline: string; homeDescription: string }>(
    '*[_id == "siteSettings"][0]{tagline, homeDescription}',
  )
  const tagline = `Checked together, ${Date.now()}`
  const homeDescription = 'Screening near the lighthouse of Quendale.'
  expect(await textOf('/search?q=quendale')).toContain('Nothing found')
  await client.patch('siteSettings').set({ tagline, homeDescription }).commit()
  try {
    await expect.poll(() => textOf('/about-us'), WITHIN).toContain(tagline)
    expect(await textOf(`/event/${event.id}`)).toContain(tagline)
    expect(await textOf('/no-such-page')).toContain(tagline)
    expect(await textOf('/search?q=quendale')).toContain(homeDescription)
  } finally {
    await client.patch('siteSettings').set(before).commit()
    await expect.poll(() => textOf('/about-us'), WITHIN).not.toContain(tagline)
  }
})
