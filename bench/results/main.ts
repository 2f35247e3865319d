import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { csvRecords } from '#core/rules/csv.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import { openClient } from '#core/server/database/connection.ts'
import { migrate } from '#core/server/database/migrations.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { labCsv } from '../../scripts/operator/sample-files.ts'
import { writeSection } from '../build/section.ts'
import { machine } from '../machine.ts'
import { fill, KINDS, rowsOf, type SentRow } from './world.ts'

/*
 * Imports a laboratory file of 100,000 rows of 400 events, of which 5 % are faulty, by the operations of the page /staff/lab:
 * `npm run bench:results` (about two minutes). Fails when a value is stored for another patient than the generator says, or a row waits
 * without its right reasons.
 */
const EVENTS = 400
const PER_EVENT = 250
const KEY = Buffer.alloc(32, 1)
const sealer = createSealer({ data: [{ id: 'k1', key: KEY }], lookup: KEY })

type Run = { seconds: [number, number, number]; megabytes: number; longest: number }

/** Sends the file and takes it over, by the operations of the page (upload.ts). */
function run(url: string, file: string, staffId: string) {
  const args = ['bench/results/upload.ts', url, file, KEY.toString('base64'), staffId]
  return new Promise<Run>((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 1e9 }, (error, out, err) => {
      if (error !== null) reject(new Error(err))
      else resolve(JSON.parse(out) as Run)
    })
  })
}

/** Compares every stored row and value with the generator's truth. */
async function compare(client: Client, sent: readonly SentRow[]) {
  const ownerOf = new Map(sent.map(({ cells, owner }) => [cells.value, owner]))
  const results = await client.query<{ id: string; profile: string; sealed: Buffer }>(
    'select result_id as id, profile_id as profile, finding_sealed as sealed from app.results',
  )
  const misattributed = results.rows.filter(
    ({ id, profile, sealed }) =>
      ownerOf.get(openFinding(sealer, id, sealed).value) !== Number(profile),
  )
  const rows = await client.query<{ line: number; decision: string; reasons: string[] }>(
    'select line, decision, reasons from app.lab_rows order by line',
  )
  const wrong = rows.rows.filter(({ line, decision, reasons }) => {
    const expected = [...(sent[line - 2]?.reasons ?? [])].sort().join()
    return expected === '' ? decision !== 'accepted' : reasons.sort().join() !== expected
  })
  if (rows.rows.length !== sent.length) throw new Error(`${rows.rows.length} rows are stored.`)
  const waiting = rows.rows.filter(({ decision }) => decision === 'quarantined').length
  return { misattributed: misattributed.length, wrong, accepted: results.rows.length, waiting }
}

/** The account of the person who sends the file. */
async function clerk(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `${BY_HAND} insert into app.staff (email, staff_name, name_key, roles, created_at, changed_at)
     values ('clerk@example.org', 'Mo Finch', 'mofinch', '{coordinator}', now(), now()) returning staff_id as id`,
  )
  return rows[0]?.id ?? ''
}

async function measure(url: string, folder: string): Promise<void> {
  await migrate(url)
  const client = await openClient({ url }, 'halyard-bench')
  try {
    const takenOn = addDays(londonDate(new Date()), -3)
    const sent = rowsOf(await fill(client, { events: EVENTS, perEvent: PER_EVENT, takenOn }))
    await client.query('analyze')
    const file = join(folder, 'lab.csv')
    writeFileSync(file, labCsv(sent.map(({ cells }) => cells)))
    const start = performance.now()
    Array.from(csvRecords(readFileSync(file, 'utf8')))
    const parsed = (performance.now() - start) / 1000
    const { seconds, megabytes, longest } = await run(url, file, await clerk(client))
    const [sending, checking, taking] = seconds.map((one) => one.toFixed(1))
    const found = await compare(client, sent)
    const invariants = readFileSync(
      new URL('../../tests/integration/invariants.sql', import.meta.url),
      'utf8',
    )
    const answers = (await client.query(invariants)) as unknown as { rows: unknown[] }[]
    const violations = answers.reduce((sum, { rows }) => sum + rows.length, 0)
    const faulty = sent.filter(({ reasons }) => reasons.length > 0).length
    const lines = [
      `${machine()} ${sent.length.toLocaleString('en-GB')} rows of ${EVENTS} events, ${faulty.toLocaleString('en-GB')} of them faulty (${KINDS.length} kinds of fault); targets: under 60 s and 350 MB.`,
      '',
      '| | |',
      '|---|---|',
      `| reading the CSV alone | ${parsed.toFixed(1)} s |`,
      `| sending: encrypted and stored | ${sending} s |`,
      `| checking | ${checking} s |`,
      `| taking over | ${taking} s |`,
      `| peak memory of the process | ${megabytes.toFixed(0)} MB |`,
      `| longest time for which other requests of the process wait | ${longest.toFixed(0)} ms |`,
      `| rows taken over; in quarantine | ${found.accepted.toLocaleString('en-GB')}; ${found.waiting.toLocaleString('en-GB')} |`,
      `| values stored for another patient | ${found.misattributed} |`,
      `| rows with another decision or other reasons than the generator’s | ${found.wrong.length} |`,
      `| rows that violate a rule of invariants.sql | ${violations} |`,
    ]
    process.stdout.write(`${lines.join('\n')}\n${JSON.stringify(found.wrong.slice(0, 5))}\n`)
    if (found.misattributed + found.wrong.length + violations > 0) process.exitCode = 1
    else writeSection('bench:results', lines)
  } finally {
    await client.end()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'halyard-bench-results-'))
const postgres = await startPostgres(join(folder, 'postgres'))
try {
  await measure(postgres.url, folder)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
