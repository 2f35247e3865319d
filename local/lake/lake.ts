import { join } from 'node:path'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '../../shared/stand-in-lake.ts'
import { openAccounts, type Passwords } from './accounts.ts'
import { ImageCache } from './assets/cache.ts'
import type { Images } from './assets/serve.ts'
import type { LakeDocument } from './document.ts'
import { Gate } from './gate.ts'
import { type KeyValues, openKeyValues } from './key-values.ts'
import { IMAGE_LIMITS, type ImageLimits, type QUERY_LIMITS } from './limits.ts'
import { openQueries, type Queries } from './queries/queries.ts'
import { Store } from './store.ts'

/** Dependencies of the request handlers. */
export type Lake = {
  projectId: string
  dataset: string
  token: string
  images: Images
  /** The folder of the built Studio; it may not exist yet. */
  studioDir: string | undefined
  /** The site, whose pages the Studio shows beside its forms. */
  siteUrl: string | undefined
  origin: string
  store: Store
  queries: Queries
  accounts: ReturnType<typeof openAccounts>
  /** The Studio's settings per user. */
  keyValues: KeyValues
  now: () => Date
}

type LakeOptions = {
  dir: string
  token: string
  passwords?: Passwords
  studioDir?: string | undefined
  siteUrl?: string | undefined
  now?: () => Date
  queryLimits?: typeof QUERY_LIMITS
  imageLimits?: ImageLimits
}

/** Opens the dataset in a folder and replays its log. `origin` is empty until the server listens. */
export function openLake({
  dir,
  token,
  passwords = {},
  studioDir,
  siteUrl,
  now = () => new Date(),
  queryLimits,
  imageLimits = IMAGE_LIMITS,
}: LakeOptions): Lake {
  const store = new Store(join(dir, LAKE_DATASET), (document) => withAddress(document, lake.origin))
  const lake: Lake = {
    projectId: LAKE_PROJECT_ID,
    dataset: LAKE_DATASET,
    token,
    images: {
      assetDir: join(dir, 'assets'),
      cache: new ImageCache(join(dir, 'transformed'), imageLimits),
      gate: new Gate(imageLimits),
      limits: imageLimits,
    },
    studioDir,
    siteUrl,
    origin: '',
    store,
    queries: openQueries(store, queryLimits),
    accounts: openAccounts(token, passwords, now),
    keyValues: openKeyValues(join(dir, 'settings.json')),
    now,
  }
  return lake
}

/** Adds an asset's absolute URL on reading, so that it is right after the lake's port has changed. */
function withAddress(document: LakeDocument, origin: string): LakeDocument {
  const isAsset = document._type === 'sanity.imageAsset' || document._type === 'sanity.fileAsset'
  return isAsset ? { ...document, url: `${origin}/${String(document['path'])}` } : document
}
