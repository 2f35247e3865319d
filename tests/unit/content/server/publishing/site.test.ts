import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSite } from '#app/http/site.ts'
import type { Wiring } from '#app/wiring.ts'
import { createLive } from '#content/server/publishing/releases/live.ts'
import { openBuild } from '#content/server/publishing/releases/open-build.ts'
import { contentGateway } from '#core/server/gateways/content.ts'
import { createGate } from '#core/server/http/gate.ts'
import { createLogger } from '#core/server/logger.ts'

const BUILD = {
  'build.json': JSON.stringify({
    id: 'first',
    environment: 'local',
    code: 'code',
    pages: [],
    files: [],
    documents: [],
  }),
  'site-settings.json': '{}',
  '_headers.json': '[]',
  'client/404.html': '<h1>Not found</h1>',
  'client/500.html': '<h1>Broken</h1>',
  'client/503/index.html': '<h1>Not available</h1>',
  'server/entry.mjs': 'export const handler = (request, response, next) => next()',
}
const logger = createLogger('silent')

let folder: string
let server: Server
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-studio-'))
  for (const [name, text] of Object.entries(BUILD)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

async function listen(started: Server): Promise<string> {
  server = started
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function site(studioUrl?: string) {
  const wiring = {
    services: {},
    api: {},
    gate: createGate(1_000),
    findSession: () => undefined,
  } as unknown as Wiring
  const live = createLive(openBuild(folder))
  const options = { live, siteUrl: 'https://www.halyard.example', trustProxy: 0, wiring, logger }
  return listen(createServer(await createSite({ ...options, studioUrl })))
}

describe('/studio', () => {
  it.each([
    ['/studio', ''],
    ['/studio/', '/'],
    ['/studio/structure/news;x?a=/b/', '/structure/news;x?a=/b/'],
    ['/studio?a', '?a'],
  ])('CMS-02 redirects to the Studio and keeps the rest of the URL: %s', async (path, rest) => {
    const origin = await site('https://studio.halyard.example/edit')
    const { status, headers } = await fetch(origin + path, { redirect: 'manual' })
    expect(status).toBe(302)
    expect(headers.get('location')).toBe(`https://studio.halyard.example/edit${rest}`)
  })

  it('answers 404 for /studios, and for /studio when no Studio is configured', async () => {
    const origin = await site('https://studio.halyard.example')
    expect((await fetch(`${origin}/studios`)).status).toBe(404)
    server.close()
    expect((await fetch(`${await site()}/studio`)).status).toBe(404)
  })
})

it('CMS-04 the server reads the charity’s details again after a publication', async () => {
  let requests = 0
  const lake = createServer((_, response) => {
    requests += 1
    const name = `Name ${requests}`
    const result = {
      charityName: name,
      product: name,
      bookingPhone: '',
      supportEmail: '',
      email: '',
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ result }))
  })
  const apiHost = await listen(lake)
  const content = contentGateway({ projectId: 'local0000', dataset: 'production', apiHost }, logger)
  const shownName = async () => (await content.charity()).charityName
  expect([await shownName(), await shownName()]).toEqual(['Name 1', 'Name 1'])
  content.clearCache()
  expect(await shownName()).toBe('Name 2')
})
