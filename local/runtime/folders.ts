import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { releasesFolderOf } from '../../shared/node/releases-folder.ts'
import type { Settings } from './settings.ts'

/** The pages as `npm start` built them; later publications are in the releases folder. */
export function buildFolder({ dataDir }: Settings): string {
  return join(dataDir, 'build')
}

/** The server's builds after publications. */
export function releasesFolder({ root, dataDir, given }: Settings): string {
  return resolve(root, releasesFolderOf(dataDir, given['RELEASES_DIR']))
}

/** The server's files there: the current release, and a build request. */
const RELEASE_FILES = ['current', 'requested']

/** Whether the server has built a release, or has a build to do. */
export function hasReleases(settings: Settings): boolean {
  return RELEASE_FILES.some((name) => existsSync(join(releasesFolder(settings), name)))
}

/** The built Studio, which the lake serves. */
export function studioFolder({ dataDir }: Settings): string {
  return join(dataDir, 'studio')
}

export function lakeFolder({ dataDir }: Settings): string {
  return join(dataDir, 'lake')
}
