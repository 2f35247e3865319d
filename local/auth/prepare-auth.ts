import { Pool } from 'pg'
import { startLite } from './lite.ts'
import { createProviderRoles } from './roles.ts'

/** Creates what the auth stand-in keeps in the database, as its start does. */
export async function prepareAuth(databaseUrl: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  await createProviderRoles(pool)
  await pool.end()
  const keys = { jwtSecret: 'x'.repeat(32), publishableKey: 'x', secretKey: 'x' }
  const mailer = { send: () => Promise.resolve() }
  const lite = await startLite(databaseUrl, 'http://localhost', keys, mailer)
  await lite.close()
}
