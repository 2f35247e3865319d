import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { migrate } from '#core/server/database/migrations.ts'
import { NEEDS_STOP } from '#core/server/database/replace-routines.ts'
import { type Routine, readRoutines } from '#core/server/database/routines.ts'
import { findBrokenRules } from '#tests/attack/kills/expected-state.ts'
import { type KilledServer, killedServer } from '#tests/attack/kills/servers.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { recordHistory } from '#tests/integration/invariants/find-violations.ts'
import { proxyOf, type TwoUpstreams } from './two-upstreams.ts'
import { type Seen, visitorsOf } from './visitors.ts'

const DRAIN_SECONDS = 2
const SOME = 45

/** A folder of migrations of the next release. */
function migrationsIn(folder: string, name: string, text: string): URL {
  const own = mkdtempSync(join(folder, 'migrations-'))
  writeFileSync(join(own, `29990101000000_${name}.sql`), text)
  return pathToFileURL(`${own}/`)
}

/** Adds columns to the busiest tables. */
const ADDITIVE = `
  alter table app.appointments add column newer text;
  alter table app.sessions add column newer integer not null default 1;
  alter table app.events add column newer text;`

/** Other texts of the booking functions, without another effect. */
const nextRoutines = async (): Promise<Routine[]> =>
  (await readRoutines()).map((routine) =>
    routine.id.startsWith('function booking.')
      ? { ...routine, statement: routine.statement.replace('$$\n', '$$$$\n-- The next release.\n') }
      : routine,
  )

type Ending = (server: KilledServer) => Promise<unknown>

/** Resolves with the end of `server`, which is asked to end as soon as a change has been sent to it. */
const endDuringChange = (proxy: TwoUpstreams, server: KilledServer, end: Ending) =>
  new Promise<unknown>((resolve) => {
    proxy.onSent = (method) => {
      if (method !== 'POST') return
      proxy.onSent = () => {}
      resolve(end(server))
    }
  })

type Updated = Seen & {
  /** The exit code of the release before. */
  readonly ended: unknown
  readonly migrationMs: number
  /** The appointments in the database. */
  readonly booked: number | undefined
  readonly faults: readonly string[]
  readonly before: KilledServer
  readonly next: KilledServer
}

const statusOf = async (url: string) => (await fetch(url)).status

/** An update as docs/operating.md describes it, while visitors come. */
async function update(end: Ending, expectations: (seen: Updated) => Promise<void>) {
  const test = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'halyard-update-'))
  const prepare = (version: string) =>
    killedServer({
      folder: join(folder, version),
      databaseUrl: test.url,
      dataDir: join(folder, 'data'),
      version,
    })
  const [before, next] = [await prepare('before'), await prepare('next')]
  const proxy = await proxyOf([before.url, next.url])
  await recordHistory(test.database)
  const visitors = await visitorsOf(test.database, proxy.url)
  const env = { DRAIN_SECONDS: String(DRAIN_SECONDS) }
  try {
    await before.start(env)
    visitors.begin()
    await visitors.more(SOME)
    const breaking = `${NEEDS_STOP}\ndrop function booking.hold_slot`
    await expect(
      migrate(test.url, { folder: migrationsIn(folder, 'breaking', breaking) }),
    ).rejects.toThrow('nothing was changed')
    const began = performance.now()
    await migrate(test.url, {
      folder: migrationsIn(folder, 'additive', ADDITIVE),
      routines: await nextRoutines(),
    })
    await test.database.query("update supabase_migrations.routines set version = '99.0.0'")
    const migrationMs = Math.round(performance.now() - began)
    await visitors.more(SOME)
    await next.start(env)
    const ended = await endDuringChange(proxy, before, end)
    await visitors.more(SOME)
    await visitors.stop()
    const { rows } = await test.database.query<{ count: number }>(
      'select count(*)::int from app.appointments where booked_at is not null',
    )
    await expectations({
      ...visitors.seen,
      ended,
      migrationMs,
      booked: rows[0]?.count,
      faults: await findBrokenRules(test.database),
      before,
      next,
    })
  } finally {
    await visitors.stop()
    await Promise.all([before.kill(), next.kill(), proxy.close()])
    await test.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

it('OPS-16 an update under 30 requests a second loses none, and counts each booking once', async () => {
  const drained = async (server: KilledServer) => {
    const stopped = server.stop()
    // It still accepts connections, but a proxy that asks sends requests to the next one.
    await expect.poll(() => statusOf(`${server.url}/api/ready`)).toBe(503)
    return stopped
  }
  await update(drained, async ({ before, next, ...figures }) => {
    process.stdout.write(`update: ${JSON.stringify(figures)}\n`)
    const { bookings } = figures
    expect(figures).toMatchObject({ lost: [], ended: 0, faults: [], booked: bookings })
    expect(bookings).toBeGreaterThan(SOME / 9)
    // A page of the release before asks the next one for its style.
    expect(await statusOf(`${next.url}/_astro/style.before.css`)).toBe(200)
    // The release before starts again on the schema of the next one.
    await before.start()
    expect(await statusOf(`${before.url}/api/ready`)).toBe(200)
    expect(await before.stop()).toBe(0)
  })
})

it('a release before that is killed instead loses a request', async () => {
  const killed = (server: KilledServer) => server.kill()
  await update(killed, async ({ lost }) => expect(lost).not.toEqual([]))
})

/** Throws where no code catches it. */
const FAULT = `--import=data:text/javascript,process.on('SIGUSR2',()=>{throw(new(Error))})`

it('OPS-16 a release before that has a fault while it drains ends immediately, with code 1', async () => {
  const test = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'halyard-update-'))
  const server = await killedServer({ folder, databaseUrl: test.url })
  try {
    await server.start({ DRAIN_SECONDS: '60', NODE_OPTIONS: FAULT })
    const stopped = server.stop()
    await expect.poll(() => statusOf(`${server.url}/api/ready`)).toBe(503)
    process.kill(server.pid(), 'SIGUSR2')
    expect(await stopped).toBe(1)
  } finally {
    await server.kill()
    await test.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
