import {
  DATABASE_VARIABLES,
  type DatabaseEnv,
  databaseEnvOf,
} from '#core/server/config/database-env.ts'
import { type Env, EnvironmentError } from '#core/server/config/env.ts'
import { contradictions, parse, type Source } from '#core/server/config/env-variables.ts'

/** What the commands about patients need: database, keys and the identity provider. */
export type PatientsEnv = DatabaseEnv & Pick<Env, 'keys' | 'supabase'>

/**
 * Reads only the variables of the commands about patients. Pure.
 * @throws EnvironmentError with every fault.
 */
export function patientsEnv(source: Source): PatientsEnv {
  const { values, faults } = parse(source, [
    ...DATABASE_VARIABLES,
    'SUPABASE_URL',
    'SUPABASE_PUBLISHABLE_KEY',
    'SUPABASE_SECRET_KEY',
    'SUPABASE_TIMEOUT_MS',
    'DATA_KEYS',
    'LOOKUP_KEY',
  ])
  const all = [...faults, ...contradictions(source, values)]
  if (all.length > 0) throw new EnvironmentError(all)
  return {
    ...databaseEnvOf(values),
    keys: { data: values.DATA_KEYS, lookup: values.LOOKUP_KEY },
    supabase: {
      url: values.SUPABASE_URL,
      publishableKey: values.SUPABASE_PUBLISHABLE_KEY,
      secretKey: values.SUPABASE_SECRET_KEY,
      timeoutMs: values.SUPABASE_TIMEOUT_MS,
    },
  }
}

/**
 * Only the keys. Pure.
 * @throws EnvironmentError when one is missing or malformed.
 */
export function keysEnv(source: Source): Env['keys'] {
  const { values, faults } = parse(source, ['DATA_KEYS', 'LOOKUP_KEY'])
  if (faults.length > 0) throw new EnvironmentError(faults)
  return { data: values.DATA_KEYS, lookup: values.LOOKUP_KEY }
}
