import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = join(import.meta.dirname, '../../../package.json')

/** The version of this release. */
export const { version: VERSION } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }

/** Whether one version is newer than another; both as in package.json. */
export const isNewer = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) > 0
