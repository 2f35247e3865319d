import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ground, Place } from './prepare.ts'

export type Sql = { perSecond: number; p50: number; p99: number }

/** A pgbench script of the same call with random patients and places. */
function script({ patients }: Ground, places: readonly Place[]): string {
  const [first] = places
  const last = places.at(-1)
  if (first === undefined || last === undefined) throw new Error('There are no places.')
  const events = last.eventId - first.eventId
  const slots = places.filter(({ eventId }) => eventId === first.eventId).length
  const profile = patients[0]?.profileId ?? 0
  return [
    `\\set patient random(${profile}, ${profile + patients.length - 1})`,
    `\\set event random(${first.eventId}, ${first.eventId + events})`,
    `\\set slot random(0, ${slots - 1})`,
    `select * from booking.hold_slot(:event, timestamptz '${first.slot.toISOString()}' + :slot * interval '10 minutes', :patient, gen_random_uuid()::text, 15);`,
  ].join('\n')
}

function run(args: string[], folder: string, url: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    execFile('pgbench', [...args, url], { cwd: folder }, (error, stdout) => {
      if (error === null) resolve(stdout)
      else if ((error as NodeJS.ErrnoException).code === 'ENOENT') resolve(undefined)
      else reject(error)
    })
  })
}

/** Measures the database alone with pgbench over `clients` connections; undefined if pgbench is not installed. */
export async function pgbench(
  setting: { folder: string; url: string; clients: number; seconds: number },
  name: string,
  ground: Ground,
  places: readonly Place[],
): Promise<Sql | undefined> {
  const { folder, url, clients, seconds } = setting
  const file = join(folder, `${name}.sql`)
  writeFileSync(file, script(ground, places))
  const prefix = `log-${name}`
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-T', String(seconds)]
  const args = [...options, '-f', file, '-l', `--log-prefix=${prefix}`]
  if ((await run(args, folder, url)) === undefined) return undefined
  const lines = readdirSync(folder)
    .filter((entry) => entry.startsWith(`${prefix}.`))
    .flatMap((entry) => readFileSync(join(folder, entry), 'utf8').trim().split('\n'))
  // Each line: client, number, microseconds, …
  const latencies = lines.map((line) => Number(line.split(' ')[2]) / 1000).sort((a, b) => a - b)
  const at = (q: number) => latencies[Math.floor(latencies.length * q)] ?? 0
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) }
}
