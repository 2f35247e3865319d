import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { migrate } from '#core/server/database/migrations.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { openSqlDatabase } from '#tests/fixtures/sql-database.ts'
import { killedPostgres } from './kills/postgres-target.ts'
import { type Report, runAttack } from './kills/run.ts'
import { openSetup } from './kills/setup.ts'

/** A Postgres of its own, killed at random moments while patients book. `npm run attack` kills more often. */
const KILLS = IS_LONG ? 50 : 3
const PATIENTS = 12
/** A control ends at its first fault. */
const CONTROL_KILLS = 8
const LONGEST_MS = 600_000

async function attack(
  kills: number,
  settings: readonly string[] = [],
): Promise<Report & { parts: object }> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-postgres-kills-'))
  const postgres = await killedPostgres(folder, settings)
  await migrate(postgres.url)
  const database = openSqlDatabase({ url: postgres.url, poolMax: 2 })
  const setup = await openSetup(database, postgres.url)
  // A Postgres that writes late must not lose the patients and events of the attack itself.
  await database.query('checkpoint')
  await database.close()
  try {
    const report = await runAttack({
      ...setup,
      seed: inject('seed'),
      kills,
      patients: PATIENTS,
      targets: postgres.targets(setup.servers, `/api/events/${setup.subjects.events[0].id}`),
      open: () => openSqlDatabase({ url: postgres.url, poolMax: 1 }),
    })
    return { ...report, parts: postgres.kills }
  } finally {
    await setup.close()
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('Postgres killed while patients book', () => {
  it(
    `OPS-04 BOOK-07 ${KILLS} kills lose nothing that was acknowledged, break no rule and end no server`,
    async () => {
      const { faults, ...report } = await attack(KILLS)
      process.stdout.write(`kills of Postgres: ${JSON.stringify(report)}\n`)
      expect(faults).toEqual([])
      expect(report.kills).toBe(KILLS)
      expect(report.acknowledged).toBeGreaterThan(3 * report.checks)
    },
    LONGEST_MS,
  )

  it('a Postgres that acknowledges before it has written does not pass', async () => {
    const { faults } = await attack(CONTROL_KILLS, [
      'synchronous_commit = off',
      `wal_writer_delay = '10s'`,
    ])
    // A patient's change or consent is lost, or the event is.
    expect(faults.join()).toMatch(/patient \d+ has .* not |is lost|answered 404/)
  })
})
