import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { changeProfile } from '#account/server/database/profiles.ts'
import { checkKeys } from '#app/commands/check-keys.ts'
import type { Keys } from '#core/server/config/env.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'

const dataKey = (id: string) => ({ id, key: randomBytes(32) })
const [k1, k2, k3] = [dataKey('k1'), dataKey('k2'), dataKey('k3')]
const lookup = randomBytes(32)
const keys = (...data: Keys['data']): Keys => ({ data, lookup })
const GOOD = { faults: [], missing: [] }

const opened: TestDatabase[] = []
let test: TestDatabase

beforeEach(async () => {
  test = await testDatabase()
  opened.push(test)
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

const check = (configured: Keys) => checkKeys(test.database, configured)

/** A patient whose NHS number is encrypted with these keys, without a check of the keys. */
async function patientBefore(configured: Keys): Promise<void> {
  const userId = randomUUID()
  await buildProfile(test.database, { user_id: userId })
  await changeProfile(test.database, createSealer(configured), userId, { nhsNumber: '9434765919' })
}

describe('the keys at a start', () => {
  it('OPS-01 are accepted when new, again, rotated, and when the oldest is gone', async () => {
    expect(await check(keys(k1))).toEqual(GOOD)
    expect(await check(keys(k1))).toEqual(GOOD)
    expect(await check(keys(k2, k1))).toEqual(GOOD)
    expect(await check(keys(k2))).toEqual({ faults: [], missing: ['k1'] })
  })

  it('OPS-01 are refused when another key has the name of a former one', async () => {
    await check(keys(k1))
    const { faults } = await check(keys(dataKey('k1')))
    expect(faults).toEqual([
      'The key \'k1\' of DATA_KEYS is not the one that this database was used with. Configure the keys that were used with this database before. "npm start" keeps them in keys.json of its data directory.',
    ])
    // A fault changes nothing: the former keys are still accepted.
    expect(await check(keys(k1))).toEqual(GOOD)
  })

  it('OPS-01 are refused when none of the former keys is there, and a retired one may not come back as another', async () => {
    await check(keys(k1))
    const { faults } = await check(keys(k3))
    expect(faults.join()).toContain('DATA_KEYS lacks the keys of this database (k1).')
    await check(keys(k2, k1))
    expect((await check(keys(k2, dataKey('k1')))).faults.join()).toContain("The key 'k1'")
  })

  it('OPS-01 a wrong LOOKUP_KEY is refused', async () => {
    await check(keys(k1))
    const { faults } = await check({ data: [k1], lookup: randomBytes(32) })
    expect(faults.join()).toContain('LOOKUP_KEY is not the one')
  })

  it('OPS-01 are compared with encrypted data of before the check existed', async () => {
    await patientBefore(keys(k1))
    const { faults } = await check(keys(dataKey('k1')))
    expect(faults.join()).toContain("DATA_KEYS cannot open this database's data.")
    expect(await check(keys(k1))).toEqual(GOOD)
  })

  it('OPS-01 of two processes that start together with different keys, one is refused', async () => {
    const reports = await Promise.all([
      checkKeys(test.open({ poolMax: 1 }), keys(k1)),
      checkKeys(test.open({ poolMax: 1 }), keys(dataKey('k1'))),
    ])
    expect(reports.map(({ faults }) => faults.length).sort()).toEqual([0, 1])
  })

  it('OPS-01 the check values contain neither a key nor the constant', async () => {
    await check(keys(k1))
    const { rows } = await test.database.query<{ check_value: Buffer }>(
      'select check_value from app.key_checks',
    )
    expect(rows).toHaveLength(2)
    for (const { check_value: value } of rows) {
      for (const secret of [k1.key, lookup, Buffer.from('halyard key check')]) {
        expect(value.includes(secret)).toBe(false)
      }
    }
  })
})
