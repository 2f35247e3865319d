import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_POOL_MAX } from '#core/server/config/limits.ts'
import { createPool } from '#core/server/database/database.ts'
import { migrate } from '#core/server/database/migrations.ts'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { buildPlaces, createPatients } from '../booking/prepare.ts'
import { startHalyard } from '../booking/servers.ts'
import { writeSection } from '../build/section.ts'
import { machine, quantile } from '../machine.ts'
import { bookPlace, type Counts } from './patient.ts'

/*
 * The opening second: `npm run bench:opening` lets 2,000 patients arrive within one second for 500 places of one event, through two
 * server processes. Load, servers and database share the machine. Fails when an aim is missed.
 */
const PATIENTS = 2_000
const PLACES = 500
const PER_SLOT = 10
const PROCESSES = 2
const ARRIVE_WITHIN_MS = 1_000
const KNOWS_WITHIN_MS = 15_000
const PAGE_P95_MS = 250
const PAGE_EVERY_MS = 50

/** Milliseconds of one request for a static page on a new connection; throws unless the page is sent. */
function page(port: number, agent: Agent): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/', agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started)
        else reject(new Error(`The static page answered ${response.statusCode}.`))
      })
    }).once('error', reject)
  })
}

async function opening(folder: string, url: string) {
  await migrate(url)
  const pool = createPool({ url })
  const patients = await createPatients(pool, PATIENTS)
  const [place] = await buildPlaces(pool, 1, '17:20', PER_SLOT)
  const eventId = place?.eventId ?? 0
  await pool.query('vacuum analyze')
  const setting = { folder, databaseUrl: url, poolMax: DEFAULT_POOL_MAX, processes: PROCESSES }
  const { child, port } = await startHalyard(setting)
  const counts: Counts = { requests: 0, busy: 0, faults: new Map() }
  const pages: number[] = []
  const agent = new Agent({ keepAlive: false })
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await pause(PAGE_EVERY_MS)) pages.push(await page(port, agent))
  })()
  const ends = await Promise.all(
    patients.map(async (patient) => {
      await pause((patient.number / PATIENTS) * ARRIVE_WITHIN_MS)
      return bookPlace(port, eventId, patient, counts)
    }),
  )
  isOver = true
  await watching
  await child.stop()
  const { rows } = await pool.query<{ booked: number }>(
    "select count(*)::int as booked from app.appointments where status = 'booked'",
  )
  await pool.end()
  return { ends, pages, counts, booked: rows[0]?.booked ?? 0 }
}

const folder = mkdtempSync(join(tmpdir(), 'halyard-opening-'))
const { url, stop } = await startPostgres(join(folder, 'postgres'))
try {
  const setting = machine()
  const { ends, pages, counts, booked } = await opening(folder, url)
  const count = (ending: string) => ends.filter((end) => end.ending === ending).length
  const times = ends.map(({ ms }) => ms)
  const pageMs = quantile(pages, 0.95)
  const s = (q: number) => `${(quantile(times, q) / 1000).toFixed(1)} s`
  const lines = [
    `${setting} ${PATIENTS.toLocaleString('en-GB')} patients arrive within one second for ${PLACES} places of one event and go through list, event, slots, hold, consent and confirmation; ${PROCESSES} server processes with ${DEFAULT_POOL_MAX} connections each, load and Postgres share the machine.`,
    '',
    '| | | aim |',
    '|---|---|---|',
    `| booked in the database | ${booked} | ${PLACES} |`,
    `| told 'booked' / 'fully booked' / neither | ${count('booked')} / ${count('full')} / ${count('failed')} | ${PLACES} / ${PATIENTS - PLACES} / 0 |`,
    `| until a patient knew, median / p95 / last | ${s(0.5)} / ${s(0.95)} / ${s(1)} | last: ${KNOWS_WITHIN_MS / 1000} s |`,
    `| a static page meanwhile, median / p95 | ${quantile(pages, 0.5).toFixed(0)} / ${pageMs.toFixed(0)} ms | p95: ${PAGE_P95_MS} ms |`,
    `| requests, of them refused as busy | ${counts.requests}, ${counts.busy} | |`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  for (const [what, times] of counts.faults) process.stdout.write(`${times} × ${what}\n`)
  writeSection('bench:opening', lines)
  const reached =
    [booked, count('booked')].every((each) => each === PLACES) &&
    count('full') === PATIENTS - PLACES &&
    Math.max(...times) <= KNOWS_WITHIN_MS &&
    pageMs < PAGE_P95_MS
  if (!reached) process.exitCode = 1
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
