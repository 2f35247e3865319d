import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { SESSION_COOKIE } from '#core/rules/cookie-names.ts'
import { DEFAULT_POOL_MAX } from '#core/server/config/limits.ts'
import { createPool } from '#core/server/database/database.ts'
import { migrate } from '#core/server/database/migrations.ts'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { writeSection } from '../build/section.ts'
import { machine, quantile } from '../machine.ts'
import { fire, type Shot } from './load.ts'
import { buildPlaces, createPatients, networkOf, type Patient, type Place } from './prepare.ts'
import { type Server, SITE_URL, startBare, startHalyard } from './servers.ts'

/*
 * Holds per second of the whole server and of a minimal one: `npm run bench:booking`. The two take turns, so that changes of the
 * machine's load affect both. Fails when the ratio is below 0.5.
 */
const LEAST_RATIO = 0.5
const CONNECTIONS = 32
const SECONDS = 3
const TURNS = 5
/** The whole server has fifty times as much code as the minimal one, which is slow until it is compiled. */
const WARM_UP_SECONDS = 6

type Aim = { readonly place: Place; readonly patient: Patient; readonly n: number }
type Side = {
  readonly server: Server
  readonly shot: (aim: Aim) => Shot
  readonly runs: number[][]
}

const shotOf = (path: string, body: object, headers: Record<string, string> = {}): Shot => {
  const text = JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  const own = { 'content-type': 'application/json', 'content-length': length }
  return { path, body: text, headers: { ...own, ...headers } }
}

/** A browser's request: cookie, Origin and the contract's input. */
const halyardShot = ({ place, patient, n }: Aim) =>
  shotOf(
    '/api/holds',
    {
      event_id: place.eventId,
      appt_date: place.date,
      appt_time: place.time,
      idempotency_key: `bench-key-${n}`,
    },
    {
      ...networkOf(patient.number),
      origin: SITE_URL,
      cookie: `${SESSION_COOKIE}=${patient.secret}`,
    },
  )

const bareShot = ({ place: { eventId, slot }, patient: { profileId }, n }: Aim) =>
  shotOf('/', { event_id: eventId, slot, profile_id: profileId, key: `bare-${n}` })

async function measure(folder: string, url: string) {
  await migrate(url)
  const pool = createPool({ url })
  const places = await buildPlaces(pool, 100, '15:00', 5)
  const patients = await createPatients(pool, 3_000)
  await pool.query('vacuum analyze')
  const setting = { folder, databaseUrl: url, poolMax: DEFAULT_POOL_MAX }
  const sides: Side[] = [
    { server: await startHalyard(setting), shot: halyardShot, runs: [] },
    { server: await startBare(setting), shot: bareShot, runs: [] },
  ]
  let n = 0
  async function run({ server: { port }, shot }: Side, seconds: number): Promise<number[]> {
    // Without the triggers of the append-only tables, which the truncation reaches although they are empty here.
    await pool.query(`begin; set local session_replication_role = replica;
      truncate app.appointments, app.rate_limits cascade; commit`)
    const next = () => {
      n += 1
      // Consecutive requests are for different places, and so are the requests of one patient.
      const place = places[(n * 7 + Math.floor(n / patients.length)) % places.length]
      const patient = patients[n % patients.length]
      if (patient === undefined || place === undefined) throw new Error('There is no place.')
      return shot({ place, patient, n })
    }
    return fire(port, { connections: CONNECTIONS, seconds, next })
  }
  for (const side of sides) await run(side, WARM_UP_SECONDS)
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const side of sides) side.runs.push(await run(side, SECONDS))
  }
  await Promise.all(sides.map(({ server }) => server.child.stop()))
  await pool.end()
  return sides
}

const rowOf = (name: string, { runs }: Side) => {
  const all = runs.flat()
  const perSecond = (all.length / (TURNS * SECONDS)).toFixed(0)
  return `| ${name} | ${perSecond} | ${quantile(all, 0.5).toFixed(1)} ms | ${quantile(all, 0.99).toFixed(1)} ms |`
}

const folder = mkdtempSync(join(tmpdir(), 'halyard-bench-'))
const { url, stop } = await startPostgres(join(folder, 'postgres'))
try {
  const [whole, bare] = await measure(folder, url)
  if (whole === undefined || bare === undefined) throw new Error('A server is missing.')
  const ratios = whole.runs.map((run, turn) => run.length / (bare.runs[turn]?.length ?? 0))
  const ratio = quantile(ratios, 0.5)
  const lines = [
    `${machine()} One process each with ${DEFAULT_POOL_MAX} connections to Postgres, ${CONNECTIONS} clients, ${TURNS} turns of ${SECONDS} s; holds spread over 3,600 slots of 100 events. Load, servers and database share the machine.`,
    '',
    '| `POST /api/holds` | per second | p50 | p99 |',
    '|---|---|---|---|',
    rowOf('whole server', whole),
    rowOf('node:http and pg alone', bare),
    '',
    `Ratio, median of the turns: ${ratio.toFixed(2)} (aim: at least ${LEAST_RATIO}).`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  writeSection('bench:booking', lines)
  if (ratio < LEAST_RATIO) process.exitCode = 1
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
