import { startPostgres } from '#local/postgres/start-postgres.ts'

/** Starts Postgres on the given folder and keeps it until killed. */
const { url } = await startPostgres(process.argv[2] ?? '')
process.send?.({ ready: true, url })
setInterval(() => undefined, 60_000)
