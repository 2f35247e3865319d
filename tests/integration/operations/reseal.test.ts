import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { resealAll } from '#app/commands/reseal.ts'
import {
  listOutdated,
  replaceSealed,
  SEALED_TABLES,
  type SealedTable,
} from '#app/database/sealed-values.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { staffMember } from '#tests/fixtures/staff.ts'

const lookup = randomBytes(32)
const [k1, k2, k3] = ['k1', 'k2', 'k3'].map((id) => ({ id, key: randomBytes(32) })) as [
  { id: string; key: Buffer },
  { id: string; key: Buffer },
  { id: string; key: Buffer },
]
const sealerOf = (...data: (typeof k1)[]) => createSealer({ data, lookup })
const OPERATOR = 'Ada Quill'
/** Empty here; tests/integration/results/upkeep.test.ts and desk.test.ts fill them. */
const RESULTS = (Object.keys(SEALED_TABLES) as SealedTable[]).filter((name) => {
  return /^(desk_records|samples|lab_rows|lab_upload_pieces|results|gradings|deferrals|follow_up_notes)/.test(
    name,
  )
})
/** More than two batches of 500. */
const CONSENTS = 1200

const test = perFile(testDatabase)

const insertConsents = (profileId: number, ids: string[], sealed: Buffer[]) =>
  test.database.query(
    `${BY_HAND} insert into app.consents (consent_id, profile_id, test_on, text_version, text_hash, answers_sealed, agreed_at)
     select id, $1, '2026-11-22', '1.0', 'hash', sealed, now() from unnest($2::uuid[], $3::bytea[]) as v (id, sealed)`,
    [profileId, ids, sealed],
  )

/** Fills the tables with values encrypted under `k1`. */
async function fill(): Promise<Map<SealedTable, string[]>> {
  const sealer = sealerOf(k1)
  const users = [randomUUID(), randomUUID()]
  const consents = Array.from({ length: CONSENTS }, () => randomUUID())
  const enquiries = [randomUUID()]
  const codes = [randomUUID()]
  const sealedOf = (table: SealedTable, ids: string[]) =>
    ids.map((id) => sealer.seal(`text of ${id}`, SEALED_TABLES[table].contextOf(id)))
  const numbers = sealedOf('profiles', users)
  const profiles: number[] = []
  for (const [n, user_id] of users.entries()) {
    const nhs_number_sealed = numbers[n] ?? null
    profiles.push(await buildProfile(test.database, { user_id, nhs_number_sealed }))
  }
  await buildProfile(test.database)
  await insertConsents(profiles[0] ?? 0, consents, sealedOf('consents', consents))
  await test.database.query(
    `insert into app.enquiries (enquiry_id, content_sealed, received_at)
     select id, sealed, now() from unnest($1::uuid[], $2::bytea[]) as v (id, sealed)`,
    [enquiries, sealedOf('enquiries', enquiries)],
  )
  const event = await buildEvent(test.database, { is_private: true })
  await test.database.query(
    `insert into app.access_codes (code_id, event_id, label, code_sealed, code_lookup, created_at)
     select id, $1, 'x', sealed, 'x', now() from unnest($2::uuid[], $3::bytea[]) as v (id, sealed)`,
    [event, codes, sealedOf('access_codes', codes)],
  )
  const staff = await staffMember(test.database, ['administrator'])
  await test.database.query(
    `insert into app.staff_factors (user_id, secret_sealed) values ($1, $2)`,
    [staff.userId, sealedOf('staff_factors', [staff.userId])[0]],
  )
  return new Map<SealedTable, string[]>([
    ['profiles', users],
    ['consents', consents],
    ['enquiries', enquiries],
    ['access_codes', codes],
    ['staff_factors', [staff.userId]],
  ])
}

