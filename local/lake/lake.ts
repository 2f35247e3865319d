import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../../shared/node/atomic-file.ts'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '../../shared/stand-in-lake.ts'
import { openAccounts, type Passwords } from './accounts.ts'
import type { Assets } from './assets/serve.ts'
import type { LakeDocument } from './document.ts'
import { type Views, viewsOf } from './perspective.ts'
import { Store } from './store.ts'

/** Dependencies of the request handlers. */
export type Lake = {
  projectId: string
  dataset: string
  token: string
  assets: Assets
  /** The folder of the built Studio; it may not exist yet. */
  studioDir: string | undefined
  /** The site, whose pages the Studio shows beside its forms. */
  siteUrl: string | undefined
  origin: string
  store: Store
  views: Views
  accounts: ReturnType<typeof openAccounts>
  /** The Studio's settings per user. */
  keyValues: ReturnType<typeof openKeyValues>
  now: () => Date
}

type LakeOptions = {
  dir: string
  token: string
  passwords?: Passwords
  studioDir?: string | undefined
  siteUrl?: string | undefined
  now?: () => Date
}

/** Opens the dataset in a folder and replays its log. `origin` is empty until the server listens. */
export function openLake({
  dir,
  token,
  passwords = {},
  studioDir,
  siteUrl,
  now = () => new Date(),
}: LakeOptions): Lake {
  const store = new Store(join(dir, LAKE_DATASET), (document) => withAddress(document, lake.origin))
  const lake: Lake = {
    projectId: LAKE_PROJECT_ID,
    dataset: LAKE_DATASET,
    token,
    assets: { uploads: join(dir, 'assets'), transformed: join(dir, 'transformed') },
    studioDir,
    siteUrl,
    origin: '',
    store,
    views: viewsOf(store),
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

/** Settings that the Studio stores per user: recent searches, sort orders, dismissed hints. */
function openKeyValues(file: string) {
  const entries = new Map<string, unknown>(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, unknown][]) : [],
  )
  return {
    get: (user: string, key: string) => entries.get(`${user} ${key}`) ?? null,
    set(user: string, pairs: readonly { key: string; value: unknown }[]) {
      for (const { key, value } of pairs) entries.set(`${user} ${key}`, value)
      writeAtomically(file, JSON.stringify([...entries]))
    },
  }
}
