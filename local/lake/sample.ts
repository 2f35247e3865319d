import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../shared/node/atomic-file.ts'
import type { Lake } from './lake.ts'

type Progress = 'loading' | 'loaded'

/**
 * Fills an empty dataset from a folder in Sanity's export layout, by Sanity's own importer over our own address.
 * An import that a crash cut short is begun again; a dataset that somebody filled is never touched.
 */
export async function loadSampleOnce(lake: Lake, folder: string, dir: string): Promise<void> {
  const marker = join(dir, 'sample.json')
  const progress = existsSync(marker) ? (JSON.parse(readFileSync(marker, 'utf8')) as Progress) : ''
  if (progress === 'loaded' || (progress === '' && !lake.store.isEmpty)) return
  writeAtomically(marker, JSON.stringify('loading' satisfies Progress))
  // Needed once in the life of a lake; loading them takes longer than all the rest of a start.
  const { createClient } = await import('@sanity/client')
  const { sanityImport } = await import('@sanity/import')
  const client = createClient({
    projectId: lake.projectId,
    dataset: lake.dataset,
    apiHost: lake.origin,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: '2026-11-01',
    token: lake.token,
  })
  await sanityImport(folder, { client, operation: 'createOrReplace' })
  writeAtomically(marker, JSON.stringify('loaded' satisfies Progress))
}
