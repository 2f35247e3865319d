import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createPool, databaseOf } from '#core/server/database/database.ts'
import { migrate } from '#core/server/database/migrations.ts'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { buildPlaces, createPatients } from '../booking/prepare.ts'
import { startHalyard } from '../booking/servers.ts'
import { writeSection } from '../build/section.ts'
import { machine, quantile } from '../machine.ts'
import { pay, type Times } from './journey.ts'
import { each, prepareSettlements, settleAll } from './settlements.ts'
import { startStandIn } from './stand-in.ts'

/*
 * Payments: `npm run bench:payments` settles captures in the database as quickly as it goes, and lets patients pay through the whole
 * server while every call of the provider takes 300 ms longer. Load, server, stand-in and database share the machine.
 */
const SETTLED = 2_000
const POOL = 10
const PAYING = 200
const AT_ONCE = 20
const DELAY_MS = 300
const PRICE_PENCE = 2_500

async function measure(folder: string, url: string) {
  await migrate(url)
  const pool = createPool({ url, poolMax: POOL })
  const patients = await createPatients(pool, SETTLED + PAYING)
  const spread = await buildPlaces(pool, 50, '15:00', 10)
  const one = await buildPlaces(pool, 1, '17:20', 100)
  await pool.query(`${BY_HAND} update app.events set price_pence = $1, payment_required = true`, [
    PRICE_PENCE,
  ])
  await pool.query('vacuum analyze')
  const database = databaseOf(pool)
  const query = (sql: string, values: unknown[]) => pool.query(sql, values)
  const half = SETTLED / 2
  const rates = []
  for (const [from, places] of [
    [0, spread],
    [half, one],
  ] as const) {
    const some = patients.slice(from, from + half)
    const settlings = await prepareSettlements(database, query, some, places)
    rates.push(await settleAll(database, settlings, POOL))
  }

  const standIn = await startStandIn(folder, DELAY_MS)
  const { child, port } = await startHalyard({
    folder,
    databaseUrl: url,
    poolMax: POOL,
    env: standIn.env,
  })
  const times: Times[] = []
  const started = performance.now()
  await each(patients.slice(SETTLED), AT_ONCE, async (patient) => {
    const place = spread[(patient.number * 7) % spread.length]
    if (place === undefined) throw new Error('There are no places.')
    times.push(await pay(port, patient, place, standIn.enterCard))
  })
  const seconds = (performance.now() - started) / 1000
  await child.stop()
  await standIn.stop()
  await pool.end()
  return { rates, times, seconds }
}

function report(
  setting: string,
  { rates, times, seconds }: Awaited<ReturnType<typeof measure>>,
): string[] {
  const [spread, one] = rates
  const row = (name: string, part: keyof Times) => {
    const all = times.map((each) => each[part])
    const ms = (q: number) => `${quantile(all, q).toFixed(0)} ms`
    return `| ${name} | ${ms(0.5)} | ${ms(0.95)} | ${ms(1)} |`
  }
  return [
    `${setting} Load, server, stand-in and Postgres share the machine.`,
    '',
    `Settlements in the database, ${POOL} connections: ${spread?.toFixed(0)} /s spread over 50 events, ${one?.toFixed(0)} /s at one event.`,
    '',
    `${PAYING} patients, ${AT_ONCE} at once, ${DELAY_MS} ms added to every call of the provider (${(PAYING / seconds).toFixed(1)} booked per second):`,
    '',
    '| | median | p95 | longest |',
    '|---|---|---|---|',
    row('hold, consent, checkout, order, card, payment, booked', 'whole'),
    row('of which: the order', 'order'),
    row('of which: from Pay to the booked appointment', 'pay'),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'halyard-payments-'))
const { url, stop } = await startPostgres(join(folder, 'postgres'))
try {
  const setting = machine()
  const lines = report(setting, await measure(folder, url))
  process.stdout.write(`${lines.join('\n')}\n`)
  writeSection('bench:payments', lines)
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
