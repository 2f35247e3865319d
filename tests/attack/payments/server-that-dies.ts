import { Client } from 'pg'
import { KILL_AT } from '#tests/fixtures/process-env.ts'
import { fetchWith, type PaymentPoint, type Query, queryWith } from './points.ts'

/** The server, which ends at the point of a payment that KILL_AT names, as by a power cut. */
const at = (point: PaymentPoint) => {
  if (point === KILL_AT) process.kill(process.pid, 'SIGKILL')
}
Object.assign(Client.prototype, {
  query: queryWith(Client.prototype.query as unknown as Query, at),
})
globalThis.fetch = fetchWith(fetch, at)

await import('../../../server.ts')
