import { expect } from '@playwright/test'
import { expectNoHorizontalScroll } from '#tests/e2e/public/support/checks.ts'
import { lakeClient } from '#tests/e2e/support/lake.ts'
import { addresses, importEvent } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

/** Long, because another build may be running when this one is requested, and builds have the lowest priority. */
const WITHIN = { timeout: 300_000 }

const textOf = async (path: string) => await (await fetch(addresses().site + path)).text()

test('CMS-01 SITE-17 SITE-20 a changed document appears on pre-rendered and on-demand pages, and in the search, without a command, an unlisted one in no list', async () => {
  test.slow()
  const client = lakeClient()
  const event = await importEvent()
  const before = await client.fetch<{ tagline: string; homeDescription: string }>(
    '*[_id == "siteSettings"][0]{tagline, homeDescription}',
  )
  const tagline = `Checked together, ${Date.now()}`
  const homeDescription = 'Screening near the lighthouse of Quendale.'
  expect(await textOf('/search?q=quendale')).toContain('Nothing found')
  const sharing = { title: 'Our cookies, briefly', description: 'Two of Quendale.' }
  const patch = client.transaction().patch('policy-cookies', { set: { sharing } })
  patch.patch('policy-accessibility', { set: { sharing: { hidden: true } } })
  await patch.patch('siteSettings', { set: { tagline, homeDescription } }).commit()
  try {
    await expect.poll(() => textOf('/about-us'), WITHIN).toContain(tagline)
    expect(await textOf(`/event/${event.id}`)).toContain(tagline)
    expect(await textOf('/no-such-page')).toContain(tagline)
    const found = await textOf('/search?q=quendale')
    expect(found).toContain(homeDescription)
    expect(found).toContain(sharing.title)
    const cookies = await textOf('/cookies')
    expect(cookies).toContain(`<title>${sharing.title} – `)
    expect(cookies).toContain(`<meta property="og:title" content="${sharing.title}">`)
    expect(cookies).toContain(`<meta name="description" content="${sharing.description}">`)
    const hidden = await textOf('/accessibility')
    expect(hidden).toContain('<meta name="robots" content="noindex">')
    expect(hidden).not.toContain('rel="canonical"')
    const sitemap = await textOf('/sitemap-pages.xml')
    expect(sitemap).toContain('/cookies</loc>')
    expect(sitemap).not.toContain('/accessibility</loc>')
    const [, listed = ''] = (await textOf('/search?q=accessibility%20statement')).split('<main')
    expect(listed.split('</main>')[0]).not.toContain('href="/accessibility"')
  } finally {
    const back = client.transaction().patch('siteSettings', { set: before })
    for (const id of ['policy-cookies', 'policy-accessibility'])
      back.patch(id, { unset: ['sharing'] })
    await back.commit()
    await expect.poll(() => textOf('/about-us'), WITHIN).not.toContain(tagline)
  }
})

test('SITE-19 CMS-08 a banner is on every page between its times, without a command', async ({
  page,
}) => {
  test.slow()
  const client = lakeClient()
  const event = await importEvent()
  const title = `Our phones are down, ${Date.now()}`
  const banner = { _id: 'e2e-banner', _type: 'banner', title }
  // Long enough for a build of a busy machine before its end, which is moved forward below.
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  await client.createOrReplace({ ...banner, unpublishAt: inAnHour })
  try {
    await expect.poll(() => textOf('/about-us'), WITHIN).toContain(title)
    for (const path of ['/', '/portal', '/book-event', '/search', `/event/${event.id}`])
      expect(await textOf(path), path).toContain(title)
    await page.goto('/about-us')
    const message = page.getByRole('complementary', { name: 'Important message' })
    await expect(message).toContainText(title)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    const unpublishAt = new Date(Date.now() + 20_000).toISOString()
    await client.createOrReplace({ ...banner, unpublishAt })
    await expect.poll(() => textOf('/about-us'), WITHIN).not.toContain(title)
    expect(Date.now()).toBeGreaterThan(Date.parse(unpublishAt))
    expect(await textOf(`/event/${event.id}`)).not.toContain(title)
  } finally {
    await client.delete('e2e-banner')
  }
})
