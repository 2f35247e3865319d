import { Pool } from 'pg'
import { connectionOf } from '../../shared/node/database-address.ts'
import { startLite } from './lite.ts'
import { createProviderRoles } from './roles.ts'

/** Creates what the auth stand-in keeps in the database, as its start does. */
export async function prepareAuth(url: string): Promise<void> {
  const pool = new Pool({ ...connectionOf({ url }), max: 1 })
  await createProviderRoles(pool)
  await pool.end()
  const keys = { jwtSecret: 'x'.repeat(32), publishableKey: 'x', secretKey: 'x' }
  const mailer = { send: () => Promise.resolve() }
  const lite = await startLite({ url }, 'http://localhost', keys, mailer)
  await lite.close()
}
