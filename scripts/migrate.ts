import { existsSync } from 'node:fs'
import { databaseEnv } from '#core/server/config/command-env.ts'
import { EnvironmentError } from '#core/server/config/env.ts'
import { DatabaseRefused } from '#core/server/database/connection.ts'
import { MigrationError, migrate } from '#core/server/database/migrations.ts'
import { countOf } from '#core/texts/count.ts'

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
