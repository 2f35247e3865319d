import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createClient, type SanityClient } from '@sanity/client'
import { addresses, dataDir, importEvent } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

/** Other tests build at the same time. */
const WITHIN = { timeout: 100_000 }

/** Whoever writes content without the Studio: a script, an import. */
function tokenClient(): SanityClient {
  const { lakeToken: token } = JSON.parse(
    readFileSync(join(dataDir(), 'keys.json'), 'utf8'),
  ) as Record<'lakeToken', string>
  return createClient({
    projectId: 'halyard0',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: addresses().lake,
    useProjectHostname: false,
    useCdn: false,
    token,
  })
}

const textOf = async (path: string) => await (await fetch(addresses().site + path)).text()

test('CMS-01 a document changed in the lake stands on every page, written before or on demand, and nobody has run a command', async () => {
  test.slow()
  const client = tokenClient()
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
