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

/** The latencies in milliseconds; undefined if pgbench is not installed. */
async function latenciesOf(
  { folder, url, clients, seconds }: Setting,
  name: string,
): Promise<number[] | undefined> {
  const prefix = `log-${name}`
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-T', String(seconds)]
  const args = [...options, '-f', join(folder, 'holds.sql'), '-l', `--log-prefix=${prefix}`]
  if ((await run(args, folder, url)) === undefined) return undefined
  // Each line: client, number, microseconds, …
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(`${prefix}.`))
    .flatMap((entry) => readFileSync(join(folder, entry), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
}

type Setting = { folder: string; url: string; clients: number; seconds: number }

/** Measures several databases alone, in turns, with pgbench over `clients` connections; without those that it cannot. */
export async function pgbench(
  setting: Omit<Setting, 'url'> & { turns: number; clear: (url: string) => Promise<void> },
  urls: readonly string[],
  ground: Ground,
  places: readonly Place[],
): Promise<Sql[]> {
  const { folder, turns, clear, seconds } = setting
  writeFileSync(join(folder, 'holds.sql'), script(ground, places))
  const all = urls.map(() => [] as number[])
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [at, url] of urls.entries()) {
      await clear(url)
      const latencies = await latenciesOf({ ...setting, url }, `${turn}-${at}`)
      if (latencies === undefined) return []
      all[at]?.push(...latencies)
    }
  }
  return all.map((latencies) => {
    const sorted = latencies.sort((a, b) => a - b)
    const at = (q: number) => sorted[Math.floor(sorted.length * q)] ?? 0
    return { perSecond: sorted.length / (seconds * turns), p50: at(0.5), p99: at(0.99) }
  })
}
