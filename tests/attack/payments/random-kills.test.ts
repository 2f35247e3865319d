import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, inject, it } from 'vitest'
import { migrate } from '#core/server/database/migrations.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { type KilledPostgres, killedPostgres } from '../kills/postgres-target.ts'
import { randomOf } from '../random.ts'
import { paymentProcesses } from './processes.ts'
import { type KillReport, killAtRandom } from './random-kills.ts'

/** `npm run attack` kills more often, and Postgres too. */
const KILLS = IS_LONG ? 300 : 2
const PROCESSES = 2
const LONGEST_MS = 2_400_000

async function attack(
  url: string,
  kills: number,
  postgres: KilledPostgres | undefined,
): Promise<KillReport> {
  const site = await paymentProcesses(url, { count: PROCESSES })
  try {
    return await killAtRandom({ site, postgres, random: randomOf(inject('seed')), kills })
  } finally {
    await site.close()
  }
}

async function withOwnPostgres(kills: number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-payment-kills-'))
  const postgres = await killedPostgres(folder)
  try {
    await migrate(postgres.url)
    return await attack(postgres.url, kills, postgres)
  } finally {
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onSharedPostgres(kills: number): Promise<KillReport> {
  const test = await testDatabase()
  try {
    return await attack(test.url, kills, undefined)
  } finally {
    await test.close()
  }
}

describe('processes killed at random while patients pay', () => {
  it(
    `PAY-07 BOOK-12 OPS-04 ${KILLS} kills lose no captured pound and take none twice`,
    async () => {
      const { faults, ...report } = IS_LONG
        ? await withOwnPostgres(KILLS)
        : await onSharedPostgres(KILLS)
      process.stdout.write(`kills while patients pay: ${JSON.stringify(report)}\n`)
      expect(faults).toEqual([])
      expect(report.kills).toBe(KILLS)
      expect(report.through).toBeGreaterThan(0)
    },
    LONGEST_MS,
  )
})
