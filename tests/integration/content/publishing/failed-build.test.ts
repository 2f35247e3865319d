import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Content } from './site-process.ts'
import { removeFolder, type Site, setContent, siteFolder, startSite, until } from './start-site.ts'

let folder: string
let site: Site

beforeAll(async () => {
  folder = siteFolder()
  // Timers run at normal speed: a case must not see the retry of the case before.
  site = await startSite(folder)
  await site.publish('good')
})
afterAll(async () => {
  await site.kill()
  removeFolder(folder)
})

const releases = () => readdirSync(join(folder, 'releases')).filter((name) => /^\d{8}T/.test(name))

describe('a build that fails', () => {
  it.each<[string, Content['fault'], RegExp]>([
    ['the content is incomplete', 'content', /"result":"failed"/],
    ['the build command fails', 'crash', /"result":"retry"/],
    ['a fixed page is missing', 'missing-page', /the page \/news is missing/],
    ['a page has no heading', 'no-heading', /\/news has no heading/],
    ['pages have no policy', 'no-policy', /has no security policy/],
    ['a style is missing', 'missing-style', /style\.bad\.css answers 404/],
    ['the code has changed', 'other-code', /the code has changed/],
  ])('CMS-04 does not change the live site: %s', async (_, fault, message) => {
    const logLength = site.log().length
    setContent(folder, { version: 'bad', ...(fault && { fault }) })
    await site.notify()
    const log = await until(() => {
      const added = site.log().slice(logLength)
      return added.includes('publication ended') && added
    })
    expect(log).toMatch(message)
    expect(await site.shown()).toBe('good')
    expect((await site.get('/news/entry-good')).status).toBe(200)
    expect(releases()).toHaveLength(1)
    // The request stays stored: a restart or the next notice builds again.
    expect(existsSync(join(folder, 'releases/requested'))).toBe(true)
  })
})
