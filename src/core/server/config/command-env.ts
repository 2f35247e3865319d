import {
  DATABASE_VARIABLES,
  type DatabaseEnv,
  databaseEnvOf,
} from '#core/server/config/database-env.ts'
import {
  type ContentEnv,
  contentEnv,
  EnvironmentError,
  releasesDirOf,
} from '#core/server/config/env.ts'
import { contradictions, parse, type Source } from '#core/server/config/env-variables.ts'

/**
 * Only the folder of releases. Pure.
 * @throws EnvironmentError when a variable is malformed.
 */
export function releasesEnv(source: Source): { releasesDir: string } {
  const { values, faults } = parse(source, ['DATA_DIR', 'RELEASES_DIR'])
  if (faults.length > 0) throw new EnvironmentError(faults)
  return { releasesDir: releasesDirOf(values) }
}

/**
 * Only the access to the database, for operators' commands. Pure.
 * @throws EnvironmentError when a variable is missing or malformed.
 */
export function databaseEnv(source: Source): DatabaseEnv {
  const { values, faults } = parse(source, DATABASE_VARIABLES)
  const all = [...faults, ...contradictions(source, values)]
  if (all.length > 0) throw new EnvironmentError(all)
  return databaseEnvOf(values)
}

/**
 * Only the site's address, for links in what a command prints. Pure.
 * @throws EnvironmentError when it is missing or malformed.
 */
export function siteUrlEnv(source: Source): string {
  const { values, faults } = parse(source, ['SITE_URL'])
  if (faults.length > 0) throw new EnvironmentError(faults)
  return values.SITE_URL
}

/**
 * The access to content, and the Studio's address for links to documents. Pure.
 * @throws EnvironmentError when the project is missing or a variable is malformed.
 */
export function linksEnv(source: Source): { content: ContentEnv; studioUrl: string | undefined } {
  const { values, faults } = parse(source, ['STUDIO_URL'])
  if (faults.length > 0) throw new EnvironmentError(faults)
  return { content: contentEnv(source), studioUrl: values.STUDIO_URL }
}
