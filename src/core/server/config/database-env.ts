import { type DatabaseTls, faultsOfAddress } from '#shared/node/database-address.ts'

/** What the commands need to connect, by the names of the server's configuration. */
export type DatabaseEnv = {
  readonly databaseUrl: string
  readonly databaseTls: DatabaseTls
  readonly clockOffsetSeconds: number
}

type Values = {
  readonly DATABASE_URL: string
  readonly DATABASE_CA?: string | undefined
  readonly DATABASE_TLS?: 'on' | 'off' | undefined
  readonly CLOCK_OFFSET_SECONDS: number
}

/** The variables of a connection. NODE_ENV decides what is refused. */
export const DATABASE_VARIABLES = [
  'NODE_ENV',
  'DATABASE_URL',
  'DATABASE_CA',
  'DATABASE_TLS',
  'CLOCK_OFFSET_SECONDS',
] as const

const tlsOf = ({ DATABASE_CA: ca, DATABASE_TLS: mode }: Partial<Values>): DatabaseTls => ({
  ca,
  mode,
})

/** The connection that the variables describe. Pure. */
export const databaseEnvOf = (values: Values): DatabaseEnv => ({
  databaseUrl: values.DATABASE_URL,
  databaseTls: tlsOf(values),
  clockOffsetSeconds: values.CLOCK_OFFSET_SECONDS,
})

/** Faults of the variables together; each is valid alone. Pure. */
export const faultsOfDatabase = (values: Partial<Values>): string[] =>
  values.DATABASE_URL === undefined
    ? []
    : faultsOfAddress({ url: values.DATABASE_URL, tls: tlsOf(values) })
