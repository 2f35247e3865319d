import { localKeys } from '#local/runtime/keys.ts'
import { createSealer } from '#server/security/seal.ts'
import { addresses, dataDir, sql } from '#tests/e2e/support/site.ts'
import {
  type BuiltResult,
  buildReleased,
  type TestResult,
} from '#tests/fixtures/released-result.ts'
import { openSqlDatabase, type SqlDatabase } from '#tests/fixtures/sql-database.ts'

/** The sealer of the site under test. */
export function siteSealer() {
  const { dataKeys, lookupKey } = localKeys(dataDir())
  const [id = '', key = ''] = dataKeys.split(':')
  return createSealer({
    data: [{ id, key: Buffer.from(key, 'base64') }],
    lookup: Buffer.from(lookupKey, 'base64'),
  })
}

/** Runs `work` on the database of the site under test. */
export async function onDatabase<Value>(
  work: (database: SqlDatabase) => Promise<Value>,
): Promise<Value> {
  const database = openSqlDatabase({ url: addresses().database, poolMax: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Results that the patient is shown, released in this order; the address counts as confirmed. */
export async function releaseResults(
  profileId: number,
  results: readonly Partial<TestResult>[],
): Promise<BuiltResult[]> {
  await confirmAddress(profileId)
  return onDatabase(async (database) => {
    const built: BuiltResult[] = []
    for (const result of results) {
      built.push(await buildReleased(database, siteSealer(), profileId, result))
    }
    return built
  })
}

export const confirmAddress = (profileId: number) =>
  sql('update app.profiles set is_verified = true where profile_id = $1', [profileId])
