import { existsSync } from 'node:fs'
import { databaseEnv, EnvironmentError } from '#server/config/env.ts'
import { migrate } from '#server/database/migrations.ts'

/** `npm run migrate`: brings the database that DATABASE_URL names up to date. Nothing else ever migrates a hosted database. */
if (existsSync('.env')) process.loadEnvFile('.env')
try {
  const applied = await migrate(databaseEnv(process.env).databaseUrl)
  for (const file of applied) console.log(`applied ${file}`)
  console.log(applied.length === 0 ? 'The database is up to date.' : 'Done.')
} catch (error) {
  const text = error instanceof Error ? error.message : String(error)
  console.error(error instanceof EnvironmentError ? text : `Nothing was changed: ${text}`)
  process.exitCode = 1
}
