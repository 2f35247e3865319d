import { existsSync } from 'node:fs'
import {
  listReleases,
  ReleaseError,
  requestBuild,
  rollBack,
  SHOW_WITHDRAWN,
} from '#content/server/publishing/releases/operations.ts'
import { releasesEnv } from '#core/server/config/command-env.ts'
import { EnvironmentError } from '#core/server/config/env.ts'

const USAGE = `npm run releases -- list        the stored releases and the current one
npm run releases -- rollback    switches to the previous release until the next publication; with
                                ${SHOW_WITHDRAWN} also when it shows documents that were withdrawn since
npm run releases -- build       builds the pages again, as after a publication`

/** `npm run releases`: lists, rolls back and rebuilds releases. It reads RELEASES_DIR and DATA_DIR. */
if (existsSync('.env')) process.loadEnvFile('.env')
try {
  const { releasesDir } = releasesEnv(process.env)
  const [command, ...more] = process.argv.slice(2)
  if (command === 'list') console.log(listReleases(releasesDir))
  else if (command === 'rollback') {
    const name = rollBack(releasesDir, { showWithdrawn: more.includes(SHOW_WITHDRAWN) })
    console.log(`${name} will be shown within a second. It stays until an editor publishes:
until then the website also does not follow 'Show from' and 'Show until'.`)
  } else if (command === 'build') {
    requestBuild(releasesDir)
    console.log('Build requested. A running site starts it within two seconds.')
  } else throw new ReleaseError(USAGE)
} catch (error) {
  const isOurs = error instanceof ReleaseError || error instanceof EnvironmentError
  console.error(isOurs ? error.message : String(error))
  process.exitCode = 1
}
