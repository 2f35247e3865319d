import { rmSync } from 'node:fs'
import { deliveryRecordFile } from '../lake/delivery-record.ts'
import { readStamp } from './build.ts'
import type { Environment } from './child.ts'
import { buildFolder, hasReleases, lakeFolder } from './folders.ts'
import type { LocalKeys } from './keys.ts'
import type { Settings } from './settings.ts'

/**
 * What the lake tells the site of publications with. It remembers what it has told; but where nothing is left of what
 * the site made of that, the pages are as old as the build, whose revision counts then.
 */
export function webhookEnv(settings: Settings, { webhookSecret }: LocalKeys): Environment {
  if (!hasReleases(settings)) rmSync(deliveryRecordFile(lakeFolder(settings)), { force: true })
  return {
    LAKE_WEBHOOK_URL: new URL('/api/content-webhook', settings.siteUrl).href,
    LAKE_WEBHOOK_SECRET: webhookSecret,
    LAKE_BUILT_REVISION: readStamp(buildFolder(settings))?.content,
  }
}
