import { existsSync } from 'node:fs'
import { EnvironmentError, releasesEnv } from '#server/config/env.ts'
import { askForBuild, listReleases, ReleaseError, rollBack } from '#server/publishing/operations.ts'

const USAGE = `npm run releases -- list        what can be shown, and what is
npm run releases -- rollback    shows the release before; it stays until something is published
npm run releases -- build       makes the pages anew, as if something had been published`

/** `npm run releases`: what an operator does with published builds. It reads RELEASES_DIR and DATA_DIR. */
if (existsSync('.env')) process.loadEnvFile('.env')
try {
  const { releasesDir } = releasesEnv(process.env)
  const [command] = process.argv.slice(2)
  if (command === 'list') console.log(listReleases(releasesDir))
  else if (command === 'rollback') console.log(`${rollBack(releasesDir)} is shown within a second.`)
  else if (command === 'build') {
    askForBuild(releasesDir)
    console.log('Asked. A running site begins within a second or two.')
  } else throw new ReleaseError(USAGE)
} catch (error) {
  const isOurs = error instanceof ReleaseError || error instanceof EnvironmentError
  console.error(isOurs ? error.message : String(error))
  process.exitCode = 1
}
