import { join } from 'node:path'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '../../shared/stand-in-lake.ts'
import type { LakeDocument } from './document.ts'
import { type KeyValues, openKeyValues } from './key-values.ts'
import { openStaff, type Staff, type StaffAccount } from './staff.ts'
import { Store } from './store.ts'

/** Everything a request handler needs: the dataset, its staff, where files lie, and the address we answer at. */
export type Lake = {
  projectId: string
  dataset: string
  token: string
  assetDir: string
  /** Transformed pictures, made anew when they are missing. */
  cacheDir: string
  /** The built Studio, if there is one. */
  studioDir: string | undefined
  origin: string
  store: Store
  staff: Staff
  /** Small settings that the Studio keeps for whoever is signed in. */
  keyValues: KeyValues
  now: () => Date
}

type LakeOptions = {
  dir: string
  token: string
  accounts?: readonly StaffAccount[]
  studioDir?: string | undefined
  now?: () => Date
}

/** Opens the dataset in a folder, replaying what its log holds. `origin` is set once the server listens. */
export function openLake({
  dir,
  token,
  accounts = [],
  studioDir,
  now = () => new Date(),
}: LakeOptions): Lake {
  const lake: Lake = {
    projectId: LAKE_PROJECT_ID,
    dataset: LAKE_DATASET,
    token,
    assetDir: join(dir, 'assets'),
    cacheDir: join(dir, 'transformed'),
    studioDir,
    origin: '',
    store: new Store(join(dir, LAKE_DATASET), (document) => withAddress(document, lake.origin)),
    staff: openStaff(dir, accounts, now),
    keyValues: openKeyValues(join(dir, 'settings.json')),
    now,
  }
  return lake
}

/** An asset's absolute address is made on reading, so that a moved lake still serves its pictures. */
function withAddress(document: LakeDocument, origin: string): LakeDocument {
  const isAsset = document._type === 'sanity.imageAsset' || document._type === 'sanity.fileAsset'
  return isAsset ? { ...document, url: `${origin}/${String(document['path'])}` } : document
}
