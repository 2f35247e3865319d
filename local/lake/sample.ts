import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import { writeAtomically } from '../../shared/node/atomic-file.ts'
import { fixedPlace } from '../../src/content/rules/fixed-documents.ts'
import { approvalId } from '../../src/content/rules/health-text.ts'
import type { LakeDocument } from './document.ts'
import type { Lake } from './lake.ts'
import { strongReferences } from './references.ts'

type Progress = 'loading' | 'loaded'

/**
 * Imports a folder in Sanity's export layout into an empty dataset, with Sanity's importer over HTTP. An import that a
 * crash interrupted is repeated. A dataset with a complete import only receives the fixed documents that it lacks, because
 * the site needs each of them and a later version of the sample may have more; a dataset with other content is never
 * changed. Returns the ids of the documents that were added to a complete import.
 */
export async function loadSample(lake: Lake, folder: string, dir: string): Promise<string[]> {
  const marker = join(dir, 'sample.json')
  const progress = existsSync(marker) ? (JSON.parse(readFileSync(marker, 'utf8')) as Progress) : ''
  if (progress === 'loaded' && !lake.store.isEmpty) return await addMissing(lake, folder)
  if (progress === '' && !lake.store.isEmpty) return []
  writeAtomically(marker, JSON.stringify('loading' satisfies Progress))
  await importInto(lake, folder, { operation: 'createOrReplace' })
  writeAtomically(marker, JSON.stringify('loaded' satisfies Progress))
  return []
}

/** Leaves out documents that have a draft, because an editor unpublished them, and those whose place another document fills. */
async function addMissing(lake: Lake, folder: string): Promise<string[]> {
  const { store } = lake
  const taken = new Set(store.documents().map(fixedPlace))
  const sample = readFileSync(join(folder, 'data.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LakeDocument)
  const missing = sample
    .filter((document) => isMissing(document, taken))
    .filter(({ _id }) => !(store.find(_id) || store.find(`drafts.${_id}`)))
    // A reference to a deleted document would make the import fail.
    .filter((document) => [...strongReferences(document)].every((id) => store.find(id)))
  if (missing.length === 0) return []
  // A health text that is needed and not approved would let the build fail.
  const approvals = new Set(missing.map(({ _id }) => approvalId(_id)))
  const added = [...missing, ...sample.filter(({ _id }) => approvals.has(_id))]
  await importInto(lake, added, { operation: 'createIfNotExists', assetsBase: folder })
  return added.map(({ _id }) => _id)
}

function isMissing(document: LakeDocument, taken: ReadonlySet<string | undefined>): boolean {
  const place = fixedPlace(document)
  return place !== undefined && !taken.has(place)
}

async function importInto(
  lake: Lake,
  source: string | LakeDocument[],
  options: { operation: 'createOrReplace' | 'createIfNotExists'; assetsBase?: string },
): Promise<void> {
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
  await sanityImport(source, { client, ...options })
}
