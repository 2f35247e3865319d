import { CONNECTION_NAME } from '#server/database/database.ts'

/** A statement that returns whether the site, or another command, is connected to this database: `running`. */
export const OTHER_CONNECTIONS = {
  name: 'other-connections',
  text: `select exists (select from pg_stat_activity
    where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()) as running`,
  values: [CONNECTION_NAME],
} as const

/** The refusal of a command that needs the site stopped. */
export const SITE_IS_RUNNING = 'The site is running on this database: stop it first.'
