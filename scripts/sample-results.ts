import { readFileSync, writeFileSync } from 'node:fs'
import { resultsEnv } from '#core/server/config/results-env.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { Refusal, runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { createClinic } from './operator/sample-clinic.ts'
import { fileToTry, readClinics } from './operator/sample-files.ts'

/*
 * Plays the past clinics of a file of local/samples/results.ts: each step at its own time, by the operations of the commands. Writes a
 * laboratory file for the tubes that have no result, to try the commands with. For `npm start` only.
 */
runCommand(async () => {
  const [file, toTry] = process.argv.slice(2)
  const source = operatorEnvironment()
  if (file === undefined || toTry === undefined || source['NODE_ENV'] === 'production') {
    throw new Refusal('Samples are for npm start only.')
  }
  const { keys, databaseUrl, databaseTls } = resultsEnv(source)
  const site = { databaseUrl, databaseTls, sealer: createSealer(keys) }
  const missing = []
  for (const clinic of readClinics(readFileSync(file, 'utf8'))) {
    missing.push(...(await createClinic(site, clinic)))
  }
  if (missing.length > 0) writeFileSync(toTry, fileToTry(missing), { mode: 0o600 })
  return ''
})
