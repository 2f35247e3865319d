import {
  DATABASE_VARIABLES,
  type DatabaseEnv,
  databaseEnvOf,
} from '#core/server/config/database-env.ts'
import { type Env, EnvironmentError } from '#core/server/config/env.ts'
import { contradictions, parse, type Source } from '#core/server/config/env-variables.ts'

/** What the commands about results need: database and keys. */
export type ResultsEnv = DatabaseEnv & Pick<Env, 'keys'>

/**
 * Reads only the variables of the commands about results. Pure.
 * @throws EnvironmentError with every fault.
 */
export function resultsEnv(source: Source): ResultsEnv {
  const { values, faults } = parse(source, [...DATABASE_VARIABLES, 'DATA_KEYS', 'LOOKUP_KEY'])
  const all = [...faults, ...contradictions(source, values)]
  if (all.length > 0) throw new EnvironmentError(all)
  return {
    ...databaseEnvOf(values),
    keys: { data: values.DATA_KEYS, lookup: values.LOOKUP_KEY },
  }
}
