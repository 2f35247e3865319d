import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createPool } from '#core/server/database/database.ts'
import { migrate } from '#core/server/database/migrations.ts'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { quantile } from '../booking/load.ts'
import { buildPlaces, createPatients } from '../booking/prepare.ts'
import { machine, write } from '../booking/report.ts'
import { startHalyard } from '../booking/servers.ts'
import { bookPlace, type Counts, type Ending } from './patient.ts'
import { heapsOf, watch } from './watch.ts'

/*
 * The opening second: `npm run bench:opening` lets 10,000 patients (or the number given) arrive within one second for
 * 500 places, through two server processes. Load, servers and database share the machine.
 */
const PATIENTS = Number(process.argv[2] ?? 10_000)
const PLACES = 500
const PER_SLOT = 10
const PROCESSES = 2
const POOL = 10
const ARRIVE_WITHIN_MS = 1_000

type Outcome = Awaited<ReturnType<typeof opening>>

async function opening(folder: string, url: string) {
  await migrate(url)
  const pool = createPool({ url })
  const patients = await createPatients(pool, PATIENTS)
  const [place] = await buildPlaces(pool, 1, '17:20', PER_SLOT)
  if (place === undefined) throw new Error('There are no places.')
  await pool.query('vacuum analyze')
  const nodeOptions = ['--expose-gc', '--import', join(import.meta.dirname, 'report-heap.ts')]
  const setting = { folder, databaseUrl: url, poolMax: POOL, processes: PROCESSES, nodeOptions }
  const { child, port } = await startHalyard(setting)
  const log = join(folder, 'server.log')
  const pids = [...readFileSync(log, 'utf8').matchAll(/"pid":(\d+),"msg":"worker started"/g)].map(
    ([, pid]) => Number(pid),
  )
  const counts: Counts = { requests: 0, busy: 0, unexpected: new Map(), latencies: [] }
  const heapBefore = await heapsOf(pids, log)
  const watched = watch(port, pids)
  const started = performance.now()
  const endings = await Promise.all(
    patients.map(async (patient, n) => {
      await new Promise((go) => setTimeout(go, (n / patients.length) * ARRIVE_WITHIN_MS))
      return bookPlace(port, place.eventId, { ...patient, number: n }, counts)
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const { pages, memory } = await watched.stop()
  const heapAfter = await heapsOf(pids, log)
  await child.stop()
  const { rows } = await pool.query<{ booked: number }>(
    "select count(*)::int as booked from app.appointments where status = 'booked'",
  )
  await pool.end()
  const heap = { before: Math.max(...heapBefore), after: Math.max(...heapAfter) }
  return { endings, seconds, pages, memory, heap, counts, booked: rows[0]?.booked ?? 0 }
}

const at = (values: readonly number[], q: number) =>
  quantile(
    values.toSorted((a, b) => a - b),
    q,
  )

const load = loadavg()[0]?.toFixed(1)

function report({ endings, seconds, pages, memory, heap, counts, booked }: Outcome): string {
  const count = (ending: Ending) => endings.filter((one) => one.ending === ending).length
  const ends = endings.map(({ ms }) => ms)
  const s = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const mb = (value: number | undefined) => `${value?.toFixed(0)} MB`
  const late = ends.filter((one) => one > 30_000).length
  return [
    `${machine()} ${PATIENTS.toLocaleString('en-GB')} patients arrive within one second for ${PLACES} places of one event and go through list, event, slots, hold, consent and confirmation; ${PROCESSES} server processes, load and Postgres share the machine, whose load was ${load} at the start.`,
    '',
    '| | |',
    '|---|---|',
    `| booked in the database | ${booked} |`,
    `| told 'booked' / 'fully booked' / gave up while busy / failed | ${count('booked')} / ${count('full')} / ${count('gave-up')} / ${count('failed')} |`,
    `| until a patient knew, median / p95 / last | ${s(at(ends, 0.5))} / ${s(at(ends, 0.95))} / ${s(at(ends, 1))} |`,
    `| patients who knew later than 30 s | ${late} |`,
    `| requests, of them refused as busy | ${counts.requests.toLocaleString('en-GB')} (${Math.round(counts.requests / seconds)} /s), ${counts.busy.toLocaleString('en-GB')} |`,
    `| one answer, median / p95 / longest | ${ms(at(counts.latencies, 0.5))} / ${ms(at(counts.latencies, 0.95))} / ${ms(at(counts.latencies, 1))} |`,
    `| a static page meanwhile, median / p95 | ${ms(at(pages, 0.5))} / ${ms(at(pages, 0.95))} |`,
    `| heap of the larger process after a collection: before, at the end | ${mb(heap.before)}, ${mb(heap.after)} |`,
    `| memory of the larger process: before, most, at the end | ${mb(memory[0])}, ${mb(Math.max(...memory))}, ${mb(memory.at(-1))} |`,
  ].join('\n')
}

const folder = mkdtempSync(join(tmpdir(), 'halyard-opening-'))
const { url, stop } = await startPostgres(join(folder, 'postgres'))
try {
  const outcome = await opening(folder, url)
  const text = report(outcome)
  process.stdout.write(`${text}\n`)
  for (const [what, count] of outcome.counts.unexpected)
    process.stdout.write(`${count} × ${what}\n`)
  write(
    join(import.meta.dirname, '../../docs/benchmarks.md'),
    'opening',
    'The opening second',
    text,
  )
} finally {
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
