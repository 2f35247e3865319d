import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { parseEnv } from 'node:util'
import { DEFAULTS } from '#shared/environment.ts'
import { bundleServer } from './server-bundle.ts'

/** As astro.config.mjs: the environment first, then .env. */
function buildDir(): string {
  const given = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  return realpathSync(process.env['BUILD_DIR'] ?? given['BUILD_DIR'] ?? DEFAULTS.BUILD_DIR)
}

await bundleServer(resolve(import.meta.dirname, '..'), buildDir())
