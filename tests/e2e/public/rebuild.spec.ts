import { execFile } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { createClient } from '@sanity/client'
import { addresses, dataDir } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

const run = promisify(execFile)

test('CMS-01 a document changed in the lake and a build later, the page has changed', async () => {
  const keys = JSON.parse(readFileSync(join(dataDir(), 'keys.json'), 'utf8')) as {
    lakeToken: string
  }
  const client = createClient({
    projectId: 'halyard0',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: addresses().lake,
    useProjectHostname: false,
    useCdn: false,
    token: keys.lakeToken,
  })
  const before = await client.fetch<string>('*[_id == "siteSettings"][0].tagline')
  const tagline = `Checked together, ${Date.now()}`
  const folder = join(dataDir(), 'rebuild')
  // Its own folder with the pictures made so far: two builds never share a cache.
  cpSync(join(dataDir(), 'cache/astro'), join(folder, 'cache/astro'), { recursive: true })
  await client.patch('siteSettings').set({ tagline }).commit()
  try {
    await run(execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
      env: {
        ...env,
        DATA_DIR: folder,
        BUILD_DIR: join(folder, 'build'),
        SITE_URL: addresses().site,
        SANITY_PROJECT_ID: 'halyard0',
        SANITY_API_HOST: addresses().lake,
        ASTRO_TELEMETRY_DISABLED: '1',
      },
    })
    const page = readFileSync(join(folder, 'build/client/about-us/index.html'), 'utf8')
    expect(page).toContain(tagline)
  } finally {
    await client.patch('siteSettings').set({ tagline: before }).commit()
    rmSync(folder, { recursive: true, force: true })
  }
})
