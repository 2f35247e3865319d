import { createClient, type SanityClient } from '@sanity/client'
import { localKeys } from '#local/runtime/keys.ts'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'
import { LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'
import { addresses, dataDir } from '#tests/e2e/support/site.ts'

/** Sanity's client on the lake under test, with all permissions. */
export function lakeClient(): SanityClient {
  const { lakeToken } = localKeys(dataDir())
  return createClient({
    projectId: LAKE_PROJECT_ID,
    dataset: 'production',
    apiVersion: SANITY_API_VERSION,
    apiHost: addresses().lake,
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    token: lakeToken,
  })
}
