import { createClient } from '@sanity/client'
import {
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewSecret,
  validatePreviewUrl,
} from '@sanity/preview-url-secret'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clientFor,
  signedIn,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from './test-lake.ts'

let running: TestLake
let origin: string
let now: Date

beforeEach(async () => {
  now = new Date()
  running = await startTestLake(temporaryFolder(), () => now)
  origin = running.lake.origin
})
afterEach(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

/** The Studio's client: a cookie instead of a token. */
async function studioClient(role: 'editor' | 'viewer') {
  const headers = { cookie: await signedIn(origin, role), origin }
  return createClient({ ...clientFor(origin).config(), headers })
}

const makeSecret = async (role: 'editor' | 'viewer') =>
  await createPreviewSecret(await studioClient(role), 'halyard-studio', `${origin}/studio`)

/** The site's check of a preview secret. */
const validated = async (secret: string, token = TEST_TOKEN) => {
  const parameters = new URLSearchParams({
    [urlSearchParamPreviewSecret]: secret,
    [urlSearchParamPreviewPathname]: '/news/x',
  })
  const site = clientFor(origin, token).withConfig({ perspective: 'published' })
  return await validatePreviewUrl(site, `/preview/start?${parameters}`)
}

describe("the preview secret, with Sanity's library", () => {
  it('CMS-05 accepts a secret that an editor created in the Studio', async () => {
    const { secret } = await makeSecret('editor')
    expect(await validated(secret)).toMatchObject({
      isValid: true,
      redirectTo: '/news/x',
      studioOrigin: origin,
    })
    expect(await validated(`${secret}x`)).toMatchObject({ isValid: false })
  })

  it('CMS-05 expires after an hour, and the next new secret deletes it', async () => {
    const { secret } = await makeSecret('editor')
    now = new Date(now.getTime() + 3_600_000)
    expect(await validated(secret)).toMatchObject({ isValid: false })
    const { secret: next } = await makeSecret('editor')
    const query = '*[_type == "sanity.previewUrlSecret"]{secret}'
    expect(await clientFor(origin, TEST_TOKEN).fetch(query)).toEqual([{ secret: next }])
  })

  it('CMS-05 refuses creation by a viewer and reading without the token', async () => {
    // The library logs that it could not delete expired secrets.
    const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
    await expect(makeSecret('viewer')).rejects.toMatchObject({ statusCode: 403 })
    said.mockRestore()
    await makeSecret('editor')
    const query = '*[_type == "sanity.previewUrlSecret"]'
    expect(await clientFor(origin).fetch(query)).toEqual([])
  })
})

describe('the publishing status, for staff', () => {
  const status = { _id: 'site.publishing', _type: 'sitePublishing', state: 'building' } as const
  const QUERY = '*[_id == "site.publishing"]'

  it.each(['editor', 'viewer'] as const)(
    'CMS-01 is written by the site, and the %s can read it and listen to it',
    async (role) => {
      const site = clientFor(origin, TEST_TOKEN)
      const staff = await studioClient(role)
      const listening = staff.listen(QUERY, {}, { events: ['welcome', 'mutation'] })
      const heard = new Promise<unknown>((resolve) => {
        const subscription = listening.subscribe((event) => {
          if (event.type === 'welcome') void site.createOrReplace(status)
          if (event.type !== 'mutation') return
          subscription.unsubscribe()
          resolve(event.result)
        })
      })
      expect(await heard).toMatchObject(status)
      expect(await staff.fetch(QUERY)).toMatchObject([status])
      expect(await clientFor(origin).fetch(QUERY)).toEqual([])
      expect(await clientFor(origin).getDocument(status._id)).toBeUndefined()
    },
  )

  it('CMS-05 is not sent to an anonymous listener', async () => {
    const reader = (await fetch(`${origin}/v1/data/listen/production?query=*`)).body
      ?.pipeThrough(new TextDecoderStream())
      .getReader()
    const site = clientFor(origin, TEST_TOKEN)
    await site.createOrReplace(status)
    await site.create({ _id: 'seen', _type: 'note' })
    let text = ''
    while (!text.includes('event: mutation')) text += (await reader?.read())?.value ?? ''
    expect(text).not.toContain('publishing')
    await reader?.cancel()
  })
})
