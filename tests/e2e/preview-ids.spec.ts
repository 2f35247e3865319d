import { expect } from '@playwright/test'
import { lakeClient } from '#tests/e2e/support/lake.ts'
import {
  type Draft,
  openPreview,
  paragraph,
  removeDrafts,
  store,
} from '#tests/e2e/support/preview.ts'
import { test } from '#tests/e2e/support/test.ts'

test.afterEach(removeDrafts)

test('CMS-21 CMS-05 SITE-13 an article whose address and headings are ids of the program repeats none, and its contents lead to its headings', async ({
  page,
}) => {
  const client = lakeClient()
  const published = await client.fetch<Draft>('*[_type == "infoArticle"][0]')
  const headings = ['Find near', 'Search', 'Contact', 'Contact', 'Contact 2', 'On this page']
  const body = headings.flatMap((text) => [paragraph(text, { style: 'h2' }), paragraph('Words.')])
  const repeatedIds = () =>
    page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
      return ids.filter((id, index) => ids.indexOf(id) < index)
    })
  for (const current of ['education', 'resources', 'constructor']) {
    const slug = { _type: 'slug', current }
    await store({ ...published, _id: `drafts.e2e-${current}`, title: current, slug, body })
  }
  await openPreview(page, '/information-hub')
  await expect(page.getByRole('link', { name: 'READ MORE about constructor' })).toBeVisible()
  expect(await repeatedIds()).toEqual([])
  await page.goto('/information-hub/education')
  await expect(page.getByRole('heading', { level: 1, name: 'education' })).toBeVisible()
  expect(await repeatedIds()).toEqual([])
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const leadTo = await links.evaluateAll((all: HTMLAnchorElement[]) =>
    all.map(({ hash }) => document.querySelector(hash)?.textContent),
  )
  expect(leadTo).toEqual(headings)
})
