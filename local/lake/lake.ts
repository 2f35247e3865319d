import { join } from 'node:path'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '../../shared/stand-in-lake.ts'
import { ImageCache } from './assets/cache.ts'
import type { Images } from './assets/serve.ts'
import type { LakeDocument } from './document.ts'
import { Gate } from './gate.ts'
import { type KeyValues, openKeyValues } from './key-values.ts'
import { IMAGE_LIMITS, type ImageLimits, type QUERY_LIMITS } from './limits.ts'
import { openQueries, type Queries } from './queries/queries.ts'
import { openStaff, type Staff } from './staff.ts'
import type { StaffAccount } from './staff-file.ts'
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
  staff: Staff
  /** The Studio's settings per user. */
  keyValues: KeyValues
  /** Proxies in front whose X-Forwarded-For is trusted. */
  trustProxy: number
  now: () => Date
}

type LakeOptions = {
  dir: string
  token: string
  accounts?: readonly StaffAccount[]
  studioDir?: string | undefined
  siteUrl?: string | undefined
  now?: () => Date
  queryLimits?: typeof QUERY_LIMITS
  imageLimits?: ImageLimits
  trustProxy?: number
  /** scrypt's N of new password hashes. */
  passwordCost?: number
  /** Receives errors that are not returned to a request. */
  report?: (error: unknown) => void
}

/** Opens the dataset in a folder and replays its log. `origin` is empty until the server listens. */
export function openLake({
  dir,
  token,
  accounts = [],
  studioDir,
  siteUrl,
  now = () => new Date(),
  queryLimits,
  imageLimits = IMAGE_LIMITS,
  trustProxy = 0,
  passwordCost,
  report = () => undefined,
}: LakeOptions): Lake {
  const store = new Store(
    join(dir, LAKE_DATASET),
    (document) => withAddress(document, lake.origin),
    {
      report,
    },
  )
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
    staff: openStaff(dir, accounts, now, passwordCost),
    keyValues: openKeyValues(join(dir, 'settings.json')),
    trustProxy,
    now,
  }
  return lake
}

/** Adds an asset's absolute URL on reading, so that it is right after the lake's port has changed. */
function withAddress(document: LakeDocument, origin: string): LakeDocument {
  const isAsset = document._type === 'sanity.imageAsset' || document._type === 'sanity.fileAsset'
  return isAsset ? { ...document, url: `${origin}/${String(document['path'])}` } : document
}
