import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { SESSION_COOKIE } from '#core/rules/cookie-names.ts'
import { createPool } from '#core/server/database/database.ts'
import { migrate } from '#core/server/database/migrations.ts'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { fire, type Shot, summarise } from './load.ts'
import { pgbench } from './pgbench.ts'
import { clear, type Ground, networkOf, type Place, prepare } from './prepare.ts'
import { type Case, table, write } from './report.ts'
import { SITE_URL, startBare, startHalyard } from './servers.ts'

/*
 * Measures holds per second of the whole server, of a minimal server and of the database alone: `npm run bench:booking`
 * (about four minutes). The two servers take turns, so that changes of the machine's load affect both.
 */
const POOL = 10
const CONNECTIONS = 32
/** The server has fifty times as much code as the minimal one, which is slow until it is compiled. */
const FIRST_WARM_UP_SECONDS = 20
const WARM_UP_SECONDS = 1
const SECONDS = 6
const TURNS = 2

/** `number`: of the patient, from 0. */
type Aim = (n: number) => { place: Place; profileId: number; secret: string; number: number }

const headersOf = (body: string) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
})

/** A browser's request: cookie, Origin and the contract's input. */
function halyardShot(aim: Aim, n: number): Shot {
  const { place, secret, number } = aim(n)
  const body = JSON.stringify({
    event_id: place.eventId,
    appt_date: place.date,
    appt_time: place.time,
    idempotency_key: `bench-key-${n}`,
  })
  const cookie = `${SESSION_COOKIE}=${secret}`
  const headers = { ...headersOf(body), ...networkOf(number), origin: SITE_URL, cookie }
  return { path: '/api/holds', body, headers }
}

function bareShot(aim: Aim, n: number): Shot {
  const { place, profileId } = aim(n)
  const ask = { event_id: place.eventId, slot: place.slot, profile_id: profileId, key: `bare-${n}` }
  const body = JSON.stringify(ask)
  return { path: '/', body, headers: headersOf(body) }
}

/** Cycles through the patients; consecutive requests, and those of one patient, are for different places. */
function aimAt({ patients }: Ground, places: readonly Place[]): Aim {
  return (n) => {
    const number = n % patients.length
    const patient = patients[number]
    const place = places[(n * 7 + Math.floor(n / patients.length)) % places.length]
    if (patient === undefined || place === undefined)
      throw new Error('There are no patients or no places.')
    return { place, ...patient, number }
  }
}

/** Measures both servers in turn, then the database alone. */
async function measure(
  folder: string,
  url: string,
  ground: Ground,
  [name, places]: [string, readonly Place[]],
): Promise<Case> {
  const setting = { folder: mkdtempSync(join(folder, 'case-')), databaseUrl: url, poolMax: POOL }
  const halyard = await startHalyard(setting)
  const bare = await startBare(setting)
  const aim = aimAt(ground, places)
  const sides = [
    { port: halyard.port, shot: halyardShot, runs: [] as Awaited<ReturnType<typeof fire>>[] },
    { port: bare.port, shot: bareShot, runs: [] as Awaited<ReturnType<typeof fire>>[] },
  ] as const
  let n = 0
  const fireAt = ({ port, shot }: (typeof sides)[number], seconds: number) => {
    const next = () => {
      n += 1
      return shot(aim, n)
    }
    return fire(port, { connections: CONNECTIONS, seconds, next })
  }
  for (const side of sides) {
    await clear(url)
    await fireAt(side, FIRST_WARM_UP_SECONDS)
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const side of sides) {
      await clear(url)
      await fireAt(side, WARM_UP_SECONDS)
      side.runs.push(await fireAt(side, SECONDS))
    }
  }
  await Promise.all([halyard.child.stop(), bare.child.stop()])
  const alone = { folder: setting.folder, clients: POOL, seconds: SECONDS, turns: TURNS, clear }
  const [sql] = await pgbench(alone, [url], ground, places)
  return { name, halyard: summarise(sides[0].runs), bare: summarise(sides[1].runs), sql }
}

const statusesOf = ({ halyard, bare }: Case) =>
  `whole server ${JSON.stringify([...halyard.statuses])}, bare ${JSON.stringify([...bare.statuses])}`

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-bench-'))
  const { url, stop } = await startPostgres(join(folder, 'postgres'))
  try {
    await migrate(url)
    const pool = createPool({ url })
    const ground = await prepare(pool)
    await pool.end()
    const cases: Case[] = []
    for (const [name, places] of [
      ['spread over 3,600 slots of 100 events', ground.spread],
      ['one hot slot with one place', ground.hot],
    ] as const) {
      process.stdout.write(`${name} ...\n`)
      const measured = await measure(folder, url, ground, [name, places])
      process.stdout.write(`  answers: ${statusesOf(measured)}\n`)
      cases.push(measured)
    }
    const setting = `${CONNECTIONS} connections, ${POOL} connections to Postgres 17, ${SECONDS * TURNS} s per figure after warming up; load, servers and database share the machine.`
    const text = table(cases, setting)
    process.stdout.write(`\n${text}\n`)
    write(join(import.meta.dirname, '../../docs/benchmarks.md'), 'booking', 'Booking', text)
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
