import { existsSync } from 'node:fs'
import { countOf } from '#domain/texts/count.ts'
import { databaseEnv } from '#server/config/command-env.ts'
import { EnvironmentError } from '#server/config/env.ts'
import { migrate } from '#server/database/migrations.ts'

/** `npm run migrate`: applies the pending migrations to DATABASE_URL. Nothing else migrates a hosted database. */
if (existsSync('.env')) process.loadEnvFile('.env')
try {
  const applied = await migrate(databaseEnv(process.env).databaseUrl)
  for (const file of applied) console.log(`applied ${file}`)
  console.log(
    applied.length === 0
      ? 'The database is up to date.'
      : `${countOf(applied.length, 'migration')} applied.`,
  )
} catch (error) {
  const text = error instanceof Error ? error.message : String(error)
  console.error(error instanceof EnvironmentError ? text : `Nothing was changed: ${text}`)
  process.exitCode = 1
}
