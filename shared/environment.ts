/** What a variable of the environment is when it is not set, where more than the server reads it. */
export const DEFAULTS = {
  SITE_ENV: 'local',
  PORT: 4321,
  BUILD_DIR: 'dist',
  DATA_DIR: '.data',
} as const

/** The kinds of site that `SITE_ENV` names. */
export const SITE_ENVS = ['local', 'staging', 'production'] as const
export type SiteEnv = (typeof SITE_ENVS)[number]

/** Says nothing about the provider. */
const PAYPAL_OPTION = 'PAYPAL_TIMEOUT_MS'

/**
 * Whether the environment names the payment provider: then the stand-in's variables are not mixed with it. One variable is enough:
 * what is missing then is refused by the site (OPS-01).
 */
export const namesPayments = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  Object.entries(environment).some(
    ([name, value]) =>
      name.startsWith('PAYPAL_') && name !== PAYPAL_OPTION && (value?.trim() ?? '') !== '',
  )
