import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { parseEnv } from 'node:util'
import { bundleServer } from './server-bundle.ts'

/** As astro.config.mjs: the environment first, then .env. */
function buildDir(): string {
  const given = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  return realpathSync(process.env['BUILD_DIR'] ?? given['BUILD_DIR'] ?? 'dist')
}

await bundleServer(resolve(import.meta.dirname, '..'), buildDir())
