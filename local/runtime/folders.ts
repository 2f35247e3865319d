import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Settings } from './settings.ts'

/** The pages as `npm start` built them; what was published since lies in releases. */
export function buildFolder({ dataDir }: Settings): string {
  return join(dataDir, 'build')
}

/** Where the running server puts the builds that follow a publication. */
export function releasesFolder({ root, dataDir, given }: Settings): string {
  const named = given['RELEASES_DIR']
  return named === undefined ? join(dataDir, 'releases') : resolve(root, named)
}

/** What the server leaves there: which release is shown, and that something is still to be built. */
const TRACES = ['current', 'requested']

/** Whether the server has made something of what it was told, or is still about to. */
export function hasReleases(settings: Settings): boolean {
  return TRACES.some((name) => existsSync(join(releasesFolder(settings), name)))
}

/** Where the built Studio lies; the lake serves it. */
export function studioFolder({ dataDir }: Settings): string {
  return join(dataDir, 'studio')
}

export function lakeFolder({ dataDir }: Settings): string {
  return join(dataDir, 'lake')
}
