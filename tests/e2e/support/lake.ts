import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'
import { addresses, dataDir } from '#tests/e2e/support/site.ts'

/** Sanity's client on the lake under test, with all permissions. */
export function lakeClient(): SanityClient {
  const { lakeToken } = JSON.parse(readFileSync(join(dataDir(), 'keys.json'), 'utf8')) as {
    lakeToken: string
  }
  return createClient({
    projectId: 'halyard0',
    dataset: 'production',
    apiVersion: SANITY_API_VERSION,
    apiHost: addresses().lake,
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    token: lakeToken,
  })
}
