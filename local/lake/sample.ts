import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import { writeAtomically } from '../../shared/node/atomic-file.ts'
import type { Lake } from './lake.ts'

type Progress = 'loading' | 'loaded'

/**
 * Imports a folder in Sanity's export layout into an empty dataset, with Sanity's importer over HTTP. An import that a
 * crash interrupted is repeated; a dataset with other content is never changed.
 */
export async function loadSampleOnce(lake: Lake, folder: string, dir: string): Promise<void> {
  const marker = join(dir, 'sample.json')
  const progress = existsSync(marker) ? (JSON.parse(readFileSync(marker, 'utf8')) as Progress) : ''
  if (progress === 'loaded' || (progress === '' && !lake.store.isEmpty)) return
  writeAtomically(marker, JSON.stringify('loading' satisfies Progress))
  // Imported on demand: needed once per dataset, and loading them takes longer than the rest of a start.
  const { createClient } = await import('@sanity/client')
  const { sanityImport } = await import('@sanity/import')
  const client = createClient({
    projectId: lake.projectId,
    dataset: lake.dataset,
    apiHost: lake.origin,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: SANITY_API_VERSION,
    token: lake.token,
  })
  await sanityImport(folder, { client, operation: 'createOrReplace' })
  writeAtomically(marker, JSON.stringify('loaded' satisfies Progress))
}
