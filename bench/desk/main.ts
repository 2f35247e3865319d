import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { hostCookieName, STAFF_COOKIE } from '#core/rules/cookie-names.ts'
import { londonDate } from '#core/rules/time.ts'
import { randomLabel } from '#results/rules/sample-label.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { openSqlDatabase } from '#tests/fixtures/sql-database.ts'
import { staffMember } from '#tests/fixtures/staff.ts'
import { bookPast } from '#tests/integration/results/lab-setup.ts'
import { writeSection } from '../build/section.ts'
import { machine, quantile } from '../machine.ts'
import { openDesk } from './pages.ts'

/*
 * `npm run bench:desk -- <data folder>`, with `npm start` running on that folder: three desks test the 120 patients of an evening through the pages of
 * staff, without the pauses of people, five evenings after one that is not counted. Fails when an aim is missed.
 */
const EVENINGS = 6
const PATIENTS = 120
const DESKS = 3
const STEP_P95_MS = 300
const PAGE_BYTES = 30_000
const MOST_GROWTH = 1.1

const dataDir = resolve(process.argv[2] ?? '.data')
const addresses = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as Record<
  'site' | 'database',
  string
>
const database = openSqlDatabase({ url: addresses.database, poolMax: 1 })

/** The resident memory of the processes of the server, in MB. */
function memory(): number {
  const server = join(dataDir, 'build/server.mjs')
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(server)) return 0
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
      } catch {
        // The process has ended.
        return 0
      }
    })
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** An event that began at midnight, with patients who have consented; returns their references. */
async function newEvening(): Promise<{ list: string; references: string[] }> {
  const day = londonDate(new Date())
  const eventId = await buildEvent(database, {
    event_on: day,
    start_time: '00:00',
    end_time: '00:10',
    session_minutes: 5,
    places_per_slot: PATIENTS / 2,
    total_spaces: PATIENTS,
    lab_name: 'Northgate Pathology',
  })
  const people = Array.from({ length: PATIENTS }, (_, at) => ({
    surname: `Harbour${at}`,
    forename: 'Edwin',
    birthDate: '1961-02-03',
  }))
  const booked = await bookPast(database, eventId, people, day)
  return {
    list: `/staff/events/${eventId}`,
    references: booked.map(({ appointmentId }) => referenceNumber(appointmentId)),
  }
}

const times = new Map<string, number[]>()
const sizes = new Map<string, number>()
const megabytes: number[] = []
const { site } = addresses
const members = await Promise.all(
  Array.from({ length: DESKS }, () => staffMember(database, ['phlebotomist'])),
)
const desks = members.map(({ secret }) =>
  openDesk(site, `${hostCookieName(STAFF_COOKIE, site)}=${secret}`, ({ step, ms, bytes }) => {
    times.set(step, [...(times.get(step) ?? []), ms])
    sizes.set(step, Math.max(sizes.get(step) ?? 0, bytes))
  }),
)

for (let evening = 0; evening < EVENINGS; evening += 1) {
  const { list, references } = await newEvening()
  await Promise.all(
    desks.map(async (desk) => {
      await desk.look(list)
      for (let one = references.shift(); one !== undefined; one = references.shift()) {
        await desk.test(list, one, randomLabel(Math.random))
        if (references.length % 10 === 0) await desk.look(list)
        if (evening > 0) megabytes.push(memory())
      }
    }),
  )
  if (evening === 0) times.clear()
  process.stdout.write(`evening ${evening}: ${memory().toFixed(0)} MB\n`)
}
const third = Math.floor(megabytes.length / 3)
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const [first, last] = [mean(megabytes.slice(0, third)), mean(megabytes.slice(-third))]
const row = ([step, ms]: [string, number[]]) =>
  `| ${step} | ${quantile(ms, 0.5).toFixed(0)} ms | ${quantile(ms, 0.95).toFixed(0)} ms | ${((sizes.get(step) ?? 0) / 1000).toFixed(1)} kB |`
const lines = [
  `${machine()} ${DESKS} desks, ${EVENINGS - 1} evenings of ${PATIENTS} patients without pauses; aims: ${STEP_P95_MS} ms for each step, ${PAGE_BYTES / 1000} kB for each page as it is sent, flat memory.`,
  '',
  '| step: the form and the page after it | median | 95 of 100 within | page |',
  '|---|---|---|---|',
  ...[...times].map(row),
  '',
  `Memory of the server: ${first.toFixed(0)} MB in the first third, ${last.toFixed(0)} MB in the last.`,
]
process.stdout.write(`${lines.join('\n')}\n`)
const isMissed =
  [...times.values()].some((ms) => quantile(ms, 0.95) > STEP_P95_MS) ||
  [...sizes.values()].some((bytes) => bytes > PAGE_BYTES) ||
  last / first > MOST_GROWTH
if (isMissed) process.exitCode = 1
else writeSection('bench:desk', lines)
await database.close()
