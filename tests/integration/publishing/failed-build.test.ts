import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeFolder, type Site, setContent, siteFolder, startSite, until } from './a-site.ts'
import type { Content } from './site-process.ts'

let folder: string
let site: Site

beforeAll(async () => {
  folder = siteFolder()
  // At its own pace: a case must not see the next try of the one before.
  site = await startSite(folder)
  await site.publish('good')
})
afterAll(async () => {
  await site.kill()
  removeFolder(folder)
})

const drafts = () => readdirSync(join(folder, 'releases')).filter((name) => /^\d{8}T/.test(name))

describe('a build that fails', () => {
  it.each<[string, Content['fault'], RegExp]>([
    ['the content is not complete', 'content', /"result":"failed"/],
    ['the program ends', 'crash', /"result":"retry"/],
    ['a fixed page is missing', 'missing-page', /the page \/news is missing/],
    ['a page has no heading', 'no-heading', /\/news has no heading/],
    ['pages have no policy', 'no-policy', /has no security policy/],
    ['a style is missing', 'missing-style', /style\.bad\.css answers 404/],
    ['the code is another', 'other-code', /the code has changed/],
  ])('CMS-04 leaves the live site as it was: %s', async (_, fault, said) => {
    const known = site.log().length
    setContent(folder, { version: 'bad', ...(fault && { fault }) })
    await site.notify()
    const log = await until(() => {
      const news = site.log().slice(known)
      return news.includes('publication ended') && news
    })
    expect(log).toMatch(said)
    expect(await site.shown()).toBe('good')
    expect((await site.get('/news/entry-good')).status).toBe(200)
    expect(drafts()).toHaveLength(1)
    // It is not forgotten: a restart tries again, and so does the next notice.
    expect(existsSync(join(folder, 'releases/requested'))).toBe(true)
  })
})
