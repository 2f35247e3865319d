import { existsSync } from 'node:fs'
import { countOf } from '#domain/texts/count.ts'
import { databaseEnv } from '#server/config/command-env.ts'
import { EnvironmentError } from '#server/config/env.ts'
import { DatabaseRefused } from '#server/database/connection.ts'
import { MigrationError, migrate } from '#server/database/migrations.ts'

/** `npm run migrate`: brings DATABASE_URL to the tables and routines of this release. Nothing else migrates a hosted database. */
if (existsSync('.env')) process.loadEnvFile('.env')
try {
  const { databaseUrl, databaseTls } = databaseEnv(process.env)
  const applied = await migrate(databaseUrl, {
    tls: databaseTls,
    onApplied: (file) => console.log(`applied ${file}`),
  })
  console.log(
    applied.length === 0
      ? 'The database is up to date.'
      : `${countOf(applied.length, 'file')} applied.`,
  )
} catch (error) {
  const text = error instanceof Error ? error.message : String(error)
  const isOurs = [EnvironmentError, DatabaseRefused, MigrationError].some(
    (kind) => error instanceof kind,
  )
  console.error(isOurs ? text : `The next migration changed nothing: ${text}`)
  process.exitCode = 1
}
