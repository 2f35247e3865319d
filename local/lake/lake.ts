import { join } from 'node:path'
import type { LakeDocument } from './document.ts'
import { Store } from './store.ts'

export const LAKE_PROJECT_ID = 'halyard0'
export const LAKE_DATASET = 'production'

/** Everything a request handler needs: the dataset, where asset files lie, and the address we answer at. */
export type Lake = {
  projectId: string
  dataset: string
  token: string
  assetDir: string
  origin: string
  store: Store
  now: () => Date
}

type LakeOptions = { dir: string; token: string; now?: () => Date }

/** Opens the dataset in a folder, replaying what its log holds. `origin` is set once the server listens. */
export function openLake({ dir, token, now = () => new Date() }: LakeOptions): Lake {
  const lake: Lake = {
    projectId: LAKE_PROJECT_ID,
    dataset: LAKE_DATASET,
    token,
    assetDir: join(dir, 'assets'),
    origin: '',
    store: new Store(join(dir, LAKE_DATASET), (document) => withAddress(document, lake.origin)),
    now,
  }
  return lake
}

/** An asset's absolute address is made on reading, so that a moved lake still serves its pictures. */
function withAddress(document: LakeDocument, origin: string): LakeDocument {
  const isAsset = document._type === 'sanity.imageAsset' || document._type === 'sanity.fileAsset'
  return isAsset ? { ...document, url: `${origin}/${String(document['path'])}` } : document
}