describe('a new encryption of the stored values', () => {
  it('OPS-06 continues after an interruption; afterwards the old key is not needed; it is recorded', async () => {
    const filled = await fill()
    const both = sealerOf(k2, k1)
    let left = 700
    const interrupted = {
      ...both,
      seal: (...args: Parameters<typeof both.seal>) => {
        left -= 1
        if (left < 0) throw new Error('interrupted')
        return both.seal(...args)
      },
    }
    const deps = { database: test.database, keyId: 'k2' }
    await expect(resealAll({ ...deps, sealer: interrupted }, OPERATOR)).rejects.toThrow(
      'interrupted',
    )
    // Two profiles and one batch of consents were written before the interruption.
    const done = await resealAll({ ...deps, sealer: both }, OPERATOR)
    expect(done.map(({ table, resealed, unreadable }) => [table, resealed, unreadable])).toEqual([
      ['profiles', 0, 0],
      ['consents', CONSENTS - 500, 0],
      ['enquiries', 1, 0],
      ['access_codes', 1, 0],
      ['staff_factors', 1, 0],
      ...RESULTS.map((name) => [name, 0, 0]),
    ])
    expect(done.map(({ keys }) => keys)).toEqual([
      [{ keyId: 'k2', count: 2 }],
      [{ keyId: 'k2', count: CONSENTS }],
      [{ keyId: 'k2', count: 1 }],
      [{ keyId: 'k2', count: 1 }],
      [{ keyId: 'k2', count: 1 }],
      ...RESULTS.map(() => []),
    ])

    const onlyNew = sealerOf(k2)
    for (const [table, ids] of filled) {
      const { id, column, contextOf } = SEALED_TABLES[table]
      const { rows } = await test.database.query<{ id: string; sealed: Buffer }>(
        `select ${id} as id, ${column} as sealed from app.${table} where ${column} is not null`,
      )
      expect(rows.map((row) => row.id).sort()).toEqual([...ids].sort())
      for (const row of rows) {
        expect(onlyNew.open(row.sealed, contextOf(row.id))).toBe(`text of ${row.id}`)
        expect(() => sealerOf(k1).open(row.sealed, contextOf(row.id))).toThrow(/k2/)
      }
    }
    const { rows: audit } = await test.database.query(
      "select subject, operator from app.audit_log where action = 'resealed' order by audit_id",
    )
    expect(audit).toEqual(
      [
        'profiles:2 values, key k2',
        'consents:500 values, key k2',
        'consents:500 values, key k2',
        'consents:200 values, key k2',
        'enquiries:1 values, key k2',
        'access_codes:1 values, key k2',
        'staff_factors:1 values, key k2',
      ].map((subject) => ({ subject, operator: OPERATOR })),
    )
  })

  it('OPS-06 leaves a value whose key is missing and counts it', async () => {
    const done = await resealAll(
      { database: test.database, keyId: 'k3', sealer: sealerOf(k3, k1) },
      OPERATOR,
    )
    expect(done.map(({ resealed, unreadable }) => [resealed, unreadable])).toEqual([
      [0, 2],
      [0, CONSENTS],
      [0, 1],
      [0, 1],
      [0, 1],
      ...RESULTS.map(() => [0, 0]),
    ])
    expect(done[1]?.keys).toEqual([{ keyId: 'k2', count: CONSENTS }])
  })

  it('OPS-06 leaves a value that was changed after it was read', async () => {
    const { database } = test
    const sealer = sealerOf(k3, k2)
    const [read] = await listOutdated(database, 'profiles', 'k3', {
      after: undefined,
      most: 1,
    })
    if (read === undefined) throw new Error('There is no value to change.')
    const context = SEALED_TABLES.profiles.contextOf(read.id)
    const changed = sealer.seal('changed', context)
    const change = 'update app.profiles set nhs_number_sealed = $1 where user_id = $2'
    await database.query(change, [changed, read.id])
    const value = { id: read.id, old: read.sealed, new: sealer.seal('stale', context) }
    const record = { keyId: 'k3', operator: OPERATOR }
    expect(await replaceSealed(database, 'profiles', [value], record)).toBe(0)
    expect(await replaceSealed(database, 'profiles', [{ ...value, old: changed }], record)).toBe(1)
    await expect(
      replaceSealed(database, 'profiles', [value], { keyId: 'k3', operator: ' ' }),
    ).rejects.toThrow(/names its operator/)
  })
})
