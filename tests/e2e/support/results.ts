import { createSealer } from '#core/server/security/seal.ts'
import { localKeys } from '#local/runtime/keys.ts'
import { dataDir, siteDatabase, sql } from '#tests/e2e/support/site.ts'
import {
  type BuiltResult,
  buildReleased,
  type TestResult,
} from '#tests/fixtures/released-result.ts'

/** The sealer of the site under test. */
export function siteSealer() {
  const { dataKeys, lookupKey } = localKeys(dataDir())
  const [id = '', key = ''] = dataKeys.split(':')
  return createSealer({
    data: [{ id, key: Buffer.from(key, 'base64') }],
    lookup: Buffer.from(lookupKey, 'base64'),
  })
}

/** Results that the patient is shown, released in this order; the address counts as confirmed. */
export async function releaseResults(
  profileId: number,
  results: readonly Partial<TestResult>[],
): Promise<BuiltResult[]> {
  await confirmAddress(profileId)
  const built: BuiltResult[] = []
  for (const result of results) {
    built.push(await buildReleased(siteDatabase(), siteSealer(), profileId, result))
  }
  return built
}

export const confirmAddress = (profileId: number) =>
  sql('update app.profiles set is_verified = true where profile_id = $1', [profileId])
