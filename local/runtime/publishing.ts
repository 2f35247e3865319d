import { rmSync } from 'node:fs'
import { CONTENT_WEBHOOK_PATH } from '../../shared/content-lake.ts'
import { deliveryRecordFile } from '../lake/delivery-record.ts'
import { readStamp } from './build.ts'
import type { Environment } from './child.ts'
import { buildFolder, hasReleases, lakeFolder } from './folders.ts'
import type { LocalKeys } from './keys.ts'
import type { Settings } from './settings.ts'

/**
 * The lake's environment for its webhook. The lake records the last revision that the site accepted; if the releases
 * built from it are gone, that record is deleted, and the revision of the first build counts instead.
 */
export function webhookEnv(settings: Settings, { webhookSecret }: LocalKeys): Environment {
  if (!hasReleases(settings)) rmSync(deliveryRecordFile(lakeFolder(settings)), { force: true })
  return {
    LAKE_WEBHOOK_URL: new URL(`/api${CONTENT_WEBHOOK_PATH}`, settings.siteUrl).href,
    LAKE_WEBHOOK_SECRET: webhookSecret,
    LAKE_BUILT_REVISION: readStamp(buildFolder(settings))?.content,
  }
}
